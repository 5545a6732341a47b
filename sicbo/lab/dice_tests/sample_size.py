"""Sample sizes for the dice tests: how many rolls detect a fault of a given size."""

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
    """Return the probabilities of a die with one face more likely by `bias`, the others equally less."""
    if not 0 < bias <= 5 / 6:
        raise BadInput(f"A bias must be between 0 and 5/6, not {bias}.")
    return [1 / 6 + bias, *([(5 / 6 - bias) / 5] * 5)]


def rolls_needed(
    shares: Sequence[float],
    dice: int = 1,
    level: float = LEVEL,
    power: float = POWER,
    ordered: bool = True,
) -> int:
    """Return the number of rolls that detects dice with these probabilities, all tests corrected together.

    `dice` is the number of biased dice, 1 or 3: a single die is tested by itself, three are tested together.
    If a log is not `ordered`, a single die is tested among the others, which takes three times the rolls.
    """
    distance = sum((share - 1 / 6) ** 2 * 6 for share in shares)
    if not distance:
        raise BadInput("Fair dice cannot be detected. Give probabilities that differ from one sixth.")
    times = 1 / 3 if dice == 3 else 1 if ordered else 3
    return max(LEAST, ceil(_shift(level / len(TESTS), power) / distance * times))


def rolls_for_period(period: int) -> int:
    """Return the number of rolls that detects a generator with this period."""
    return max(LEAST, period + WINDOW)


@lru_cache(maxsize=64)
def _shift(level: float, power: float) -> float:
    """Return the noncentrality at which a chi-square of five degrees of freedom has this power."""
    limit = chi_square_limit(level, 5)
    low, high = 0.0, 1_000.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if shifted_above(limit, 5, middle) < power else (low, middle)
    return high


def power_table(
    rolls: int, level: float = LEVEL, power: float = POWER, ordered: bool = True
) -> list[dict[str, Any]]:
    """Return biases of one face on one die, the rolls that detect each, and whether `rolls` is enough."""
    rows: list[dict[str, Any]] = []
    for bias in BIASES:
        needed = rolls_needed(one_face(bias), 1, level, power, ordered)
        rows.append({"bias": bias, "rolls needed": needed, "enough": rolls >= needed})
    return rows


def smallest_bias(rolls: int, level: float = LEVEL, power: float = POWER, ordered: bool = True) -> float:
    """Return the smallest bias of one face on one die that this number of rolls detects."""
    return float((_shift(level / len(TESTS), power) * (1 if ordered else 3) / rolls / 7.2) ** 0.5)
