"""The end of a tournament: prizes and awards."""
