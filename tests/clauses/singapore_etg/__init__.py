"""Tests of the Singapore ETG rulebook, named by clause."""
