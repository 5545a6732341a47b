"""What each rulebook demands of the terms of a tournament or promotion, in the order of its text."""
