"""Crown Sydney 2024: rulebook, readings, terms and clauses."""
