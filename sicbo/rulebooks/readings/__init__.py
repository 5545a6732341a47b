"""The readings of each rulebook, beside its rulings."""
