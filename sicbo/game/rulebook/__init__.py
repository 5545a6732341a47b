"""A rulebook: its rules, rulings, readings, clauses and publication."""
