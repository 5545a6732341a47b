"""Settlement of a slip: `settle` in figures, `explain` in sentences."""

from collections.abc import Callable
from typing import Annotated

import typer

from sicbo.cli.output import (
    Json,
    Language,
    LayoutName,
    ReadAs,
    Stakes,
    dice_of,
    machine,
    opened,
    people,
    signed,
    slip_of,
    table,
)
from sicbo.errors import BadInput
from sicbo.game.limits import Bounds, Limits
from sicbo.game.money import Instrument, money
from sicbo.game.settlement import Line, Settlement
from sicbo.rulebook import Rulebook
from sicbo.words import to_one

Dice = Annotated[
    tuple[str, str, str], typer.Argument(metavar="D1 D2 D3", help="The three faces, in any order.")
]
Minimum = Annotated[int, typer.Option("--min", help="Table minimum, in cents.")]
Maximum = Annotated[int | None, typer.Option("--max", help="Table maximum, in cents.")]
Chip = Annotated[int, typer.Option("--chip", help="Smallest chip used to pay winnings, in cents.")]
Approved = Annotated[
    int | None,
    typer.Option("--approved-min", help="Minimum approved by the regulator, in cents (Crown Sydney 4.2.2)."),
]


def _command(name: str, does: str, show: Callable[[Settlement, str], None]) -> Callable[..., None]:
    """Return a command that settles a slip and prints the lines with `show`."""

    def command(
        layout: LayoutName,
        dice: Dice,
        stakes: Stakes,
        minimum: Minimum = 1,
        maximum: Maximum = None,
        chip: Chip = 1,
        approved: Approved = None,
        reading: ReadAs = None,
        language: Language = "en",
        json_wanted: Json = False,
    ) -> None:
        book = opened(layout, reading)
        done = book.settle(slip_of(stakes, book), dice_of(dice), _limits(minimum, maximum, chip, approved))
        if json_wanted:
            machine(_record(book, done, language))
            return
        _say_roll(book, done, language)
        show(done, language)
        _say_net(done)

    command.__name__, command.__doc__ = name, does
    return command


def _show_figures(done: Settlement, language: str) -> None:
    columns = ("bet", "stake", "outcome", "to 1", "net", "clause")
    table(columns, map(_figures, done), right=("stake", "to 1", "net"))


def _show_reasons(done: Settlement, language: str) -> None:
    body = [(line.bet, signed(line.net), line.why(language), line.clause) for line in done]
    table(("bet", "net", "why", "clause"), body, right=("net",))


settle = _command("settle", "Settle a slip against a roll, with the clause for each line.", _show_figures)
explain = _command(
    "explain", "Settle a slip and explain in a sentence why each wager won or lost.", _show_reasons
)


def _limits(minimum: int, maximum: int | None, chip: int, approved: int | None) -> Limits:
    if chip < 1:
        raise BadInput(f"--chip must be at least 1 cent, not {chip}.")
    return Limits(Bounds(minimum, maximum), chip=chip, approved_minimum=approved)


def _record(book: Rulebook, done: Settlement, language: str) -> dict[str, object]:
    return {
        "roll": sorted(done.roll),
        "lines": [_line(line, language) for line in done],
        "net": done.net,
        "lit": list(book.layout.lights[done.roll]),
        "call": book.call(done.roll, language),
    }


def _line(line: Line, language: str) -> dict[str, object]:
    token = line.wager.instrument is Instrument.TOKEN
    return {
        "bet": line.bet,
        "stake": line.wager.stake,
        **({"instrument": "token"} if token else {}),
        "outcome": line.outcome.value,
        "odds": None if line.odds is None else str(line.odds),
        "winnings": line.winnings,
        "returned": line.returned,
        "collected": line.collected,
        "clause": line.clause,
        "why": line.why(language),
    }


def _figures(line: Line) -> tuple[str, ...]:
    odds = "" if line.odds is None else to_one(line.odds)
    return line.bet, money(line.wager.stake), line.outcome.value, odds, signed(line.net), line.clause


def _say_roll(book: Rulebook, done: Settlement, language: str) -> None:
    lit = ", ".join(book.layout.lights[done.roll])
    people().print(f"Call: {book.call(done.roll, language)}. Lit: {lit}.\n")


def _say_net(done: Settlement) -> None:
    staked = sum(line.wager.stake for line in done)
    received = sum(line.winnings + line.returned for line in done)
    people().print(
        f"\nnet {signed(done.net)}   staked {money(staked)}, received {money(received)}", style="bold"
    )
