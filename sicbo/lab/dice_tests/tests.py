"""Statistical tests of whether three dice are fair.

Each test gives a p-value: the probability that fair dice give a result at least as extreme. Holm's correction
keeps the probability of any false rejection below the level. Tests that need more rolls, or need the order of
the dice in a log that has none, are left out with the reason.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, expm1
from typing import Any

import numpy as np
import numpy.typing as npt

from sicbo.errors import BadInput
from sicbo.game.dice import EVERY_ROLL, FACES, OUTCOMES, Roll, as_roll
from sicbo.lab.dice_tests.distributions import chi_square_above, normal_beyond

LEAST, CELL, WINDOW = 60, 5, 8
"""The fewest rolls of any test, the smallest expected count of a cell, and the length of a repeated window.
"""
GAPS, COUPONS, HAND = 18, 24, 5
DICE = ("first die", "second die", "third die")
LAGS = 8
ALIKE, ALIKE_SORTED = 1 / 216, (6 * 1 + 30 * 9 + 20 * 36) / 216**2
"""The probability that two rolls are equal, in order or sorted from low to high."""

Faces = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Finding:
    """The result of one test; `adjusted` is the p-value after Holm's correction over all tests."""

    test: str
    what: str
    statistic: float
    df: int | None
    p: float
    adjusted: float = 1.0


@dataclass(frozen=True)
class Left:
    """A test that was left out, and the reason."""

    test: str
    why: str


def as_faces(rolls: Iterable[Iterable[int]] | npt.NDArray[Any]) -> Faces:
    """Return rolls as an array with one row per roll and one column per die."""
    if not isinstance(rolls, np.ndarray):
        rolls = np.array([as_roll(roll) for roll in rolls], dtype=np.int64)
    faces = rolls.astype(np.int64).reshape(-1, 3)
    if len(faces) and not (faces.min() >= 1 and faces.max() <= 6):
        raise BadInput("A die shows 1 to 6, and some of these do not. Check the log.")
    if len(faces) < LEAST:
        raise BadInput(f"Dice tests need at least {LEAST} rolls, not {len(faces)}. Log more rolls.")
    return faces


def has_order(faces: Faces) -> bool:
    """Return whether the log keeps the dice in order; a log that sorts them from low to high does not."""
    return bool((np.diff(faces, axis=1) < 0).any())


def tested(faces: Faces) -> tuple[list[Finding], list[Left]]:
    """Run every test that these rolls allow, corrected together; return findings and the tests left out."""
    found: list[Finding] = []
    left: list[Left] = []
    for name, (test, least, ordered) in TESTS.items():
        if len(faces) < least:
            left.append(Left(name, f"needs {least:,} rolls"))
        elif ordered and not has_order(faces):
            left.append(Left(name, "needs the dice in order, but this log sorts them from low to high"))
        else:
            found.append(test(name, faces))
    return holm(found), left


def holm(found: Sequence[Finding]) -> list[Finding]:
    """Return the findings with p-values adjusted by Holm's correction."""
    worst, adjusted = 0.0, {}
    for rank, one in enumerate(sorted(found, key=lambda each: each.p)):
        worst = max(worst, min(1.0, one.p * (len(found) - rank)))
        adjusted[one.test] = worst
    return [Finding(one.test, one.what, one.statistic, one.df, one.p, adjusted[one.test]) for one in found]


def chi_square(name: str, what: str, seen: Sequence[float], shares: Sequence[float]) -> Finding:
    """Compare counts with fair probabilities; cells with a small expected count are merged."""
    counts, fair = np.asarray(seen, dtype=float), np.asarray(shares, dtype=float) * float(np.sum(seen))
    if fair.sum() < 2 * CELL:  # too few counts to test; dice this bad fail the other tests
        return Finding(name, what, 0.0, None, 1.0)
    few = fair < CELL
    if few.any():
        keep = ~few
        keep[np.argmin(np.where(keep, fair, np.inf))] = fair[few].sum() >= CELL
        counts = np.append(counts[keep], counts[~keep].sum())
        fair = np.append(fair[keep], fair[~keep].sum())
    statistic = float(((counts - fair) ** 2 / fair).sum())
    return Finding(name, what, statistic, len(fair) - 1, chi_square_above(statistic, len(fair) - 1))


