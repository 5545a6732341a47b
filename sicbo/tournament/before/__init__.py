"""Before play: preparation, entries and committed draws."""
