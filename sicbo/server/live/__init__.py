"""The live house: its tables, streams and clock while it plays."""
