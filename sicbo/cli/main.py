"""The command line: `sicbo`, its commands and its exit codes.

0 ok    1 error    2 bad input    3 a check found something    4 not found
"""

import os
import sys
from collections.abc import Sequence

import typer

from sicbo.cli import chance, odds, rules, settling, texts
from sicbo.cli.tour import tour
from sicbo.errors import NotFound, SicboError

COMMANDS = (
    tour,
    rules.rulebooks,
    odds.odds,
    settling.settle,
    settling.explain,
    chance.dist,
    chance.streak,
    rules.rule,
    rules.clauses,
    texts.readings,
    texts.lint,
    texts.diff,
    odds.par,
    odds.vectors,
    texts.publish,
)

app = typer.Typer(
    name="sicbo",
    help="Sic Bo, the complete table: five approved rulebooks, exact to the last cent.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in COMMANDS:
    app.command()(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; whatever is wrong is said in one sentence."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = app(args=given or ["--help"], prog_name="sicbo", standalone_mode=False)
    except NotFound as error:
        return _say(str(error), 4)
    except SicboError as error:
        return _say(str(error), 2)
    except typer.TyperException as error:
        return _say(f"{error.format_message().removesuffix('.')}. Try `sicbo --help`.", error.exit_code)
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
