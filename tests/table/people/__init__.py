"""Tests of people in `sicbo.table.people`."""
