"""Bugs that are planted on purpose, to see that the storm finds them."""
