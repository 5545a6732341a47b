"""Commands that run and examine a house."""
