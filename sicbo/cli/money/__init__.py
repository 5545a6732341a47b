"""Commands that settle slips and compute their results."""
