"""Narration: every event of a table in words, with its clause."""
