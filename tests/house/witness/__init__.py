"""Tests of witness in `sicbo.house.witness`."""
