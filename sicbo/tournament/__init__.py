"""Tournaments as two pure functions, like the table: `decide` says what happens, `evolve` what is then."""
