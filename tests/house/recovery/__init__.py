"""Tests of recovery in `sicbo.house.recovery`."""
