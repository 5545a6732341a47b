"""Exact distributions: `dist` for a slip over many rounds, `streak` for Super Streak."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

import typer

from sicbo import rulebooks
from sicbo.cli.output import (
    JsonOption,
    LayoutName,
    PlotOption,
    ReadingOption,
    Stakes,
    console,
    format_signed,
    load_rulebook,
    parse_slip,
    print_heading,
    print_json,
    print_table,
)
from sicbo.errors import BadInput, NotFound
from sicbo.game.super_streak import PREFIX
from sicbo.i18n import money, odds_to_one
from sicbo.maths.distribution import Distribution
from sicbo.maths.figures import format_decimals, format_percent, format_root
from sicbo.maths.super_streak import streak_sides
from sicbo.rulebook import Rulebook

MOST_ROUNDS = 100_000
MOST_LISTED, MOST_BARS, LONGEST_FRACTION = 400, 60, 40
QUANTILES = tuple(Fraction(mark, 100) for mark in (1, 5, 25, 50, 75, 95, 99))


def dist(
    layout: LayoutName,
    stakes: Stakes,
    rounds: Annotated[int, typer.Option("--rounds", "-n", help="Number of independent rounds.")] = 1,
    plot: PlotOption = None,
    reading: ReadingOption = None,
    json_wanted: JsonOption = False,
) -> None:
    """Compute the exact distribution of a slip's net result."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"--rounds must be between 1 and {MOST_ROUNDS}, not {rounds}.")
    book = load_rulebook(layout, reading)
    slip = parse_slip(stakes, book)
    found = book.distribution(slip, rounds)
    if plot:
        from sicbo.lab.output.plots import distribution_plot, save_plot, slip_title

        said = f"{slip_title(slip)}, {rounds:,} round{'s' * (rounds > 1)} at {book.name}, exact"
        save_plot(distribution_plot(found, said), plot)
    if json_wanted:
        print_json(_distribution_record(found, rounds))
        return
    # A calculation that takes too long is refused before anything is printed. `method` describes the last
    # one, so the results are computed first.
    ahead, (columns, rows) = found.ahead, _result_rows(found)
    console().print(f"{rounds} round{'s' * (rounds > 1)}, exact ({found.method})")
    console().print(f"mean   {format_decimals(found.mean / 100, 4)}{_exact_suffix(found.mean / 100)}")
    console().print(f"sd     {format_decimals(Fraction(format_root(found.variance, 6)) / 100, 4)}")
    console().print(f"worst  {money(found.worst)}   best {money(found.best)}")
    console().print(f"ahead  {format_decimals(ahead, 8)}{_exact_suffix(ahead)}\n")
    print_table(columns, rows, right=[column for column in columns if column])


def _exact_suffix(value: Fraction) -> str:
    """Return the fraction if it is short; a long one is never written out just to be measured."""
    if value.denominator.bit_length() > 4 * LONGEST_FRACTION:
        return ""
    exact = str(value)
    return f"   exactly {exact}" if len(exact) <= LONGEST_FRACTION else ""


def _distribution_record(found: Distribution, rounds: int) -> dict[str, object]:
    few = len(found) <= MOST_LISTED
    ahead = found.ahead
    facts: dict[str, object] = {
        "rounds": rounds,
        "method": found.method,
        "mean": str(found.mean),
        "variance": str(found.variance),
        "worst": found.worst,
        "best": found.best,
        "ahead": str(ahead) if few else None,
        "ahead_decimal": format_decimals(ahead, 12),
    }
    return facts | ({"pmf": {str(net): str(share) for net, share in found.items()}} if few else {})


def _result_rows(found: Distribution) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    """Return each result with its probability if there are few, or quantiles if there are many."""
    if len(found) > MOST_BARS:
        return ("quantile", "net"), [
            (f"{int(mark * 100)} %", format_signed(found.quantile(mark))) for mark in QUANTILES
        ]
    most = max(share for _, share in found.items())
    bars: list[tuple[str, ...]] = [
        (format_signed(net), format_decimals(share, 6), str(share), "█" * int(24 * share / most))
        for net, share in found.items()
    ]
    return ("net", "probability", "exact", ""), bars


def streak(
    layout: Annotated[
        str, typer.Argument(metavar="[LAYOUT]", help="Layout that offers Super Streak.")
    ] = "star-sydney",
    side: Annotated[str, typer.Option("--side", help="Side to bet on: small, big, odd or even.")] = "small",
    play: Annotated[int | None, typer.Option("--play", help="Also simulate this number of rounds.")] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Random seed for --play; the same seed gives the same dice.")
    ] = None,
    reading: ReadingOption = None,
    json_wanted: JsonOption = False,
) -> None:
    """Compute Super Streak as an exact Markov chain, and optionally simulate it."""
    book = load_rulebook(layout, reading)
    names = [f"{PREFIX}{each}" for each in streak_sides(book.rules)]
    if PREFIX + side not in names:
        raise NotFound(
            f"Super Streak bet at {book.name}", PREFIX + side, names or rulebooks.with_super_streak()
        )
    played = _simulate_streak(book, side, play, seed) if play else None
    if json_wanted:
        print_json(_chain_record(book, side) | ({"played": played} if played else {}))
        return
    _print_chain(book, side)
    if played:
        low, high = played["interval"]
        console().print(f"\n{played['wagers']:,} wagers in {play:,} rounds, seed {played['seed']}")
        console().print(f"mean {played['mean']:.6f}, 95 % {low:.6f} to {high:.6f}, exact {played['exact']}")


def _simulate_streak(book: Rulebook, side: str, rounds: int, seed: int | None) -> dict[str, Any]:
    from sicbo.bankroll import streaks

    return streaks(book, side, rounds, seed).facts()


def _short_fraction(value: Fraction | None) -> str:
    if value is None:
        return ""
    exact = str(value)
    return exact if len(exact) <= LONGEST_FRACTION // 2 else format_decimals(value, 12)


def _chain_record(book: Rulebook, side: str) -> dict[str, object]:
    chain = book.streak(side)
    return {
        "layout": book.name,
        "side": side,
        "house_edge": str(chain.edge),
        "variance": str(chain.variance),
        "rounds": str(chain.rounds),
        "lengths": {str(length): str(share) for length, share in chain.lengths.items()},
        "values": {str(length): str(value) for length, value in chain.values.items()},
        "readings": dict(book.rules.chosen),
    }


def _print_chain(book: Rulebook, side: str) -> None:
    chain, rules = book.streak(side), book.rules.super_streak
    assert rules is not None
    print_heading(f"Super Streak {side} at {book.name} ({rules.lines.clause}, {rules.pays.clause})")
    console().print(
        f"house edge {chain.edge} ({format_percent(chain.edge)}), sd {format_root(chain.variance, 4)}"
    )
    console().print(
        f"lasts {format_decimals(chain.rounds, 4)} rounds; counted from {rules.count_from.choice.value}\n"
    )
    odds = {length: odds_to_one(price) for length, price in rules.pays.choice.items()}
    columns = ("length", "pays to 1", "probability", "value at this length")
    body = [
        (
            str(length),
            odds.get(length, "loses"),
            _short_fraction(share),
            _short_fraction(chain.values.get(length)),
        )
        for length, share in chain.lengths.items()
    ]
    print_table(columns, body, right=columns)
