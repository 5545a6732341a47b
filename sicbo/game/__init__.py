"""The pure game: dice, bets, odds, the vocabulary of rulings, limits and settlement."""
