"""Tests of money in `sicbo.table.money`."""
