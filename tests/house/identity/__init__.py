"""Tests of identity in `sicbo.house.identity`."""
