"""Tournaments as two pure functions, like the table: `decide` a command, `evolve` by an event."""
