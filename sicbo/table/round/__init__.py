"""The round: opening, steps, slips, settlement, voids, corrections, Super Streak."""
