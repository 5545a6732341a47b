"""Routes for players: tables, slips, streams and what a player may check."""
