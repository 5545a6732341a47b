"""Witnesses outside the house that cosign its checkpoints."""
