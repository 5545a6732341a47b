"""Tests of sicbo.game."""