def _faces(name: str, faces: Faces) -> Finding:
    return chi_square(name, "each face equally often", face_counts(faces.ravel()), [1 / 6] * 6)


def _die(number: int) -> Callable[[str, Faces], Finding]:
    def test(name: str, faces: Faces) -> Finding:
        return chi_square(name, "each face of this die", face_counts(faces[:, number]), [1 / 6] * 6)

    return test


def _rolls(name: str, faces: Faces) -> Finding:
    seen = np.bincount(_places(faces), minlength=OUTCOMES)
    return chi_square(name, "each of the 216 rolls", seen.tolist(), [1 / OUTCOMES] * OUTCOMES)


def _kinds(name: str, faces: Faces) -> Finding:
    kinds, which = np.unique(np.sort(np.array(EVERY_ROLL), axis=1), axis=0, return_inverse=True)
    seen = np.bincount(which.ravel()[_places(faces)], minlength=len(kinds))
    shares = np.bincount(which.ravel()) / OUTCOMES
    return chi_square(name, "three faces in any order", seen.tolist(), shares.tolist())


def _totals(name: str, faces: Faces) -> Finding:
    shares = np.bincount([sum(roll) for roll in EVERY_ROLL], minlength=19)[3:] / OUTCOMES
    seen = np.bincount(faces.sum(axis=1), minlength=19)[3:]
    return chi_square(name, "totals from 3 to 18", seen.tolist(), shares.tolist())


def _runs(name: str, faces: Faces) -> Finding:
    high = faces.sum(axis=1) > 10
    n, runs = len(high), 1 + int((high[1:] != high[:-1]).sum())
    z = (runs - (n + 1) / 2) / ((n - 1) ** 0.5 / 2)
    return Finding(name, "runs of totals up to 10 and from 11", z, None, normal_beyond(z))


def _serial(name: str, faces: Faces) -> Finding:
    """Test the correlation of successive totals; the mean and variance of fair dice are known."""
    off = faces.sum(axis=1) - 10.5
    z = float((off[1:] * off[:-1]).sum() / 8.75 / (len(off) - 1) ** 0.5)
    return Finding(name, "a total and the one before it", z, None, normal_beyond(z))


def _lags(name: str, faces: Faces) -> Finding:
    off = faces.sum(axis=1) - 10.5
    parts = [(off[lag:] * off[:-lag]).sum() ** 2 / 8.75**2 / (len(off) - lag) for lag in range(1, LAGS + 1)]
    total = float(sum(parts))
    return Finding(name, f"totals up to {LAGS} rolls apart", total, LAGS, chi_square_above(total, LAGS))


