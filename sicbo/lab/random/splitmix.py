"""Where simulated chance comes from: the 64-bit words of SplitMix64, any of them at once.

Word number n of a state is a function of the two, so a run can be cut anywhere and dealt by any number of
workers, and plain Python, numpy and the compiled kernels give the same words. No library's generator is used:
their streams are promised for one version or one machine only. The rules are in docs/guides/laboratory.md.
"""

from secrets import randbits
from typing import Final

import numpy as np
import numpy.typing as npt

from sicbo.errors import BadInput, shown

GAMMA: Final = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
ALL: Final = 2**64 - 1

DICE, TOTALS, FIRST_TRIAL = 0, 1, 2
"""The streams of a seed: the dice of a run, the draws of totals, and one for each trial of a strategy."""

Words = npt.NDArray[np.uint64]


def seed_of(seed: int | None) -> int:
    """The seed as given; without one, a fresh one, which the result then carries."""
    if seed is None:
        return randbits(64)
    if type(seed) is not int or not 0 <= seed <= ALL:
        raise BadInput(f"A seed is a whole number from 0 to 2^64 - 1, not {shown(seed)}.")
    return seed


def mixed(state: int) -> int:
    """The finishing step of SplitMix64."""
    state = ((state ^ (state >> 30)) * FIRST) & ALL
    state = ((state ^ (state >> 27)) * SECOND) & ALL
    return state ^ (state >> 31)


def word(state: int, number: int = 0) -> int:
    """The word of that number, counted from 0, of SplitMix64 started at `state`."""
    return mixed((state + (number + 1) * GAMMA) & ALL)


def stream(seed: int, number: int = DICE) -> int:
    """The state at which a stream of a seed starts."""
    return word(word(seed), number)


def words(state: int, start: int, count: int) -> Words:
    """The words from number `start` on, by numpy."""
    numbers = np.arange(count, dtype=np.uint64)
    return _mixed(numbers * np.uint64(GAMMA) + np.uint64((state + (start + 1) * GAMMA) & ALL))


def streams(seed: int, first: int, count: int) -> Words:
    """The starting states of several streams that follow each other."""
    return words(word(seed), first, count)


def words_at(states: Words, number: int) -> Words:
    """The words of one number, of many states at once."""
    return _mixed(states + np.uint64((number + 1) * GAMMA & ALL))


def again(rejected: Words) -> Words:
    """What stands in for words that were rejected: the first word of SplitMix64 started at each."""
    return _mixed(rejected + np.uint64(GAMMA))


def _mixed(state: Words) -> Words:
    state ^= state >> np.uint64(30)
    state *= np.uint64(FIRST)
    state ^= state >> np.uint64(27)
    state *= np.uint64(SECOND)
    state ^= state >> np.uint64(31)
    return state
