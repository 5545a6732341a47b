"""Tests of the simulator and of the dice tests."""