def _pairs(name: str, faces: Faces) -> Finding:
    flat = faces.ravel() - 1
    first, second = flat[: len(flat) // 2 * 2].reshape(-1, 2).T
    seen = np.bincount(first * 6 + second, minlength=36)
    return chi_square(name, "a die and the next one", seen.tolist(), [1 / 36] * 36)


def _gap(name: str, faces: Faces) -> Finding:
    """Test the number of dice between one six and the next."""
    gaps = np.minimum(np.diff(np.flatnonzero(faces.ravel() == 6)) - 1, GAPS)
    shares = [(5 / 6) ** n / 6 for n in range(GAPS)]
    seen = np.bincount(gaps, minlength=GAPS + 1)
    return chi_square(name, "dice between one six and the next", seen.tolist(), [*shares, 1 - sum(shares)])


def _coupon(name: str, faces: Faces) -> Finding:
    """Test the number of dice until all six faces have come."""
    lengths, seen, n = [], 0, 0
    for face in faces.ravel().tolist():
        seen, n = seen | (1 << face), n + 1
        if seen == 0b1111110:
            lengths.append(min(n, COUPONS))
            seen = n = 0
    shares = coupon_shares()
    counts = np.bincount(lengths, minlength=COUPONS + 1)[6:]
    return chi_square(name, "dice until every face has come", counts.tolist(), shares)


@cache
def coupon_shares() -> list[float]:
    """Return the probabilities that all six faces take 6, 7, … dice; the last is for all longer ones."""
    by = [sum((-1) ** k * comb(6, k) * Fraction(6 - k, 6) ** n for k in range(7)) for n in range(COUPONS)]
    shares = [by[n] - by[n - 1] for n in range(6, COUPONS)]
    return [float(share) for share in (*shares, 1 - sum(shares))]


def _poker(name: str, faces: Faces) -> Finding:
    flat = faces.ravel()
    hands = np.sort(flat[: len(flat) // HAND * HAND].reshape(-1, HAND), axis=1)
    distinct = 1 + (np.diff(hands, axis=1) > 0).sum(axis=1)
    shares = poker_shares()
    return chi_square(
        name,
        "different faces among five dice",
        np.bincount(distinct, minlength=HAND + 1)[1:].tolist(),
        shares,
    )


@cache
def poker_shares() -> list[float]:
    """Return the probabilities of 1, 2, … 5 different faces among five dice."""
    counts = [0] * HAND
    for hand in product(FACES, repeat=HAND):
        counts[len(set(hand)) - 1] += 1
    return [count / 6**HAND for count in counts]


def _permutation(name: str, faces: Faces) -> Finding:
    """Test the order of three successive totals that differ."""
    totals = faces.sum(axis=1)
    threes = totals[: len(totals) // 3 * 3].reshape(-1, 3)
    a, b, c = threes.T
    differ = (a != b) & (b != c) & (a != c)
    order = (a > b) * 1 + (b > c) * 2 + (a > c) * 4
    seen = np.bincount(order[differ], minlength=8)[[0, 1, 2, 5, 6, 7]]  # the other two are impossible
    return chi_square(name, "the order of three totals", seen.tolist(), [1 / 6] * 6)


def _repeats(name: str, faces: Faces) -> Finding:
    """Test whether a window of rolls repeats; by chance hardly any does."""
    places = _places(faces).astype(np.uint64)
    windows = np.zeros(len(places) - WINDOW + 1, dtype=np.uint64)
    for at in range(WINDOW):
        windows = windows * np.uint64(OUTCOMES) + places[at : at + len(windows)]
    again = len(windows) - len(np.unique(windows))
    fair = len(windows) ** 2 / 2 * (ALIKE if has_order(faces) else ALIKE_SORTED) ** WINDOW
    return Finding(
        name, f"{WINDOW} successive rolls that repeat", again, None, -expm1(-fair) if again else 1.0
    )


def face_counts(values: npt.NDArray[np.int64]) -> list[int]:
    """Return how often each face comes."""
    counts: list[int] = np.bincount(values, minlength=7)[1:].tolist()
    return counts


def _places(faces: Faces) -> npt.NDArray[np.int64]:
    return (faces[:, 0] - 1) * 36 + (faces[:, 1] - 1) * 6 + faces[:, 2] - 1


TESTS: dict[str, tuple[Callable[[str, Faces], Finding], int, bool]] = {
    "faces": (_faces, LEAST, False),
    **{name: (_die(number), LEAST, True) for number, name in enumerate(DICE)},
    "rolls": (_rolls, CELL * OUTCOMES, True),
    "kinds": (_kinds, 3 * LEAST, False),
    "totals": (_totals, LEAST, False),
    "runs": (_runs, LEAST, False),
    "serial correlation": (_serial, LEAST, False),
    "lags": (_lags, LEAST, False),
    "pairs": (_pairs, 2 * LEAST, True),
    "gap": (_gap, 10 * LEAST, True),
    "coupon": (_coupon, 20 * LEAST, True),
    "poker": (_poker, LEAST * 5, True),
    "permutation": (_permutation, LEAST, False),
    "repeats": (_repeats, LEAST, False),
}
"""Each test, the number of rolls it needs, and whether it needs the order of the dice."""


def rolls_of(faces: Faces) -> list[Roll]:
    """Return an array of faces as rolls."""
    return [(a, b, c) for a, b, c in faces.tolist()]
