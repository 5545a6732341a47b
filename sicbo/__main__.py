"""`python -m sicbo` is the command line."""

from sicbo.cli.main import run

run()
