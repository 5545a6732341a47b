"""Dice tests: whether the dice are fair, and how many rolls a test needs."""
