"""Limits: the sign, notices and limits agreed with one player."""
