"""Heads: the end of each log, kept a second time beside the journal."""
