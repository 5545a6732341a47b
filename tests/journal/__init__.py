"""The journal: records, trees, notes, and every place that keeps them."""
