"""Dealing: the automatic dealer of a table, its tumbler and bots, and the consoles that replace it."""
