"""Simulation: a generator that is ours, runs at three levels, strategies, and tests of dice."""
