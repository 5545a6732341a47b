"""Tests of the routes in `sicbo.server.routes`."""
