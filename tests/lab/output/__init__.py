"""Tests of output in `sicbo.lab.output`."""
