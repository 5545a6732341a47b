"""Two engines for the same work: compiled kernels if numba is installed, numpy otherwise.

Both give the same numbers for the same rounds. Rounds are numbered from 0 in a stream. A piece of work begins
at a whole word, that is, at a multiple of four rounds.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from sicbo.game.dice import OUTCOMES
from sicbo.lab.random.rolls import PAIRS, PER_WORD, places

Table = npt.NDArray[Any]
Counts = npt.NDArray[np.int64]

WORTH_COMPILING = 2**24
"""Number of rounds that numpy deals in the time that numba takes to load."""


@dataclass(frozen=True)
class Engine:
    """Functions for a bankroll's total and lowest point, the count of each roll, and rows by round.

    `path` takes the net result of each of the 216 rolls, `rows` a table with a row for each.
    """

    name: str
    path: Callable[[int, int, int, Table], tuple[int, int]]
    tally: Callable[[int, int, int], Counts]
    rows: Callable[[int, int, int, Table, Table], None]


def engine_for(rounds: int) -> Engine:
    """Return the compiled kernels if they are loaded or worth loading, else numpy."""
    ready = "numba" in sys.modules or rounds >= WORTH_COMPILING
    return COMPILED if ready and find_spec("numba") else NUMPY


def narrow(values: Table) -> Table:
    """Return the same whole numbers in the narrowest integer type that holds them."""
    kinds = (np.int16, np.int32, np.int64)
    low, high = values.min(), values.max()
    fits = (kind for kind in kinds if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max)
    return values.astype(next(fits))


def _numpy_path(state: int, start: int, rounds: int, nets: Table) -> tuple[int, int]:
    bank = np.cumsum(nets[places(state, start, rounds)], dtype=np.int64)
    return int(bank[-1]), min(0, int(bank.min()))


def _numpy_tally(state: int, start: int, rounds: int) -> Counts:
    return np.bincount(places(state, start, rounds), minlength=OUTCOMES).astype(np.int64)


def _numpy_rows(state: int, start: int, rounds: int, table: Table, out: Table) -> None:
    np.take(table, places(state, start, rounds), axis=0, out=out[:rounds], mode="clip")


def _path(state: int, start: int, rounds: int, nets: Table) -> tuple[int, int]:
    from sicbo.lab.random.numba_kernels import path

    whole = rounds // PER_WORD
    total, lowest = path(np.uint64(state), np.uint64(start // PER_WORD), whole, _pairs(nets.tobytes()))
    total, lowest = int(total), int(lowest)
    if rest := rounds % PER_WORD:
        more, dip = _numpy_path(state, start + whole * PER_WORD, rest, nets)
        total, lowest = total + more, min(lowest, total + dip)
    return total, lowest


@lru_cache(maxsize=8)
def _pairs(nets: bytes) -> Table:
    """Return the net result of every pair of rounds, and the lowest point within it."""
    one = np.frombuffer(nets, dtype=np.int64)
    both = one[:, None] + one[None, :]
    low = np.minimum(one[:, None], both)
    return narrow(np.stack([both, low], axis=-1).reshape(PAIRS, 2))


def _tally(state: int, start: int, rounds: int) -> Counts:
    from sicbo.lab.random.numba_kernels import tally

    whole, counts = rounds // PER_WORD, np.zeros(PAIRS, dtype=np.uint32)
    tally(np.uint64(state), np.uint64(start // PER_WORD), whole, counts)
    square = counts.reshape(OUTCOMES, OUTCOMES).astype(np.int64)
    both: Counts = square.sum(axis=0) + square.sum(axis=1)
    rest = rounds % PER_WORD
    return both + _numpy_tally(state, start + whole * PER_WORD, rest) if rest else both


def _rows(state: int, start: int, rounds: int, table: Table, out: Table) -> None:
    from sicbo.lab.random.numba_kernels import gather

    whole = rounds // PER_WORD
    gather(np.uint64(state), np.uint64(start // PER_WORD), whole, table.view(np.uint64), out.view(np.uint64))
    if rest := rounds % PER_WORD:
        _numpy_rows(state, start + whole * PER_WORD, rest, table, out[whole * PER_WORD :])


NUMPY = Engine("numpy", _numpy_path, _numpy_tally, _numpy_rows)
COMPILED = Engine("numba", _path, _tally, _rows)
