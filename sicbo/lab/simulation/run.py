"""A simulated run, next to the exact values."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np

from sicbo.errors import BadInput
from sicbo.game.dice import EVERY_ROLL, OUTCOMES, Roll
from sicbo.game.frozen import FrozenDict
from sicbo.lab.random.engines import Counts, Table, engine_for
from sicbo.lab.random.rolls import places
from sicbo.lab.random.splitmix import stream
from sicbo.lab.simulation.payoffs import PLACE, Deal, moments
from sicbo.lab.simulation.rounds import Dealing, Walk

CHUNK = 65_536
POINTS = 1_000
LEVEL = 0.95
FEW = 10
"""If a result is expected fewer times than this, the interval is approximate."""


@dataclass(frozen=True, repr=False)
class Run:
    """Simulated rounds of one slip, in cents; the mean is exact, deviations and intervals are floats."""

    deal: Deal
    name: str
    played: int
    seed: int
    level: str
    kinds: FrozenDict[Roll, int] | None = None
    dealing: Dealing | None = field(default=None, compare=False)

    @cached_property
    def walk(self) -> Walk | None:
        """The path of the bankroll; None at level totals."""
        return self.dealing.walk() if self.dealing else None

    @property
    def lowest(self) -> int | None:
        """The lowest point of a bankroll that starts at 0; None at level totals."""
        return self.walk.lowest if self.walk else None

    @cached_property
    def counts(self) -> Counts:
        """The count of each of the 216 rolls; at level totals, a kind is counted under its first roll."""
        if self.kinds is None:
            assert self.dealing is not None
            return self.dealing.counts()
        counts = np.zeros(OUTCOMES, dtype=np.int64)
        counts[[PLACE[kind] for kind in self.kinds]] = list(self.kinds.values())
        return counts

    @cached_property
    def histogram(self) -> dict[int, int]:
        """The count of each net result, from the lowest."""
        return _merged(zip(self.deal.nets.tolist(), self.counts.tolist(), strict=True), self.deal.unit)

    @cached_property
    def total(self) -> int:
        """The net result of all rounds."""
        if self.walk:
            return self.walk.marks[-1][1]
        return sum(net * times for net, times in self.histogram.items())

    @property
    def mean(self) -> Fraction:
        """The mean net result of a round in this run."""
        return Fraction(self.total, self.played)

    @property
    def exact(self) -> Fraction:
        """The exact expected net result of a round."""
        return self.deal.exact.mean

    @cached_property
    def sd(self) -> float:
        """The sample standard deviation of a round."""
        return sqrt(moments(self.histogram)[1])

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return self.sd / sqrt(self.played)

    def ci(self, level: float = LEVEL) -> tuple[float, float]:
        """Return the confidence interval of the mean."""
        return interval(float(self.mean), self.standard_error, level)

    @property
    def inside(self) -> bool:
        """Whether the exact mean is inside the 95 % interval; in one run of twenty it is not."""
        low, high = self.ci()
        return low <= self.exact <= high

    @property
    def rough(self) -> bool:
        """Whether there are so few rounds that the normal interval covers less than its level."""
        return self.played * min(chance for _, chance in self.deal.exact.items()) < FEW

    def summary(self) -> list[dict[str, Any]]:
        """Return a row for each wager and one for the slip: stake, exact and simulated mean, interval."""
        counts = self.counts.tolist()
        rows = []
        for place, (bet, wager) in enumerate(zip(self.deal.names, self.deal.slip, strict=True)):
            rows.append(_row(bet, wager.stake, [row[place] for row in self.deal.wagers], counts))
        nets = (self.deal.nets * self.deal.unit).tolist()
        return [*rows, _row("slip", self.deal.slip.stake, nets, counts)]

    def path(self, points: int = POINTS) -> list[tuple[int, int]]:
        """Return the bankroll after about `points` evenly spaced rounds, from (0, 0) to the end."""
        self._dealt()
        if self.walk and self.played > CHUNK * 16:
            return list(self.walk.marks)
        bank = np.cumsum(self.deal.nets[places(stream(self.seed), 0, self.played)]) * self.deal.unit
        after = sorted({-(-self.played * k // points) for k in range(1, points + 1)})
        return [(0, 0), *((n, int(bank[n - 1])) for n in after)]

    def results(self, limit: int | None = None) -> Iterator[Table]:
        """Yield arrays of each wager's net result, one row per round; the next array may reuse the memory."""
        self._dealt()
        table, wagers = self.deal.packed, len(self.deal.slip)
        out = np.empty((CHUNK, table.shape[1]), dtype=table.dtype)
        engine, state = engine_for(self.played), stream(self.seed)
        for start, size in self.chunks(limit):
            engine.rows(state, start, size, table, out)
            yield out[:size, :wagers]

    def chunks(self, limit: int | None = None) -> Iterator[tuple[int, int]]:
        """Yield the start and the size of each chunk of rounds."""
        end = self.played if limit is None else min(limit, self.played)
        return ((start, min(CHUNK, end - start)) for start in range(0, end, CHUNK))

    def rounds(self, limit: int | None = None) -> Any:
        """Return the rounds as an Arrow stream for polars, pandas, pyarrow or DuckDB."""
        from sicbo.lab.output.arrow import rounds_of

        self._dealt()
        return rounds_of(self, limit)

    def save(
        self, path: str | Path, limit: int | None = None, progress: Callable[[int], None] | None = None
    ) -> int:
        """Write the rounds, or at level totals the histogram, as Parquet; return the number of rows."""
        from sicbo.lab.output.arrow import save, totals_of

        return save(totals_of(self) if self.kinds is not None else self.rounds(limit), Path(path), progress)

    def facts(self) -> dict[str, Any]:
        """Return the run as data: how to reproduce it, and its results."""
        low, high = self.ci()
        return {
            "layout": self.name,
            "slip": {line["bet"]: line["stake"] for line in self.summary()[:-1]},
            "rounds": self.played,
            "seed": self.seed,
            "level": str(self.level),
            "total": self.total,
            "mean": float(self.mean),
            "standard_error": self.standard_error,
            "interval": [low, high],
            "exact": str(self.exact),
            "inside": self.inside,
            "rough": self.rough,
            "lowest": self.lowest,
            "wagers": self.summary(),
            "histogram": {str(net): count for net, count in self.histogram.items()},
        }

    def __str__(self) -> str:
        low, high = self.ci()
        return (
            f"{self.played:,} rounds at {self.name}, seed {self.seed}: mean {float(self.mean):.4f} cents, "
            f"95 % {low:.4f} to {high:.4f}, exact {float(self.exact):.4f}"
        )

    def __repr__(self) -> str:
        return f"<Run of {self}>"

    def plot(self) -> Any:
        """Plot the histogram with the exact shares, and the bankroll if the path is known."""
        from sicbo.lab.output.plots import run_plot

        return run_plot(self)

    def to_markdown(self) -> str:
        """Return the summary as a Markdown table."""
        from sicbo.lab.output.tables import markdown

        return markdown(self.summary())

    def _repr_html_(self) -> str:
        from sicbo.lab.output.tables import html

        return html(self.summary(), caption=str(self))

    def _dealt(self) -> None:
        if self.kinds is not None:
            raise BadInput(
                'A run at level "totals" has no rounds. Simulate with level="path" or level="wagers".'
            )


def interval(mean: float, error: float, level: float) -> tuple[float, float]:
    """Return the normal confidence interval around a mean."""
    if not 0 < level < 1:
        raise BadInput(f"The level of an interval must be between 0 and 1, not {level}.")
    wide = NormalDist().inv_cdf((1 + level) / 2) * error
    return mean - wide, mean + wide


def _merged(pairs: Any, unit: int) -> dict[int, int]:
    merged: Counter[int] = Counter()
    for value, times in pairs:
        if times:
            merged[value * unit] += times
    return dict(sorted(merged.items()))


def _row(bet: str, stake: int, nets: list[int], counts: list[int]) -> dict[str, Any]:
    mean, variance = moments(_merged(zip(nets, counts, strict=True), 1))
    error = sqrt(variance / sum(counts))
    low, high = interval(float(mean), error, LEVEL)
    exact = Fraction(sum(nets), len(EVERY_ROLL))
    return {
        "bet": bet,
        "stake": stake,
        "exact": float(exact),
        "simulated": float(mean),
        "low": low,
        "high": high,
        "inside": bool(low <= exact <= high),
    }
