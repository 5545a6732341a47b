"""Tests of access control in `sicbo.server.access`."""
