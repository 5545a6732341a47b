"""Singapore electronic table game: rulebook, readings, terms and clauses."""

HOME_TABLES = {
    "singapore-etg/1": "singapore-1",
    "singapore-etg/2": "singapore-2",
    "singapore-etg/3": "singapore-3",
}
"""What a home house calls the table of each layout."""
