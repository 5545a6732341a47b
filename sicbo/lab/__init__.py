"""Simulation: a reproducible generator, runs at three levels, strategies, and tests of dice."""
