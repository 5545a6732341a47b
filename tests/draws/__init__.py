"""Draws: the interface, its vectors, and the second implementation."""
