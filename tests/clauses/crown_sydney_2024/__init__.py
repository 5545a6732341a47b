"""Tests of the Crown Sydney 2024 rulebook, named by clause."""
