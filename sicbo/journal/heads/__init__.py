"""Heads: where each log ends, kept a second time beside the journal."""
