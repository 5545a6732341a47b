"""Tests of limits in `sicbo.table.limits`."""
