"""Tests of simulation in `sicbo.lab.simulation`."""
