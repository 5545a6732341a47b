"""Environments for learning agents (Gymnasium, PettingZoo), and conformance vectors for other engines."""
