"""Tests of the house: keys, receipts, the witness and the floor."""
