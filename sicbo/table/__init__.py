"""The table: its commands and events, and two pure functions, `decide` and `evolve`, between them."""
