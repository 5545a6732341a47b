"""The random generator of the simulations: 64-bit words of SplitMix64 with random access.

Word number n of a state is a function of the two. So a run can be cut anywhere and dealt by any number of
workers, and plain Python, numpy and the compiled kernels give the same words. No library's generator is used,
because their streams are guaranteed for one version or one machine only.
The algorithm is in docs/guides/laboratory.md.
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
    """Return the given seed, or a fresh one if it is None; the result records it."""
    if seed is None:
        return randbits(64)
    if type(seed) is not int or not 0 <= seed <= ALL:
        raise BadInput(f"A seed must be a whole number from 0 to 2^64 - 1, not {shown(seed)}.")
    return seed


def mixed(state: int) -> int:
    """Return the output mix of SplitMix64."""
    state = ((state ^ (state >> 30)) * FIRST) & ALL
    state = ((state ^ (state >> 27)) * SECOND) & ALL
    return state ^ (state >> 31)


def word(state: int, number: int = 0) -> int:
    """Return word `number`, counted from 0, of SplitMix64 started at `state`."""
    return mixed((state + (number + 1) * GAMMA) & ALL)


def stream(seed: int, number: int = DICE) -> int:
    """Return the state at which a stream of a seed starts."""
    return word(word(seed), number)


def words(state: int, start: int, count: int) -> Words:
    """Return `count` words from number `start` on, by numpy."""
    numbers = np.arange(count, dtype=np.uint64)
    return _mixed(numbers * np.uint64(GAMMA) + np.uint64((state + (start + 1) * GAMMA) & ALL))


def streams(seed: int, first: int, count: int) -> Words:
    """Return the starting states of several consecutive streams."""
    return words(word(seed), first, count)


def words_at(states: Words, number: int) -> Words:
    """Return word `number` of many states at once."""
    return _mixed(states + np.uint64((number + 1) * GAMMA & ALL))


def again(rejected: Words) -> Words:
    """Return the replacements of rejected words: the first word of SplitMix64 started at each."""
    return _mixed(rejected + np.uint64(GAMMA))


def _mixed(state: Words) -> Words:
    state ^= state >> np.uint64(30)
    state *= np.uint64(FIRST)
    state ^= state >> np.uint64(27)
    state *= np.uint64(SECOND)
    state ^= state >> np.uint64(31)
    return state
