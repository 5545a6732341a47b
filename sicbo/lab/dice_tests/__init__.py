"""Dice tests: whether rolls look like fair dice, and how many rolls a test needs."""
