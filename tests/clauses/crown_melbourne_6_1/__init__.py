"""Tests of the Crown Melbourne 6.1 rulebook, named by clause."""
