"""Commands that run, check and maintain a house."""
