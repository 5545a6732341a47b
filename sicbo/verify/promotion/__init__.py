"""The second program for a promotion: the same orders, decided again from the published rulebook."""
