"""Exact distributions: `dist` for a slip over many rounds, `streak` for Super Streak."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

import typer

from sicbo import rulebooks
from sicbo.cli.output import (
    Json,
    LayoutName,
    Plot,
    ReadAs,
    Stakes,
    heading,
    machine,
    opened,
    people,
    signed,
    slip_of,
    table,
)
from sicbo.errors import BadInput, NotFound
from sicbo.game.money import money
from sicbo.game.super_streak import PREFIX
from sicbo.maths.distribution import Distribution
from sicbo.maths.figures import decimals, percent, root
from sicbo.maths.super_streak import streak_sides
from sicbo.rulebook import Rulebook
from sicbo.words import to_one

MOST_ROUNDS = 100_000
LISTED, DRAWN, SHORT = 400, 60, 40
MARKS = tuple(Fraction(mark, 100) for mark in (1, 5, 25, 50, 75, 95, 99))


def dist(
    layout: LayoutName,
    stakes: Stakes,
    rounds: Annotated[int, typer.Option("--rounds", "-n", help="Number of independent rounds.")] = 1,
    plot: Plot = None,
    reading: ReadAs = None,
    json_wanted: Json = False,
) -> None:
    """Compute the exact distribution of a slip's net result."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"--rounds must be between 1 and {MOST_ROUNDS}, not {rounds}.")
    book = opened(layout, reading)
    slip = slip_of(stakes, book)
    found = book.distribution(slip, rounds)
    if plot:
        from sicbo.lab.output.plots import distribution_plot, save_plot, slip_said

        said = f"{slip_said(slip)}, {rounds:,} round{'s' * (rounds > 1)} at {book.name}, exact"
        save_plot(distribution_plot(found, said), plot)
    if json_wanted:
        machine(_record(found, rounds))
        return
    # A calculation that takes too long is refused before anything is printed. `method` describes the last
    # one, so the results are computed first.
    ahead, (columns, rows) = found.ahead, _results(found)
    people().print(f"{rounds} round{'s' * (rounds > 1)}, exact ({found.method})")
    people().print(f"mean   {decimals(found.mean / 100, 4)}{_exactly(found.mean / 100)}")
    people().print(f"sd     {decimals(Fraction(root(found.variance, 6)) / 100, 4)}")
    people().print(f"worst  {money(found.worst)}   best {money(found.best)}")
    people().print(f"ahead  {decimals(ahead, 8)}{_exactly(ahead)}\n")
    table(columns, rows, right=[column for column in columns if column])


def _exactly(value: Fraction) -> str:
    """Return the fraction if it is short; a long one is never written out just to be measured."""
    if value.denominator.bit_length() > 4 * SHORT:
        return ""
    exact = str(value)
    return f"   exactly {exact}" if len(exact) <= SHORT else ""


def _record(found: Distribution, rounds: int) -> dict[str, object]:
    few = len(found) <= LISTED
    ahead = found.ahead
    facts: dict[str, object] = {
        "rounds": rounds,
        "method": found.method,
        "mean": str(found.mean),
        "variance": str(found.variance),
        "worst": found.worst,
        "best": found.best,
        "ahead": str(ahead) if few else None,
        "ahead_decimal": decimals(ahead, 12),
    }
    return facts | ({"pmf": {str(net): str(share) for net, share in found.items()}} if few else {})


def _results(found: Distribution) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    """Return each result with its probability if there are few, or quantiles if there are many."""
    if len(found) > DRAWN:
        return ("quantile", "net"), [(f"{int(mark * 100)} %", signed(found.quantile(mark))) for mark in MARKS]
    most = max(share for _, share in found.items())
    bars: list[tuple[str, ...]] = [
        (signed(net), decimals(share, 6), str(share), "█" * int(24 * share / most))
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
    reading: ReadAs = None,
    json_wanted: Json = False,
) -> None:
    """Compute Super Streak as an exact Markov chain, and optionally simulate it."""
    book = opened(layout, reading)
    names = [f"{PREFIX}{each}" for each in streak_sides(book.rules)]
    if PREFIX + side not in names:
        raise NotFound(
            f"Super Streak bet at {book.name}", PREFIX + side, names or rulebooks.with_super_streak()
        )
    played = _played(book, side, play, seed) if play else None
    if json_wanted:
        machine(_chain(book, side) | ({"played": played} if played else {}))
        return
    _print_chain(book, side)
    if played:
        low, high = played["interval"]
        people().print(f"\n{played['wagers']:,} wagers in {play:,} rounds, seed {played['seed']}")
        people().print(f"mean {played['mean']:.6f}, 95 % {low:.6f} to {high:.6f}, exact {played['exact']}")


def _played(book: Rulebook, side: str, rounds: int, seed: int | None) -> dict[str, Any]:
    from sicbo.bankroll import streaks

    return streaks(book, side, rounds, seed).facts()


def _fitting(value: Fraction | None) -> str:
    if value is None:
        return ""
    exact = str(value)
    return exact if len(exact) <= SHORT // 2 else decimals(value, 12)


def _chain(book: Rulebook, side: str) -> dict[str, object]:
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
    heading(f"Super Streak {side} at {book.name} ({rules.lines.clause}, {rules.pays.clause})")
    people().print(f"house edge {chain.edge} ({percent(chain.edge)}), sd {root(chain.variance, 4)}")
    people().print(
        f"lasts {decimals(chain.rounds, 4)} rounds; counted from {rules.count_from.choice.value}\n"
    )
    odds = {length: to_one(price) for length, price in rules.pays.choice.items()}
    columns = ("length", "pays to 1", "probability", "value at this length")
    body = [
        (str(length), odds.get(length, "loses"), _fitting(share), _fitting(chain.values.get(length)))
        for length, share in chain.lengths.items()
    ]
    table(columns, body, right=columns)
