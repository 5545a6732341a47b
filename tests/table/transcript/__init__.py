"""Tests of transcript in `sicbo.table.transcript`."""
