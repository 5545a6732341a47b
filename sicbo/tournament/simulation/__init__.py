"""Simulation: tournaments played automatically, once or many times."""
