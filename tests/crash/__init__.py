"""Crashes: nothing that was acknowledged is lost, whatever stops the house."""
