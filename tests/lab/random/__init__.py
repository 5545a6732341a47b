"""Tests of random in `sicbo.lab.random`."""
