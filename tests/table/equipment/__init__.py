"""Tests of equipment in `sicbo.table.equipment`."""
