"""Recovery: how a house comes back after a stop, from its journal and snapshots."""
