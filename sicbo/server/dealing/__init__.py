"""Dealing: the automatic dealer of a table, its tumbler, its bots, and the consoles that replace it."""
