"""The Star's table for its clause tests: worked examples of bets and odds, and Super Streak."""

from collections.abc import Callable
from fractions import Fraction

from sicbo.game.limits import Bounds, Limits
from sicbo.game.settlement import Wager, settle
from sicbo.game.super_streak import StreakLine, Streaks, StreakWager, advance, opening
from sicbo.rulebooks.star_sydney_2016.rulebook import RULES
from tests.clauses.brute import EVERY, Dice, edge

LAYOUT = RULES.layout()
SIGN = Limits(Bounds(1000, 10_000))
F = Fraction
SMALL_ODD, SMALL_EVEN, BIG_ODD, BIG_EVEN, TRIPLE = (1, 2, 4), (1, 2, 5), (5, 4, 6), (6, 4, 2), (5, 5, 5)

EVEN_MONEY = [
    ("small", "3.1.1", range(4, 11), [(1, 1, 2), (3, 3, 4)], [(1, 1, 1), (2, 2, 2), (3, 3, 3), (5, 5, 1)]),
    ("big", "3.1.2", range(11, 18), [(5, 5, 1), (6, 6, 5)], [(6, 6, 6), (4, 4, 4), (5, 5, 5), (3, 3, 4)]),
    ("odd", "3.2.1", range(5, 18, 2), [(1, 2, 2), (6, 6, 5)], [(1, 2, 3), (1, 1, 1), (3, 3, 3), (5, 5, 5)]),
    ("even", "3.2.2", range(4, 17, 2), [(1, 4, 5), (2, 2, 4)], [(1, 2, 4), (2, 2, 2), (4, 4, 4), (6, 6, 6)]),
]
TOTAL_ROLLS = {
    4: 3,
    5: 6,
    6: 10,
    7: 15,
    8: 21,
    9: 25,
    10: 27,
    11: 27,
    12: 25,
    13: 21,
    14: 15,
    15: 10,
    16: 6,
    17: 3,
}
Area = tuple[str, str, Callable[[Dice], bool], int]
AREAS: list[Area] = [
    ("any-triple", "3.1.5", lambda dice: len(set(dice)) == 1, 6),
    *((f"triple-{n}", "3.1.3", lambda dice, n=n: dice == (n, n, n), 1) for n in range(1, 7)),
    *((f"double-{n}", "3.1.4", lambda dice, n=n: dice.count(n) >= 2, 16) for n in range(1, 7)),
    *((f"total-{n}", "3.1.6", lambda dice, n=n: sum(dice) == n, count) for n, count in TOTAL_ROLLS.items()),
    *(
        (f"domino-{a}{b}", "3.1.7", lambda dice, a=a, b=b: a in dice and b in dice, 30)
        for a in range(1, 7)
        for b in range(a + 1, 7)
    ),
    *((f"single-{n}", "3.1.8", lambda dice, n=n: n in dice, 91) for n in range(1, 7)),
    *(
        (
            f"four-{four}",
            "3.2.3",
            lambda dice, four=four: len(set(dice)) == 3 and all(str(n) in four for n in dice),
            24,
        )
        for four in ("1234", "2345", "2356", "3456")
    ),
]
ROWS = [
    ("7.1/small", "small", (1, 2, 4), 1000, (2, 2, 2), 105, F(1, 36)),
    ("7.1/big", "big", (6, 5, 2), 1000, (5, 5, 5), 105, F(1, 36)),
    ("7.1/odd", "odd", (1, 2, 4), 1000, (3, 3, 3), 105, F(1, 36)),
    ("7.1/even", "even", (1, 4, 5), 1000, (4, 4, 4), 105, F(1, 36)),
    ("7.1/specific-triples", "triple-3", (3, 3, 3), 180_000, (3, 3, 4), 1, F(35, 216)),
    ("7.1/specific-doubles", "double-3", (3, 3, 3), 11_000, (3, 4, 5), 16, F(1, 9)),
    ("7.1/any-triple", "any-triple", (5, 5, 5), 31_000, (5, 5, 4), 6, F(1, 9)),
    ("7.1/totals-4-17", "total-4", (1, 1, 2), 62_000, (1, 1, 3), 3, F(1, 8)),
    ("7.1/totals-4-17", "total-17", (6, 6, 5), 62_000, (6, 6, 6), 3, F(1, 8)),
    ("7.1/totals-5-16", "total-5", (1, 1, 3), 31_000, (1, 2, 3), 6, F(1, 9)),
    ("7.1/totals-5-16", "total-16", (6, 6, 4), 31_000, (6, 6, 5), 6, F(1, 9)),
    ("7.1/totals-6-15", "total-6", (2, 2, 2), 18_000, (1, 2, 4), 10, F(13, 108)),
    ("7.1/totals-6-15", "total-15", (5, 5, 5), 18_000, (4, 5, 5), 10, F(13, 108)),
    ("7.1/totals-7-14", "total-7", (1, 2, 4), 12_000, (1, 2, 5), 15, F(7, 72)),
    ("7.1/totals-7-14", "total-14", (4, 5, 5), 12_000, (5, 5, 5), 15, F(7, 72)),
    ("7.1/totals-8-13", "total-8", (1, 2, 5), 8000, (1, 2, 6), 21, F(1, 8)),
    ("7.1/totals-8-13", "total-13", (2, 5, 6), 8000, (2, 4, 6), 21, F(1, 8)),
    ("7.1/totals-9-12", "total-9", (3, 3, 3), 7000, (1, 2, 5), 25, F(2, 27)),
    ("7.1/totals-9-12", "total-12", (4, 4, 4), 7000, (2, 5, 6), 25, F(2, 27)),
    ("7.1/totals-10-11", "total-10", (2, 3, 5), 6000, (3, 3, 3), 27, F(1, 8)),
    ("7.1/totals-10-11", "total-11", (1, 4, 6), 6000, (4, 4, 4), 27, F(1, 8)),
    ("7.1/four-number-1234", "four-1234", (1, 2, 4), 7000, (1, 1, 2), 24, F(1, 9)),
    ("7.1/four-number-2345", "four-2345", (2, 3, 5), 7000, (2, 2, 3), 24, F(1, 9)),
    ("7.1/four-number-2356", "four-2356", (2, 5, 6), 7000, (2, 4, 5), 24, F(1, 9)),
    ("7.1/four-number-3456", "four-3456", (3, 4, 6), 7000, (3, 3, 3), 24, F(1, 9)),
    ("7.1/dice-combination-1", "domino-12", (1, 2, 2), 6000, (1, 1, 1), 30, F(1, 36)),
    ("7.1/dice-combination-1", "domino-16", (1, 3, 6), 6000, (1, 1, 5), 30, F(1, 36)),
    ("7.1/dice-combination-2", "domino-23", (2, 3, 3), 6000, (2, 2, 2), 30, F(1, 36)),
    ("7.1/dice-combination-2", "domino-26", (1, 2, 6), 6000, (2, 2, 5), 30, F(1, 36)),
    ("7.1/dice-combination-3", "domino-34", (3, 4, 4), 6000, (3, 3, 3), 30, F(1, 36)),
    ("7.1/dice-combination-3", "domino-36", (1, 3, 6), 6000, (3, 3, 5), 30, F(1, 36)),
    ("7.1/dice-combination-4", "domino-45", (4, 5, 5), 6000, (4, 4, 4), 30, F(1, 36)),
    ("7.1/dice-combination-4", "domino-46", (1, 4, 6), 6000, (4, 4, 5), 30, F(1, 36)),
    ("7.1/dice-combination-5", "domino-56", (5, 6, 6), 6000, (5, 5, 5), 30, F(1, 36)),
]
RUNS = {
    "small": ([(1, 1, 2), (2, 3, 5), (1, 2, 6), (1, 2, 4)], (1, 4, 6)),
    "big": ([(1, 4, 6), (5, 6, 6), (2, 4, 6), (3, 5, 6)], (1, 4, 5)),
    "odd": ([(1, 2, 2), (1, 4, 6), (5, 6, 6), (1, 2, 6)], (1, 2, 5)),
    "even": ([(1, 1, 2), (1, 4, 5), (4, 6, 6), (1, 2, 5)], (1, 2, 4)),
}


