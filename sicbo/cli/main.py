"""The command line: `sicbo`, its commands and its exit codes.

0 ok    1 error    2 bad input    3 a check found something    4 not found    7 storage
"""

import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated

import typer

from sicbo.cli import (
    bankroll,
    chance,
    device,
    journal,
    keys,
    odds,
    play,
    promotion,
    rules,
    serve,
    settling,
    texts,
    tournament,
    witness,
)
from sicbo.cli import replay as replays
from sicbo.cli import round as transcripts
from sicbo.cli.dicetest import dice_test
from sicbo.cli.doctor import doctor
from sicbo.cli.registers import registers
from sicbo.cli.simulate import simulate
from sicbo.cli.tour import tour
from sicbo.cli.verify import verify
from sicbo.errors import JournalError, NotFound, SicboError, StorageError

COMMANDS = (
    tour,
    play.play,
    rules.rulebooks,
    odds.odds,
    settling.settle,
    settling.explain,
    chance.dist,
    chance.streak,
    simulate,
    bankroll.bankroll,
    bankroll.exposure,
    dice_test,
    transcripts.round,
    replays.replay,
    verify,
    registers,
    rules.rule,
    rules.clauses,
    texts.readings,
    texts.lint,
    texts.diff,
    odds.par,
    odds.vectors,
    texts.publish,
)

CODES = {JournalError: 3, NotFound: 4, StorageError: 7}

app = typer.Typer(
    name="sicbo",
    help="Sic Bo, the complete table: five approved rulebooks, exact to the last cent.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"sicbo {version('sicbo')}\n")
        raise typer.Exit


@app.callback()
def options(
    wanted: Annotated[
        bool,
        typer.Option("--version", help="Say which version this is.", callback=_tell_version, is_eager=True),
    ] = False,
) -> None:
    """What stands before a command."""


for command in COMMANDS:
    app.command()(command)
app.command()(serve.serve)
app.command()(doctor)
app.add_typer(serve.config, name="config")
app.add_typer(device.app, name="device")
app.add_typer(journal.app, name="journal")
app.add_typer(keys.app, name="keys")
app.add_typer(witness.app, name="witness")
app.add_typer(promotion.app, name="promotion")
app.add_typer(tournament.app, name="tournament")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; whatever is wrong is said in one sentence."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = app(args=given or ["--help"], prog_name="sicbo", standalone_mode=False)
    except SicboError as error:
        return _say(str(error), next((code for kind, code in CODES.items() if isinstance(error, kind)), 2))
    except typer.TyperException as error:
        said = error.format_message()
        end = "" if said.endswith((".", "?")) else "."
        return _say(f"{said}{end} Try `sicbo --help`.", error.exit_code)
    except typer.Abort:
        return 1
    return code if isinstance(code, int) else 0


def _say(sentence: str, code: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return code


def run() -> None:
    """The console script; a closed pipe ends it quietly."""
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)
