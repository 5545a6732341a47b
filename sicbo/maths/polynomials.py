"""Exact powers of a polynomial with whole coefficients: the results of one round, over many rounds.

The results of one round are the exponents and their weights the coefficients; the n-th power stands for n
rounds. FLINT computes a whole power if python-flint is installed. Sums from one end, and everything else
without FLINT, come from a recurrence in plain Python that visits only the terms that exist.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property, reduce
from itertools import accumulate
from operator import or_
from typing import Any, Final

from sicbo.errors import BadInput

FLINT: Final = "flint"
PLAIN: Final = "plain Python"
LARGEST_WORK: Final = 10**11
LARGEST_PRODUCT: Final = 10**8
LARGEST_TABLE: Final = 4 * 2**30
SHORT_WALK: Final = 4  # FLINT's whole power takes at least about a quarter of the time of a whole walk.

Terms = Mapping[int, int]


def flint_polynomial(terms: Terms) -> Any:
    """Convert a polynomial to FLINT's type, or return None if python-flint is not installed."""
    try:
        from flint import fmpz_poly
    except ImportError:
        return None
    return fmpz_poly([terms.get(exponent, 0) for exponent in range(max(terms) + 1)])


def has_flint() -> bool:
    """Whether python-flint is installed."""
    return flint_polynomial({0: 1}) is not None


def chosen(method: str | None) -> str | None:
    """Check that the requested method exists and is installed. None leaves the choice to each question."""
    if method not in (FLINT, PLAIN, None):
        raise BadInput(f"The method is {FLINT!r} or {PLAIN!r}, not {method!r}.")
    if method == FLINT and not has_flint():
        raise BadInput("python-flint is not installed: install sicbo[lab], or leave the method out.")
    return method


class Walk:
    """The coefficients of Q = P**n from the lowest on, each computed from earlier ones, and their sums.

    P * Q' = n * P' * Q gives k * p[0] * q[k] as the sum over i of ((n + 1) * i - k) * p[i] * q[k - i]. Only a
    window of coefficients is kept, with a mark at intervals from which the walk can start again.
    """

    def __init__(self, terms: Terms, n: int) -> None:
        self._lowest = terms[0]
        self._first = terms[0] ** n
        self._steps = [(i, (n + 1) * i * p, p) for i, p in terms.items() if i]
        self._degree = max(terms)
        self._size = n * self._degree + 1
        self._stride = max(16 * self._degree, 256)
        self._marks: list[tuple[int, int, list[int]]] = [(0, 0, [0] * self._degree)]

    def __iter__(self) -> Iterator[int]:
        return (coefficient for _, _, coefficient in self._walk(self._marks[0]))

    def steps_to(self, end: int) -> int:
        """Return the distance from `end` to the nearest mark before it."""
        return end - self._marks[bisect_right(self._marks, end, key=lambda mark: mark[0]) - 1][0]

    def sum_below(self, end: int) -> int:
        """Return the sum of the coefficients before number `end`."""
        mark = self._marks[bisect_right(self._marks, end, key=lambda mark: mark[0]) - 1]
        return next(below for k, below, _ in self._walk(mark) if k == end)

    def last_within(self, weight: int) -> int:
        """Return the last coefficient before which the sum is at most `weight`."""
        mark = self._marks[bisect_right(self._marks, weight, key=lambda mark: mark[1]) - 1]
        return next(k for k, below, coefficient in self._walk(mark) if below + coefficient > weight)

    def _walk(self, mark: tuple[int, int, list[int]]) -> Iterator[tuple[int, int, int]]:
        start, below, recent = mark[0], mark[1], mark[2].copy()
        for k in range(start, self._size):
            if k % self._stride == 0:
                del recent[: -self._degree]
                if k > self._marks[-1][0]:
                    self._marks.append((k, below, recent.copy()))
            if k:
                coefficient = sum([(a - k * p) * recent[-i] for i, a, p in self._steps]) // (k * self._lowest)
            else:
                coefficient = self._first
            yield k, below, coefficient
            recent.append(coefficient)
            below += coefficient


