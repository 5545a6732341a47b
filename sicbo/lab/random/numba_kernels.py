"""Compiled kernels: the generator of `splitmix` and `rolls`, and what a run does with the rolls.

They are compiled once and cached on disk. numba comes with the extra `lab`; without it, `engines` uses numpy.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np

from sicbo.game.dice import OUTCOMES
from sicbo.lab.random.rolls import PAIRS, UNFAIR
from sicbo.lab.random.splitmix import FIRST, GAMMA, SECOND

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

BLOCK = 2048
"""Number of words drawn at once; their pairs fit into the innermost cache."""

_GAMMA, _FIRST, _SECOND = np.uint64(GAMMA), np.uint64(FIRST), np.uint64(SECOND)
_PAIRS, _UNFAIR, _HALF, _32 = np.uint64(PAIRS), np.uint64(UNFAIR), np.uint64(2**32 - 1), np.uint64(32)
_ROLLS = np.uint16(OUTCOMES)


def compiled(function: Kernel) -> Kernel:
    """Compile a function to machine code that releases the interpreter lock."""
    return cast(Kernel, numba.njit(cache=True, nogil=True)(function))


@compiled
def _mix(state: np.uint64) -> np.uint64:
    state = (state ^ (state >> np.uint64(30))) * _FIRST
    state = (state ^ (state >> np.uint64(27))) * _SECOND
    return state ^ (state >> np.uint64(31))


@compiled
def _again(drawn: np.uint64, shift: np.uint64) -> np.uint64:
    """Return the pair for a half that was rejected."""
    while True:
        drawn = _mix(drawn + _GAMMA)
        product = ((drawn >> shift) & _HALF) * _PAIRS
        if (product & _HALF) >= _UNFAIR:
            return product >> _32


@compiled
def _draw(state: np.uint64, start: np.uint64, count: int, low: Any, high: Any) -> None:
    """Write the pairs of `count` words: of their low halves to `low`, of their high halves to `high`."""
    bad = np.uint64(0)
    for place in range(count):
        drawn = _mix(state + (start + np.uint64(place + 1)) * _GAMMA)
        first, second = (drawn & _HALF) * _PAIRS, (drawn >> _32) * _PAIRS
        low[place], high[place] = first >> _32, second >> _32
        bad |= np.uint64((first & _HALF) < _UNFAIR) | np.uint64((second & _HALF) < _UNFAIR)
    if bad:
        for place in range(count):
            drawn = _mix(state + (start + np.uint64(place + 1)) * _GAMMA)
            if ((drawn & _HALF) * _PAIRS & _HALF) < _UNFAIR:
                low[place] = _again(drawn, np.uint64(0))
            if ((drawn >> _32) * _PAIRS & _HALF) < _UNFAIR:
                high[place] = _again(drawn, _32)


@compiled
def path(state: np.uint64, start: np.uint64, count: int, table: Any) -> Any:
    """Return total and lowest point of a bankroll over `count` words; `table` has both for every pair."""
    low, high = np.empty(BLOCK, np.uint16), np.empty(BLOCK, np.uint16)
    bank = lowest = np.int64(0)
    for begin in range(0, count, BLOCK):
        size = min(BLOCK, count - begin)
        _draw(state, start + np.uint64(begin), size, low, high)
        for place in range(size):
            first, second = low[place], high[place]
            gain = np.int64(table[first, 0])
            dip = min(np.int64(table[first, 1]), gain + np.int64(table[second, 1]))
            lowest = min(lowest, bank + dip)
            bank += gain + np.int64(table[second, 0])
    return bank, lowest


@compiled
def tally(state: np.uint64, start: np.uint64, count: int, counts: Any) -> None:
    """Count each pair of rounds in `count` words."""
    low, high = np.empty(BLOCK, np.uint16), np.empty(BLOCK, np.uint16)
    for begin in range(0, count, BLOCK):
        size = min(BLOCK, count - begin)
        _draw(state, start + np.uint64(begin), size, low, high)
        for place in range(size):
            counts[low[place]] += np.uint32(1)
            counts[high[place]] += np.uint32(1)


@compiled
def gather(state: np.uint64, start: np.uint64, count: int, table: Any, out: Any) -> None:
    """Write a row of `table` for every round of `count` words; a row consists of whole words."""
    low, high = np.empty(BLOCK, np.uint16), np.empty(BLOCK, np.uint16)
    dealt = np.empty(4 * BLOCK, np.uint8)
    for begin in range(0, count, BLOCK):
        size = min(BLOCK, count - begin)
        _draw(state, start + np.uint64(begin), size, low, high)
        for place in range(size):
            first, second = low[place] // _ROLLS, high[place] // _ROLLS
            dealt[4 * place], dealt[4 * place + 1] = first, low[place] - first * _ROLLS
            dealt[4 * place + 2], dealt[4 * place + 3] = second, high[place] - second * _ROLLS
        rows = out[4 * begin : 4 * (begin + size)]
        for column in range(table.shape[1]):
            for row in range(4 * size):
                rows[row, column] = table[dealt[row], column]
