"""Settlement of a slip: `settle` in figures, `explain` in sentences."""

from collections.abc import Callable
from typing import Annotated

import typer

from sicbo.cli.output import (
    JsonOption,
    LanguageOption,
    LayoutName,
    ReadingOption,
    Stakes,
    console,
    format_signed,
    load_rulebook,
    parse_dice,
    parse_slip,
    print_json,
    print_table,
)
from sicbo.errors import BadInput
from sicbo.game.limits import Bounds, Limits
from sicbo.game.money import Instrument
from sicbo.game.settlement import Line, Settlement
from sicbo.i18n import money, odds_to_one
from sicbo.rulebook import Rulebook

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


def _settle_command(name: str, does: str, show: Callable[[Settlement, str], None]) -> Callable[..., None]:
    """Return a command that settles a slip and prints the lines with `show`."""

    def command(
        layout: LayoutName,
        dice: Dice,
        stakes: Stakes,
        minimum: Minimum = 1,
        maximum: Maximum = None,
        chip: Chip = 1,
        approved: Approved = None,
        reading: ReadingOption = None,
        language: LanguageOption = "en",
        json_wanted: JsonOption = False,
    ) -> None:
        book = load_rulebook(layout, reading)
        done = book.settle(
            parse_slip(stakes, book), parse_dice(dice), _limits(minimum, maximum, chip, approved)
        )
        if json_wanted:
            print_json(_settlement_record(book, done, language))
            return
        _print_roll(book, done, language)
        show(done, language)
        _print_net(done)

    command.__name__, command.__doc__ = name, does
    return command


def _print_figures(done: Settlement, language: str) -> None:
    columns = ("bet", "stake", "outcome", "to 1", "net", "clause")
    print_table(columns, map(_figure_row, done), right=("stake", "to 1", "net"))


def _print_reasons(done: Settlement, language: str) -> None:
    body = [(line.bet, format_signed(line.net), line.reason(language), line.clause) for line in done]
    print_table(("bet", "net", "why", "clause"), body, right=("net",))


settle = _settle_command(
    "settle", "Settle a slip against a roll, with the clause for each line.", _print_figures
)
explain = _settle_command(
    "explain", "Settle a slip and explain in a sentence why each wager won or lost.", _print_reasons
)


def _limits(minimum: int, maximum: int | None, chip: int, approved: int | None) -> Limits:
    if chip < 1:
        raise BadInput(f"--chip must be at least 1 cent, not {chip}.")
    return Limits(Bounds(minimum, maximum), chip=chip, approved_minimum=approved)


def _settlement_record(book: Rulebook, done: Settlement, language: str) -> dict[str, object]:
    return {
        "roll": sorted(done.roll),
        "lines": [_line_record(line, language) for line in done],
        "net": done.net,
        "lit": list(book.layout.lit_areas[done.roll]),
        "call": book.call(done.roll, language),
    }


def _line_record(line: Line, language: str) -> dict[str, object]:
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
        "why": line.reason(language),
    }


def _figure_row(line: Line) -> tuple[str, ...]:
    odds = "" if line.odds is None else odds_to_one(line.odds)
    return line.bet, money(line.wager.stake), line.outcome.value, odds, format_signed(line.net), line.clause


def _print_roll(book: Rulebook, done: Settlement, language: str) -> None:
    lit = ", ".join(book.layout.lit_areas[done.roll])
    console().print(f"Call: {book.call(done.roll, language)}. Lit: {lit}.\n")


def _print_net(done: Settlement) -> None:
    staked = sum(line.wager.stake for line in done)
    received = sum(line.winnings + line.returned for line in done)
    console().print(
        f"\nnet {format_signed(done.net)}   staked {money(staked)}, received {money(received)}", style="bold"
    )
