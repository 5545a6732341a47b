"""Sic Bo for several learning agents at once: environments of PettingZoo."""
