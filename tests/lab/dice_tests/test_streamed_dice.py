"""Long streams of rolls, counted as they come and never stored: our generator and the tumbler's mapping."""

import os
from collections.abc import Callable

import numpy as np
import pytest

from sicbo.house.electronic_rolls import REJECTED_FROM, roll_of, stream_of
from sicbo.lab.dice_tests.distributions import chi_square_survival
from sicbo.lab.random.rolls import places
from sicbo.lab.random.splitmix import stream
from sicbo.server.dealing.tumbler import new_seed
from tests.soak.figures import add_count

ROLLS = int(os.environ.get("SICBO_STREAMED", "1000000"))
AT_ONCE, SIDES, OUTCOMES = 1_000_000, 6, 216
UNLIKELY = 1e-6
Source = Callable[[int], np.ndarray]
"""Yields rolls from a position on, each as a number below 216."""


def map_to_dice(chance: np.ndarray) -> np.ndarray:
    """Map bytes to dice as the tumbler does: large bytes are rejected, the rest give six faces."""
    dice = chance[chance < REJECTED_FROM] % SIDES
    three = dice[: len(dice) // 3 * 3].astype(np.uint16).reshape(-1, 3)
    return three @ np.array([SIDES * SIDES, SIDES, 1], dtype=np.uint16)


def system_rolls(_: int) -> np.ndarray:
    """Return rolls from the system's random source, mapped as the tumbler does."""
    return map_to_dice(np.frombuffer(os.urandom(3 * AT_ONCE), dtype=np.uint8))


def generator_rolls(start: int) -> np.ndarray:
    """Return rolls from our own generator."""
    return places(stream(2024), start, AT_ONCE).astype(np.uint16)


def modulo(_: int) -> np.ndarray:
    """Map bytes without rejection: four faces come 43 times of 256, two 42 times."""
    dice = np.frombuffer(os.urandom(3 * AT_ONCE), dtype=np.uint8).reshape(-1, 3) % SIDES
    return dice.astype(np.uint16) @ np.array([SIDES * SIDES, SIDES, 1], dtype=np.uint16)


def likely(source: Source, count: int) -> list[float]:
    """Return the p-values that rolls, and pairs of neighbouring rolls, are uniform."""
    neighbours = np.zeros(OUTCOMES**2, dtype=np.int64)
    rolls = np.zeros(OUTCOMES, dtype=np.int64)
    done = 0
    while done < count:
        drawn = source(done)[: count - done].astype(np.int64)
        done += len(drawn)
        rolls += np.bincount(drawn, minlength=OUTCOMES)
        apart = len(drawn) // 2 * 2
        pairs = drawn[0:apart:2] * OUTCOMES + drawn[1:apart:2]
        neighbours += np.bincount(pairs, minlength=OUTCOMES**2)
    return [_p(seen) for seen in (rolls, neighbours)]


def _p(seen: np.ndarray) -> float:
    fair = seen.sum() / len(seen)
    return chi_square_survival(float(((seen - fair) ** 2 / fair).sum()), len(seen) - 1)


@pytest.mark.parametrize(
    ("name", "source"), [("generator", generator_rolls), ("tumbler's mapping", system_rolls)]
)
def test_rolls_and_their_neighbours_come_as_often_as_any_other(name: str, source: Source) -> None:
    """Rolls and neighbours are neither too uneven nor too even for chance."""
    found = likely(source, ROLLS)

    assert all(UNLIKELY < p < 1 - UNLIKELY for p in found), found
    add_count(f"rolls of the {name}", ROLLS)


def test_a_mapping_that_leaves_nothing_out_is_found() -> None:
    """A million rolls are enough, for any seed."""
    assert likely(modulo, AT_ONCE)[0] < UNLIKELY


def test_the_mapping_is_the_tumblers() -> None:
    """The first roll from a seed's bytes is the roll that the tumbler makes from that seed."""
    for number in range(300):
        seed, close = new_seed()[0], number.to_bytes(32, "big")
        chance = stream_of(seed, close)
        first = map_to_dice(np.array([next(chance) for _ in range(32)], dtype=np.uint8))[0]
        one, two, three = roll_of(seed, close)
        assert first == (one - 1) * SIDES * SIDES + (two - 1) * SIDES + three - 1
