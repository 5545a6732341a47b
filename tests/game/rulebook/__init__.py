"""Tests of rulebook in `sicbo.game.rulebook`."""