def net(bet: str, dice: Dice, stake: int = 1000) -> int:
    """Return what a stake in cents gains or loses on one roll."""
    return settle(Wager(bet, stake), dice, LAYOUT, RULES).net


def winning(bet: str) -> set[Dice]:
    """Return the rolls on which a bet is paid."""
    return {dice for dice in EVERY if LAYOUT.price(bet, dice)}


def edge_of(bet: str) -> Fraction:
    """Return the house edge over the 216 rolls."""
    return edge(lambda dice: price.odds if (price := LAYOUT.price(bet, dice)) else None)


def rolls(test: Callable[[Dice], bool]) -> set[Dice]:
    """Return the rolls for which a test holds."""
    return {dice for dice in EVERY if test(dice)}


def alike(dice: Dice) -> bool:
    """Return whether all three dice have one value."""
    return dice[0] == dice[1] == dice[2]


def clause_of(bet: str, dice: Dice) -> str:
    """Return the clauses by which a wager was settled."""
    return settle(Wager(bet, 1000), dice, LAYOUT, RULES).clause


def after(*results: Dice | None) -> Streaks:
    """Return the runs of a day after these results."""
    streaks = opening(RULES)
    for dice in results:
        streaks = advance(streaks, dice, RULES).streaks
    return streaks


def standing(count: int, side: str = "small", owner: str = "ana") -> StreakWager:
    """Return a wager of ten dollars with this count."""
    return StreakWager(Wager(f"streak-{side}", 1000), side, count, owner)


def running(*wagers: StreakWager) -> Streaks:
    """Return a table with these wagers in play."""
    return Streaks(opening(RULES).runs, wagers)


def streak_ends(wager: StreakWager, dice: Dice | None) -> list[int]:
    """Return the net of a wager that ends on this result; empty while the wager runs."""
    return [net_of(line) for line in advance(running(wager), dice, RULES).lines]


def net_of(line: StreakLine) -> int:
    """Return what a Super Streak gained or lost."""
    return line.winnings - line.collected
