"""Tests of live tables in `sicbo.server.live`."""
