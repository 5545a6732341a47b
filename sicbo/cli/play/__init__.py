"""Commands to play, practise and check rounds."""
