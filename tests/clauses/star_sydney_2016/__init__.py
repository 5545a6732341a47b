"""Tests of the Star Sydney 2016 rulebook, named by clause."""
