"""Random numbers: reproducible words, rolls and binomial counts."""
