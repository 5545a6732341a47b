"""The actors of a storm: players and staff who send commands."""
