"""The running house: its tables, streams and clock."""
