"""Run the command line as `python -m sicbo`."""

from sicbo.cli.main import run

run()
