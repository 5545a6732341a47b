"""Tumblers: the source of the dice when no dealer enters them.

The electronic tumbler commits to a seed before the round, and rolls from the seed and the record that closed
the bets. So the roll cannot be known before the close, and asking again gives the same roll.
"""

import secrets
from collections import deque
from typing import Protocol

from sicbo.errors import SicboError
from sicbo.game.dice import Roll
from sicbo.house.electronic_rolls import commitment_of, roll_of

LONGEST_RUN = 8
WINDOW = 1_800
MOST_OF_A_FACE = 420
"""Of 1,800 faces each is expected 300 times, with a standard deviation of 16: 420 occur by chance once in
10^13.
"""


class Unfit(SicboError):
    """The tumbler's random source does not look random: stop, and have it inspected."""


class Tumbler(Protocol):
    """A source of one roll for each committed seed."""

    kind: str

    def roll(self, seed: bytes, close: bytes) -> Roll:
        """Return the dice, from the seed and the hash of the record that closed the bets."""


def new_seed() -> tuple[bytes, str]:
    """Return a new seed and the commitment to it."""
    seed = secrets.token_bytes(32)
    return seed, commitment_of(seed)


class Electronic:
    """A tumbler that rolls from seeds of the system's random source, and monitors the results."""

    kind = "electronic"

    def __init__(self) -> None:
        self._faces: deque[int] = deque(maxlen=WINDOW)
        self._often = [0] * 7
        self._last: tuple[int, int] = (-1, 0)

    def roll(self, seed: bytes, close: bytes) -> Roll:
        """Return the dice, or raise `Unfit` if the source repeats itself or favours a face."""
        self._watch(seed)
        roll = roll_of(seed, close)
        for face in roll:
            if len(self._faces) == WINDOW:
                self._often[self._faces[0]] -= 1
            self._faces.append(face)
            self._often[face] += 1
        if max(self._often) > MOST_OF_A_FACE:
            raise Unfit("One face comes far too often: let the tumbler be looked at.")
        return roll

    def _watch(self, seed: bytes) -> None:
        """Raise `Unfit` if the source gives the same byte again and again."""
        for byte in seed:
            last, times = self._last
            self._last = (byte, times + 1 if byte == last else 1)
            if self._last[1] >= LONGEST_RUN:
                raise Unfit("The source of chance repeats itself: let the tumbler be looked at.")
