"""Simulation: slips, strategies and Super Streak over any number of rounds."""
