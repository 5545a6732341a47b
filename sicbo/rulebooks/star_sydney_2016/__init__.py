"""The Star Sydney 2016: rulebook, readings, terms and clauses."""
