"""Tests of terms and conditions as data."""
