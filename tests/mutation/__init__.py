"""Mutation testing: small wrong changes to the deciding code, and whether a test fails."""
