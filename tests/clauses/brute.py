"""Edges counted from scratch over the 216 rolls, sharing nothing with the package."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

Dice = tuple[int, int, int]
EVERY: tuple[Dice, ...] = tuple((a, b, c) for a, b, c in product(range(1, 7), repeat=3))


def wins(test: Callable[[Dice], bool]) -> int:
    """Return the number of the 216 rolls for which a test holds."""
    return sum(1 for dice in EVERY if test(dice))


def edge(pays: Callable[[Dice], Fraction | int | None]) -> Fraction:
    """Return the house edge of a bet with these odds to one on each roll; None if a roll loses."""
    results = (pays(dice) for dice in EVERY)
    return -Fraction(sum(Fraction(-1) if result is None else Fraction(result) for result in results)) / 216