class Power:
    """P**n for terms from exponent 0 on; `method` is the method that computed the latest answer."""

    def __init__(self, terms: Terms, n: int, method: str | None = None) -> None:
        self._terms, self._n, self._wanted = terms, n, chosen(method)
        self._degree = max(terms)
        self._flint: Any = None
        self.size = n * self._degree + 1
        self.method = self._wanted or (FLINT if has_flint() else PLAIN)

    @cached_property
    def total(self) -> int:
        """The sum of all coefficients."""
        return int(sum(self._terms.values()) ** self._n)

    def sum_below(self, end: int) -> int:
        """Return the sum of the coefficients before number `end`."""
        if not 0 < end < self.size:
            return self.total if end > 0 else 0
        low, high = self._steps_to(end)
        if (whole := self._whole(min(low, high))) is not None:
            near = whole.truncate(end) if 2 * end < self.size else whole.right_shift(end)
            return int(near(1)) if 2 * end < self.size else self.total - int(near(1))
        return self._low.sum_below(end) if low <= high else self.total - self._high.sum_below(self.size - end)

    def first_reaching(self, weight: int) -> int:
        """Return the first coefficient at which the running sum is at least `weight`."""
        mean = self._n * sum(i * p for i, p in self._terms.items()) // sum(self._terms.values())
        if (whole := self._whole(min(mean, self.size - mean))) is not None:
            sums = accumulate(whole[k] for k in range(self.size))
            return next(k for k, reached in enumerate(sums) if reached >= weight)
        if 2 * mean < self.size:
            return self._low.last_within(weight - 1)
        return self.size - 1 - self._high.last_within(self.total - weight)

    def coefficient(self, k: int) -> int:
        """Return coefficient number `k`."""
        return self.sum_below(k + 1) - self.sum_below(k)

    def coefficients(self) -> Iterator[int]:
        """Yield every coefficient, from the lowest."""
        if (whole := self._whole(self.size)) is not None:
            return (int(whole[k]) for k in range(self.size))
        return iter(self._low)

    def count(self) -> int:
        """Return how many coefficients are not zero."""
        # Once n passes the degree the gaps near both ends stay and only the full middle grows (Granville and
        # Walker, A tight structure theorem for sumsets); at twice the degree the two ends are apart.
        n = min(self._n, 2 * self._degree + 1)
        self._affordable(n * n * self._degree // 16)
        there = 1
        for _ in range(n):
            there = reduce(or_, [there << i for i in self._terms])
        return there.bit_count() + (self._n - n) * self._degree

    @cached_property
    def _low(self) -> Walk:
        return Walk(self._terms, self._n)

    @cached_property
    def _high(self) -> Walk:
        return Walk({self._degree - i: p for i, p in self._terms.items()}, self._n)

    def _steps_to(self, end: int) -> tuple[int, int]:
        """Return how far a walk to `end` is from below and from above."""
        low = self._low.steps_to(end) if "_low" in vars(self) else end
        high = self._high.steps_to(self.size - end) if "_high" in vars(self) else self.size - end
        return low, high

    def _whole(self, steps: int) -> Any:
        """Return FLINT's whole power if it is requested or faster than a walk of `steps`, else None."""
        if self._flint is None and self._prefers_flint(steps):
            self._flint = flint_polynomial(self._terms) ** self._n
        self.method = PLAIN if self._flint is None else FLINT
        if self._flint is None:
            self._affordable(max(steps, self._degree) * self._bytes)
        return self._flint

    def _prefers_flint(self, steps: int) -> bool:
        if self._wanted == PLAIN or not has_flint():
            return False
        fits = self.size * self._bytes <= LARGEST_TABLE
        if self._wanted == FLINT and not fits:
            raise BadInput(f"{self.size:,} results do not fit into memory: request fewer rounds.")
        return self._wanted == FLINT or (fits and SHORT_WALK * steps > self.size)

    @property
    def _bytes(self) -> int:
        """The approximate size of a coefficient; a short one costs as much as one of 64 bytes."""
        return max(64, self._n * sum(self._terms.values()).bit_length() // 8)

    def _affordable(self, work: int) -> None:
        if work * len(self._terms) > LARGEST_WORK:
            raise BadInput("The exact answer takes too long: request fewer rounds or rounder stakes.")


def product(first: Terms, second: Terms) -> dict[int, int]:
    """Return the product of two polynomials."""
    found: dict[int, int] = {}
    if len(first) * len(second) > LARGEST_PRODUCT:
        raise BadInput(f"{len(first):,} by {len(second):,} results take too long: add smaller distributions.")
    for i, p in first.items():
        for j, q in second.items():
            found[i + j] = found.get(i + j, 0) + p * q
    return found
