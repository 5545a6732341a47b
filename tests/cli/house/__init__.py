"""Tests of house in `sicbo.cli.house`."""
