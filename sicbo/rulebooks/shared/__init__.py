"""Terms that several casinos share."""
