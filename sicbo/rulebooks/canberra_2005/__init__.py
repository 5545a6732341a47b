"""Casino Canberra 2005: rulebook, readings, terms and clauses."""
