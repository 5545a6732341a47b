"""Tests of dice tests in `sicbo.lab.dice_tests`."""
