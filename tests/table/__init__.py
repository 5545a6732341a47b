"""The table: rounds, slips, voids, corrections, and what must always hold."""
