"""Commands to play, practise and replay."""
