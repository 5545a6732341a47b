"""Promotions: prizes offered with gaming, from draft to last claim, as two pure functions."""
