"""Routes of promotions."""
