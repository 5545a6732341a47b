"""Tests of export in `sicbo.house.export`."""
