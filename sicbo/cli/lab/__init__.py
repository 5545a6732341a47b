"""Commands for simulation, bankrolls and dice tests."""
