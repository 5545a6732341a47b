"""Routes of tournaments, and what the desks of tournaments and promotions share."""
