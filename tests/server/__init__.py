"""The server: the interface, the stream, the automatic dealer, and what becomes of all that in a crash."""
