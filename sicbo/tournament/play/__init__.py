"""Play: rounds, spins, secret wagers, ties, conduct and corrections."""
