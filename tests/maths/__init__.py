"""Tests of sicbo.maths."""
