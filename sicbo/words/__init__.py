"""Translations that are found by the English sentence; they go away with the last such sentence."""
