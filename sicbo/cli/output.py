"""How the command line speaks: facts to standard output, talk to standard error, JSON for machines."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from sicbo.errors import BadInput, StorageError
from sicbo.game.money import Instrument, money
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import LARGEST_STAKE, Slip, Wager
from sicbo.rulebook import Rulebook
from sicbo.rulebooks import get, get_layout
from sicbo.words import to_one

CHECK_FAILED = 3

Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
ReadAs = Annotated[
    list[str] | None,
    typer.Option(
        "--reading", "-r", metavar="ID=OPTION", help="Read unclear words another way: see `sicbo readings`."
    ),
]
LayoutName = Annotated[str, typer.Argument(metavar="LAYOUT", help="As in crown-sydney or crown-melbourne/b.")]
BookName = Annotated[
    str, typer.Argument(metavar="RULEBOOK", help="As in star-sydney; a layout of it will do.")
]
Stakes = Annotated[
    list[str],
    typer.Argument(metavar="BET=STAKE...", help="In cents, as in small=2500 or total-9=1000:token."),
]


def writable(path: Path | None) -> Path | None:
    """A file that has a place to be written to, seen to before anything is worked out."""
    if path and (path.is_dir() or not path.parent.is_dir()):
        why = "it is a directory" if path.is_dir() else f"there is no directory {path.parent}"
        raise StorageError(f"{path} cannot be written: {why}.")
    return path


def drawable(path: Path | None) -> Path | None:
    """The same for a picture, whose form is told by its name."""
    if path:
        from sicbo.lab.output.plots import check_form

        check_form(path)
    return writable(path)


Plot = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw it: out.png or out.svg.", callback=drawable),
]
Language = Annotated[str, typer.Option("--lang", help="en, zh-Hans, zh-Hant or vi.")]


def people() -> Console:
    """Where people read; colour only on a terminal, and none where NO_COLOR is set."""
    return Console(highlight=False, markup=False, emoji=False)


def heading(text: str) -> None:
    """A line in bold."""
    people().print(text, style="bold")


def say(text: str, before: str = "  ") -> None:
    """A sentence that keeps its indentation when it runs over several lines."""
    made = Table.grid()
    made.add_column(width=len(before))
    made.add_column(overflow="fold")
    made.add_row(before, text)
    people().print(made)


def machine(record: object) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str] = ()) -> None:
    """A plain table that keeps to the width of the terminal, or to 80 columns where there is none."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        made.add_row(*row)
    people().print(made)


def chosen(readings: list[str] | None) -> dict[str, str]:
    """The readings given on the command line."""
    taken: dict[str, str] = {}
    for item in readings or ():
        name, _, option = item.partition("=")
        if not (name and option):
            raise BadInput(f"A reading is given as ID=OPTION, as in ST-01=literal, not {item!r}.")
        if name in taken:
            raise BadInput(f"The reading {name} is given twice: choose one option.")
        taken[name] = option
    return taken


def opened(layout: str, readings: list[str] | None = None) -> Rulebook:
    """The layout that was named, under the readings that were given."""
    return Rulebook.load(layout, chosen(readings))


def book_of(name: str) -> Rules:
    """The rulebook that was named, by itself or by one of its layouts."""
    return get_layout(name)[0] if "/" in name else get(name)


def slip_of(stakes: Sequence[str], book: Rulebook) -> Slip:
    """A slip from `small=2500` and the like."""
    slip = Slip([_wager(item) for item in stakes])
    for wager in slip:
        side = wager.bet.removeprefix("streak-")
        if side != wager.bet and book.rules.super_streak:
            raise BadInput(
                f"Super Streak takes several rounds: ask `sicbo streak {book.name} --side {side}`."
            )
    return slip


def _wager(item: str) -> Wager:
    bet, sign, amount = item.partition("=")
    stake, colon, kind = amount.partition(":")
    if not (bet and sign) or (colon and kind != "token"):
        raise BadInput(f"A wager is given as BET=STAKE, as in small=2500 or small=2500:token, not {item!r}.")
    digits = stake.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        raise BadInput(f"A stake is a whole number of cents, not {stake!r}: write {bet}=2500 for 25.00.")
    if len(digits) > 20:
        raise BadInput(
            f"A stake lies between 1 and {LARGEST_STAKE}, "
            f"not one of {len(digits)} digits: change it on {bet}."
        )
    return Wager(bet, int(stake), Instrument.TOKEN if kind else Instrument.VALUE_CHIP)


def dice_of(faces: Sequence[str]) -> tuple[int, ...]:
    """Three faces as numbers; the sentence for a number that no die shows comes from the game."""
    for face in faces:
        if not (face.isascii() and face.isdecimal() and len(face) == 1):
            raise BadInput(f"A die shows 1 to 6, not {face[:20]}: give three faces from 1 to 6.")
    return tuple(map(int, faces))


def pays(prices: Mapping[int, Fraction]) -> str:
    """The prices of a bet on one line: 1 / 2 / 12, or 6 … 500 where there are many."""
    line = " / ".join(map(to_one, prices.values()))
    return line if len(line) <= 14 else f"{to_one(min(prices.values()))} … {to_one(max(prices.values()))}"


def signed(cents: int) -> str:
    """Money with its sign."""
    return f"+{money(cents)}" if cents > 0 else money(cents)
