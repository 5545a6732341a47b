"""Mutation: small wrong changes to what decides, and whether any test notices."""
