"""The second program for a table: the same orders, decided again from the published rulebook."""
