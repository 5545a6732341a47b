"""Tests of maintenance in `sicbo.house.maintenance`."""
