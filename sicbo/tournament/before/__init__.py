"""Before play: preparation, entries and draw commitments."""
