"""Tests of lab in `sicbo.cli.lab`."""
