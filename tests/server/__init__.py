"""Tests of the server: its API, streams and automatic dealer, and its recovery from crashes."""
