"""Fuzzing: every place where bytes from outside come in, with an oracle, and inputs that are kept."""
