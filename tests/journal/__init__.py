"""The journal: records, trees, notes, and every store that keeps them."""
