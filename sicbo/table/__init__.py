"""The table: what may be asked, what happened, and two pure functions between them."""
