"""The soak: run every long test, one after another, and compare the figures with the goals."""
