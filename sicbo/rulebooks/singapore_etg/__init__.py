"""Singapore electronic table game: rulebook, readings, terms and clauses."""
