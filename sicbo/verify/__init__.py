"""The stand-alone verifier: a second implementation that shares nothing with what it verifies.

It needs the standard library alone; with the package `cryptography` it also checks signatures.
"""
