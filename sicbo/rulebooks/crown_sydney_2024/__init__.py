"""Crown Sydney 2024: rulebook, readings, terms and clauses."""

HOME_TABLES = {"crown-sydney-2024": "sydney"}
"""What a home house calls the table of each layout."""
