"""Routes of tournaments, and code that the routes of tournaments and promotions share."""
