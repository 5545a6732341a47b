"""The Star Sydney 2016: rulebook, readings, terms and clauses."""

HOME_TABLES = {"star-sydney-2016": "star"}
"""What a home house calls the table of each layout."""
