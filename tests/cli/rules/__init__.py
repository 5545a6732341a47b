"""Tests of rules in `sicbo.cli.rules`."""
