"""The end: prizes and awards."""
