"""Tests that apply to every rulebook of every casino."""
