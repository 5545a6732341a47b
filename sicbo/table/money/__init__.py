"""Money at the table: racks, cash and colour chips."""
