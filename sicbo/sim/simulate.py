"""Simulating a slip: totals only in constant time, the path of a bankroll, or every wager of every round."""

from collections.abc import Callable
from enum import StrEnum
from functools import partial

from sicbo.errors import BadInput, NotFound, shown
from sicbo.sim.binomial import counts_of_kinds
from sicbo.sim.deal import Deal
from sicbo.sim.engines import Counts, Table, engine_for
from sicbo.sim.run import Run
from sicbo.sim.spread import spread
from sicbo.sim.words import seed_of, stream

MOST_ROUNDS = 10**15

Progress = Callable[[int, float], None]
"""Told how many rounds are done, and what one of them brought on average."""


class Level(StrEnum):
    """How much of a run is looked at: the more, the longer it takes."""

    TOTALS = "totals"
    PATH = "path"
    WAGERS = "wagers"


def simulate(
    deal: Deal,
    name: str,
    rounds: int,
    seed: int | None = None,
    *,
    level: str = Level.PATH,
    workers: int = 1,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Run:
    """A run of so many rounds; the same seed gives the same run, whoever deals it."""
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"Rounds lie between 1 and 10^15, not {shown(rounds)}.")
    if level not in tuple(Level):
        raise NotFound("level of simulation", level, tuple(Level))
    deal.affordable(rounds)
    seed = seed_of(seed)
    if level == Level.TOTALS:
        kinds = counts_of_kinds(seed, rounds)
        return Run(deal, name, rounds, seed, level, kinds=kinds)
    total = lowest = done = 0
    walked = [(0, 0)]
    for size, (gain, dip) in spread(partial(_path, stream(seed), deal.nets), rounds, workers, cluster):
        lowest, total, done = min(lowest, total + dip), total + gain, done + size
        walked.append((done, total * deal.unit))
        if progress:
            progress(done, total * deal.unit / done)
    counted = partial(_counted, seed, rounds, workers, cluster)
    return Run(
        deal, name, rounds, seed, level, counted=counted, lowest=lowest * deal.unit, walked=tuple(walked)
    )


def _path(state: int, nets: Table, start: int, rounds: int) -> tuple[int, int]:
    return engine_for(rounds).path(state, start, rounds, nets)


def _tally(state: int, start: int, rounds: int) -> Counts:
    return engine_for(rounds).tally(state, start, rounds)


def _counted(seed: int, rounds: int, workers: int, cluster: str | None) -> Counts:
    """How often each of the 216 rolls came in a run; it is dealt again for that."""
    parts = spread(partial(_tally, stream(seed)), rounds, workers, cluster)
    _, counts = next(parts)
    for _, more in parts:
        counts = counts + more
    return counts
