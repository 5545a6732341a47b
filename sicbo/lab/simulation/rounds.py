"""The rounds of a run: the path of its bankroll, and the count of each roll."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from sicbo.lab.random.engines import Counts, Table, engine_for
from sicbo.lab.simulation.workers import spread

Progress = Callable[[int, float], None]
"""Called with the number of rounds done and their mean result."""


@dataclass(frozen=True)
class Walk:
    """A bankroll that starts at 0: its value after some rounds, always the last, and its lowest point."""

    marks: tuple[tuple[int, int], ...]
    lowest: int


@dataclass(frozen=True)
class Dealing:
    """The rounds of one stream and the workers that deal them; `nets` are in units."""

    state: int
    nets: Table
    unit: int
    rounds: int
    workers: int = 1
    cluster: str | None = None
    progress: Progress | None = None

    def __getstate__(self) -> dict[str, object]:
        """Return the state without the progress callback, which cannot be pickled."""
        return {**self.__dict__, "progress": None}

    def walk(self) -> Walk:
        """Deal every round and follow the bankroll."""
        total = lowest = done = 0
        marks = [(0, 0)]
        work = partial(_path, self.state, self.nets)
        for size, (gain, dip) in spread(work, self.rounds, self.workers, self.cluster):
            lowest, total, done = min(lowest, total + dip), total + gain, done + size
            marks.append((done, total * self.unit))
            if self.progress:
                self.progress(done, total * self.unit / done)
        return Walk(tuple(marks), lowest * self.unit)

    def counts(self) -> Counts:
        """Deal every round and count the rolls."""
        parts = spread(partial(_tally, self.state), self.rounds, self.workers, self.cluster)
        _, counts = next(parts)
        for _, more in parts:
            counts = counts + more
        return counts


def _path(state: int, nets: Table, start: int, rounds: int) -> tuple[int, int]:
    return engine_for(rounds).path(state, start, rounds, nets)


def _tally(state: int, start: int, rounds: int) -> Counts:
    return engine_for(rounds).tally(state, start, rounds)
