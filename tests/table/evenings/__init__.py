"""Random evenings at a table: a state machine, a model and invariants."""
