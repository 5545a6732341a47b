"""Casino Canberra 2005: rulebook, readings, terms and clauses."""

HOME_TABLES = {"canberra-2005": "canberra"}
"""What a home house calls the table of each layout."""
