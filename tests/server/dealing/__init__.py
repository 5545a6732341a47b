"""Tests of automatic dealing in `sicbo.server.dealing`."""
