"""Fuzzing: every entry point for outside bytes, with an oracle, and a corpus of kept inputs."""
