"""What holds for every rulebook, whichever casino wrote it."""
