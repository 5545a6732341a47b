"""Tests of round in `sicbo.table.round`."""
