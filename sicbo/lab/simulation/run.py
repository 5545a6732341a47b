"""A run: what was simulated, beside what is exact."""

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
"""A result that is expected less often than this makes an interval rough."""


@dataclass(frozen=True, repr=False)
class Run:
    """So many rounds of one slip, in cents; the mean is exact, deviations and intervals are floats."""

    deal: Deal
    name: str
    played: int
    seed: int
    level: str
    kinds: FrozenDict[Roll, int] | None = None
    dealing: Dealing | None = field(default=None, compare=False)

    @cached_property
    def walk(self) -> Walk | None:
        """The walk of the bankroll; of totals only there is none."""
        return self.dealing.walk() if self.dealing else None

    @property
    def lowest(self) -> int | None:
        """The lowest point of a bankroll that starts at 0; of totals only it is not known."""
        return self.walk.lowest if self.walk else None

    @cached_property
    def counts(self) -> Counts:
        """How often each of the 216 rolls came; of totals only, the kinds' counts under their first roll."""
        if self.kinds is None:
            assert self.dealing is not None
            return self.dealing.counts()
        counts = np.zeros(OUTCOMES, dtype=np.int64)
        counts[[PLACE[kind] for kind in self.kinds]] = list(self.kinds.values())
        return counts

    @cached_property
    def histogram(self) -> dict[int, int]:
        """How often each net result came, from the worst."""
        return _merged(zip(self.deal.nets.tolist(), self.counts.tolist(), strict=True), self.deal.unit)

    @cached_property
    def total(self) -> int:
        """What all rounds brought together."""
        if self.walk:
            return self.walk.marks[-1][1]
        return sum(net * times for net, times in self.histogram.items())

    @property
    def mean(self) -> Fraction:
        """What a round brought on average."""
        return Fraction(self.total, self.played)

    @property
    def exact(self) -> Fraction:
        """What a round brings on average, by the mathematics."""
        return self.deal.exact.mean

    @cached_property
    def sd(self) -> float:
        """The standard deviation of a round, as it came."""
        return sqrt(moments(self.histogram)[1])

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return self.sd / sqrt(self.played)

    def ci(self, level: float = LEVEL) -> tuple[float, float]:
        """The interval that covers the exact mean in `level` of all runs."""
        return interval(float(self.mean), self.standard_error, level)

    @property
    def inside(self) -> bool:
        """Whether the exact mean lies in the interval of 95 %; in one run of twenty it does not."""
        low, high = self.ci()
        return low <= self.exact <= high

    @property
    def rough(self) -> bool:
        """Whether the rounds are so few that the interval, a normal one, covers less than it says."""
        return self.played * min(chance for _, chance in self.deal.exact.items()) < FEW

    def summary(self) -> list[dict[str, Any]]:
        """A row for each wager and one for the slip: stake, exact and simulated mean, interval."""
        counts = self.counts.tolist()
        rows = []
        for place, (bet, wager) in enumerate(zip(self.deal.names, self.deal.slip, strict=True)):
            rows.append(_row(bet, wager.stake, [row[place] for row in self.deal.wagers], counts))
        nets = (self.deal.nets * self.deal.unit).tolist()
        return [*rows, _row("slip", self.deal.slip.stake, nets, counts)]

    def path(self, points: int = POINTS) -> list[tuple[int, int]]:
        """The bankroll after some rounds, at most about so many of them, from (0, 0) to the end."""
        self._dealt()
        if self.walk and self.played > CHUNK * 16:
            return list(self.walk.marks)
        bank = np.cumsum(self.deal.nets[places(stream(self.seed), 0, self.played)]) * self.deal.unit
        after = sorted({-(-self.played * k // points) for k in range(1, points + 1)})
        return [(0, 0), *((n, int(bank[n - 1])) for n in after)]

    def results(self, limit: int | None = None) -> Iterator[Table]:
        """Every wager's own net result, a row for each round; the next array may overwrite the one before."""
        self._dealt()
        table, wagers = self.deal.packed, len(self.deal.slip)
        out = np.empty((CHUNK, table.shape[1]), dtype=table.dtype)
        engine, state = engine_for(self.played), stream(self.seed)
        for start, size in self.chunks(limit):
            engine.rows(state, start, size, table, out)
            yield out[:size, :wagers]

    def chunks(self, limit: int | None = None) -> Iterator[tuple[int, int]]:
        """Where each chunk of rounds starts, and how many it has."""
        end = self.played if limit is None else min(limit, self.played)
        return ((start, min(CHUNK, end - start)) for start in range(0, end, CHUNK))

    def rounds(self, limit: int | None = None) -> Any:
        """The rounds as an Arrow stream: polars, pandas, pyarrow and DuckDB read it."""
        from sicbo.lab.output.arrow import rounds_of

        self._dealt()
        return rounds_of(self, limit)

    def save(
        self, path: str | Path, limit: int | None = None, progress: Callable[[int], None] | None = None
    ) -> int:
        """Write the rounds as Parquet, or of totals only the histogram; how many rows there were."""
        from sicbo.lab.output.arrow import save, totals_of

        return save(totals_of(self) if self.kinds is not None else self.rounds(limit), Path(path), progress)

    def facts(self) -> dict[str, Any]:
        """The run for machines: how to make it again, and what came of it."""
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
        """The histogram beside the exact shares, and the bankroll where the path was walked."""
        from sicbo.lab.output.plots import run_plot

        return run_plot(self)

    def to_markdown(self) -> str:
        """The summary as a Markdown table."""
        from sicbo.lab.output.tables import markdown

        return markdown(self.summary())

    def _repr_html_(self) -> str:
        from sicbo.lab.output.tables import html

        return html(self.summary(), caption=str(self))

    def _dealt(self) -> None:
        if self.kinds is not None:
            raise BadInput('Totals have no rounds: simulate with level="path" or level="wagers".')


def interval(mean: float, error: float, level: float) -> tuple[float, float]:
    """The normal interval around a mean."""
    if not 0 < level < 1:
        raise BadInput(f"The level of an interval lies between 0 and 1, not {level}.")
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
