"""The `sicbo` command line, its commands and its exit codes.

0 ok    1 error    2 bad input    3 a check failed    4 not found    7 storage
"""

import os
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

from sicbo.cli.help_summaries import SUMMARIES, panel_of
from sicbo.errors import JournalError, NotFound, SicboError, StorageError, short_repr, storage_error_for

COMMANDS = {
    "tour": "play.tour",
    "play": "play.play",
    "drill": "play.drill",
    "rulebooks": "rules.rulebooks",
    "odds": "rules.odds",
    "settle": "money.settle",
    "explain": "money.settle",
    "dist": "money.distribution",
    "streak": "money.distribution",
    "simulate": "lab.simulate",
    "bankroll": "lab.bankroll",
    "exposure": "lab.bankroll",
    "dice-test": "lab.dice_test",
    "round": "play.round_transcript",
    "rule": "rules.rulebooks",
    "clauses": "rules.rulebooks",
    "readings": "rules.readings_and_findings",
    "lint": "rules.readings_and_findings",
    "diff": "rules.readings_and_findings",
    "par": "rules.odds",
    "vectors": "rules.odds",
    "publish": "rules.readings_and_findings",
    "replay": "house.replay",
    "verify": "house.verify",
    "registers": "house.registers",
    "serve": "house.serve",
    "doctor": "house.doctor",
}
"""The module of each command. A module is imported only when its command runs, so that every command starts
quickly.
"""

GROUPS = {
    "config": ("house.serve", "config"),
    "device": ("house.device", "app"),
    "journal": ("house.journal", "app"),
    "keys": ("house.keys", "app"),
    "witness": ("house.witness", "app"),
    "promotion": ("house.promotion", "app"),
    "tournament": ("house.tournament", "app"),
}

HELP_ARGUMENTS = (["--help"], ["-h"], ["--version"])
"""Arguments that are answered without a command."""

EXIT_CODES = {JournalError: 3, NotFound: 4, StorageError: 7}


def _print_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"sicbo {version('sicbo')}\n")
        raise typer.Exit


def options(
    wanted: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Accept the options that come before a command."""


def _empty_app() -> typer.Typer:
    """Return the command line without any command."""
    made = typer.Typer(
        name="sicbo",
        help=(
            "Sic Bo by approved casino rulebooks: exact odds, simulation, a house with a signed record.\n\n"
            "Start with `sicbo tour`, `sicbo play` or `sicbo serve`. "
            "`sicbo COMMAND --help` lists the options of a command."
        ),
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(options)
    return made


def overview_app() -> typer.Typer:
    """Return the command line as its help shows it: names and summaries, without loading a command."""
    made = _empty_app()
    for name, summary in SUMMARIES.items():
        made.command(name, help=summary, rich_help_panel=panel_of(name))(lambda: None)
    return made


@cache
def app_with(names: tuple[str, ...]) -> typer.Typer:
    """Return the command line with these commands and groups."""
    made = _empty_app()
    for name in names:
        module, group = GROUPS.get(name, (COMMANDS.get(name, ""), ""))
        panel = panel_of(name)
        loaded = import_module(f"sicbo.cli.{module}")
        if group:
            made.add_typer(getattr(loaded, group), name=name, rich_help_panel=panel)
        else:
            made.command(rich_help_panel=panel)(getattr(loaded, name.replace("-", "_")))
    return made


def _commands_to_load(given: Iterable[str]) -> tuple[str, ...]:
    """Return the given command, or all commands if it is unknown, so that suggestions are complete."""
    first = next(iter(given), "")
    return (first,) if first in COMMANDS or first in GROUPS else (*COMMANDS, *GROUPS)


def __getattr__(name: str) -> Any:
    """Return the whole command line for the name `app`."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return app_with((*COMMANDS, *GROUPS))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; an error is printed as one sentence."""
    given = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    try:
        app = overview_app() if given in HELP_ARGUMENTS else app_with(_commands_to_load(given))
        code = app(args=given, prog_name="sicbo", standalone_mode=False)
    except SicboError as error:
        return _print_error(error, given)
    except typer.TyperException as error:
        message = error.format_message()
        end = "" if message.endswith((".", "?")) else "."
        return _print_sentence(f"{message}{end} Try `sicbo --help`.", error.exit_code, given)
    except typer.Abort:
        return 1
    except BrokenPipeError:
        raise
    except Exception as error:
        if (storage_error := storage_error_for(error)) is None:
            raise
        return _print_error(storage_error, given)
    return code if isinstance(code, int) else 0


def _print_error(error: SicboError, given: Iterable[str]) -> int:
    code = next((code for kind, code in EXIT_CODES.items() if isinstance(error, kind)), 2)
    return _print_sentence(str(error), code, given)


def _print_sentence(sentence: str, code: int, given: Iterable[str]) -> int:
    sys.stderr.write(f"{_mask_addresses(sentence, given)}\n")
    return code


def _mask_addresses(sentence: str, given: Iterable[str]) -> str:
    """Return a sentence with the passwords masked in each address that is among the arguments."""
    for argument in given:
        address = argument.partition("=")[2] if argument.startswith("--") else argument
        if "://" not in address and not (":" in address and "@" in address):
            continue
        from sicbo.house.export.sources import without_passwords

        masked = without_passwords(address)
        for form in (address, str(Path(address))):
            sentence = sentence.replace(short_repr(form), short_repr(masked)).replace(form, masked)
    return sentence


def run() -> None:
    """Run the console script; end quietly if standard output is closed."""
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)
