"""Tests of the HTTP layer in `sicbo.server.http`."""
