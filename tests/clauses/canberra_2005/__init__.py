"""Tests of the Canberra 2005 rulebook, named by clause."""
