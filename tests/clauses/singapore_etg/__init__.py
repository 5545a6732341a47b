"""Tests of the Singapore Etg rulebook, named by clause."""
