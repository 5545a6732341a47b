"""Output of the command line: results on standard output, messages on standard error, JSON for machines."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from sicbo.errors import BadInput, NotFound, StorageError
from sicbo.game.money import Instrument
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import LARGEST_STAKE, Slip, Wager
from sicbo.i18n import LANGUAGES, money, odds_to_one
from sicbo.rulebook import Rulebook
from sicbo.rulebooks import get_layout, get_rulebook

CHECK_FAILED = 3

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
ReadingOption = Annotated[
    list[str] | None,
    typer.Option(
        "--reading",
        "-r",
        metavar="ID=OPTION",
        help="Choose another reading of an ambiguous clause; see `sicbo readings`.",
    ),
]
LayoutName = Annotated[
    str,
    typer.Argument(metavar="LAYOUT", help="Name of a layout, for example crown-sydney or crown-melbourne/b."),
]
RulebookName = Annotated[
    str,
    typer.Argument(
        metavar="RULEBOOK", help="Name of a rulebook or of one of its layouts, for example star-sydney."
    ),
]
Stakes = Annotated[
    list[str],
    typer.Argument(
        metavar="BET=STAKE...", help="Wagers in cents, for example small=2500 or total-9=1000:token."
    ),
]


def check_writable(path: Path | None) -> Path | None:
    """Refuse a path that cannot be written to, before any work is done."""
    if path and (path.is_dir() or not path.parent.is_dir()):
        why = "it is a directory" if path.is_dir() else f"the directory {path.parent} does not exist"
        raise StorageError(f"Cannot write {path}: {why}.")
    return path


def check_plot_path(path: Path | None) -> Path | None:
    """Refuse a path that a plot cannot be written to; its suffix names the format."""
    if path:
        from sicbo.lab.output.plots import check_plot_format

        check_plot_format(path)
    return check_writable(path)


PlotOption = Annotated[
    Path | None,
    typer.Option(
        "--plot", metavar="FILE", help="Write a plot to this .png or .svg file.", callback=check_plot_path
    ),
]


def known_language(language: str) -> str:
    """Return the language if it has a catalogue; raise NotFound with the nearest known ones if not."""
    if language not in LANGUAGES:
        raise NotFound("language", language, LANGUAGES)
    return language


LanguageOption = Annotated[
    str, typer.Option("--lang", help="Language: en, zh-Hans, zh-Hant or vi.", callback=known_language)
]


def console() -> Console:
    """Return the console for human-readable output, with colour only on a terminal without NO_COLOR."""
    return Console(highlight=False, markup=False, emoji=False)


def print_heading(text: str) -> None:
    """Print a line in bold."""
    console().print(text, style="bold")


def print_paragraph(text: str, before: str = "  ") -> None:
    """Print a paragraph that keeps its indentation when it wraps."""
    made = Table.grid()
    made.add_column(width=len(before))
    made.add_column(overflow="fold")
    made.add_row(before, text)
    console().print(made)


def print_json(record: object) -> None:
    """Print one JSON document on standard output."""
    sys.stdout.write(json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str] = ()) -> None:
    """Print a plain table as wide as the terminal at most, or 80 columns without a terminal."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        made.add_row(*row)
    console().print(made)


def chosen_readings(readings: list[str] | None) -> dict[str, str]:
    """Return the readings given on the command line."""
    taken: dict[str, str] = {}
    for item in readings or ():
        name, _, option = item.partition("=")
        if not (name and option):
            raise BadInput(f"A reading is given as ID=OPTION, for example ST-01=literal, not {item!r}.")
        if name in taken:
            raise BadInput(f"Reading {name} is given twice. Choose one option.")
        taken[name] = option
    return taken


def load_rulebook(layout: str, readings: list[str] | None = None) -> Rulebook:
    """Return the named layout under the readings that were given."""
    return Rulebook.load(layout, chosen_readings(readings))


def find_rules(name: str) -> Rules:
    """Return the rulebook with this name, or the rulebook of the layout with this name."""
    return get_layout(name)[0] if "/" in name else get_rulebook(name)


def parse_slip(stakes: Sequence[str], book: Rulebook) -> Slip:
    """Return the slip for arguments such as `small=2500`."""
    slip = Slip([_parse_wager(item) for item in stakes])
    for wager in slip:
        side = wager.bet.removeprefix("streak-")
        if side != wager.bet and book.rules.super_streak:
            raise BadInput(
                f"Super Streak runs over several rounds. Use `sicbo streak {book.name} --side {side}`."
            )
    return slip


def _parse_wager(item: str) -> Wager:
    bet, sign, amount = item.partition("=")
    stake, colon, kind = amount.partition(":")
    if not (bet and sign) or (colon and kind != "token"):
        raise BadInput(
            f"A wager is given as BET=STAKE, for example small=2500 or small=2500:token, not {item!r}."
        )
    digits = stake.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        raise BadInput(f"A stake is a whole number of cents, not {stake!r}. Write {bet}=2500 for 25.00.")
    if len(digits) > 20:
        raise BadInput(
            f"The stake on {bet} must be between 1 and {LARGEST_STAKE}, not a number of {len(digits)} digits."
        )
    return Wager(bet, int(stake), Instrument.TOKEN if kind else Instrument.VALUE_CHIP)


def parse_dice(faces: Sequence[str]) -> tuple[int, ...]:
    """Return three faces as numbers; the game itself refuses a number that is not on a die."""
    for face in faces:
        if not (face.isascii() and face.isdecimal() and len(face) == 1):
            raise BadInput(f"A die shows 1 to 6, not {face[:20]}. Give three faces from 1 to 6.")
    return tuple(map(int, faces))


def format_prices(prices: Mapping[int, Fraction]) -> str:
    """Return the prices of a bet on one line: 1 / 2 / 12, or 6 … 500 if they are too long."""
    line = " / ".join(map(odds_to_one, prices.values()))
    return (
        line
        if len(line) <= 14
        else f"{odds_to_one(min(prices.values()))} … {odds_to_one(max(prices.values()))}"
    )


def format_signed(cents: int) -> str:
    """Return an amount of money with its sign."""
    return f"+{money(cents)}" if cents > 0 else money(cents)
