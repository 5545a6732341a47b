"""Exact mathematics over the 216 rolls."""
