"""Tests of play in `sicbo.cli.play`."""
