"""The power of the dice tests: how many rolls would show a fault of this size."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Any

from sicbo.errors import BadInput
from sicbo.lab.dice_tests.distributions import chi_square_limit, shifted_above
from sicbo.lab.dice_tests.tests import LEAST, TESTS, WINDOW

LEVEL, POWER = 0.01, 0.95
BIASES = (0.05, 0.02, 0.01, 0.005, 0.002)


def one_face(bias: float) -> list[float]:
    """The shares of a die with one face that comes more often by `bias`, and the others less, alike."""
    if not 0 < bias <= 5 / 6:
        raise BadInput(f"A bias lies between 0 and 5/6, not {bias}.")
    return [1 / 6 + bias, *([(5 / 6 - bias) / 5] * 5)]


def rolls_needed(
    shares: Sequence[float],
    dice: int = 1,
    level: float = LEVEL,
    power: float = POWER,
    ordered: bool = True,
) -> int:
    """Rolls in which dice with such shares are found with that power, all tests corrected together.

    `dice` says how many of the three have them: one is looked at by itself, three are looked at together.
    Where a log is not `ordered`, one is looked at among the others, which takes three times the rolls.
    """
    distance = sum((share - 1 / 6) ** 2 * 6 for share in shares)
    if not distance:
        raise BadInput("Fair dice cannot be found out: give shares that differ from one sixth.")
    times = 1 / 3 if dice == 3 else 1 if ordered else 3
    return max(LEAST, ceil(_shift(level / len(TESTS), power) / distance * times))


def rolls_for_period(period: int) -> int:
    """Rolls in which a generator that repeats itself after so many rolls is found."""
    return max(LEAST, period + WINDOW)


@lru_cache(maxsize=64)
def _shift(level: float, power: float) -> float:
    """How far the chi-square of five degrees must be shifted to pass its limit that often."""
    limit = chi_square_limit(level, 5)
    low, high = 0.0, 1_000.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if shifted_above(limit, 5, middle) < power else (low, middle)
    return high


def power_table(
    rolls: int, level: float = LEVEL, power: float = POWER, ordered: bool = True
) -> list[dict[str, Any]]:
    """Biases of one face on one die, the rolls that show each, and whether these rolls are enough."""
    rows: list[dict[str, Any]] = []
    for bias in BIASES:
        needed = rolls_needed(one_face(bias), 1, level, power, ordered)
        rows.append({"bias": bias, "rolls needed": needed, "enough": rolls >= needed})
    return rows


def smallest_bias(rolls: int, level: float = LEVEL, power: float = POWER, ordered: bool = True) -> float:
    """The least bias of one face on one die that so many rolls would show."""
    return float((_shift(level / len(TESTS), power) * (1 if ordered else 3) / rolls / 7.2) ** 0.5)
