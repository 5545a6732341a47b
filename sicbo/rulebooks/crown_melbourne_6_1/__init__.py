"""Crown Melbourne 6.1: rulebook, readings, terms and clauses."""
