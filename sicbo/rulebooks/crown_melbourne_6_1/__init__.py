"""Crown Melbourne 6.1: rulebook, readings, terms and clauses."""

HOME_TABLES = {"crown-melbourne-6.1/a": "melbourne-a", "crown-melbourne-6.1/b": "melbourne-b"}
"""What a home house calls the table of each layout."""
