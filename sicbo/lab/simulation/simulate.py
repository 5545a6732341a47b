"""Simulation of a slip: totals in constant time, the path of a bankroll, or every wager of every round."""

from enum import StrEnum

from sicbo.errors import BadInput, NotFound, shown
from sicbo.game.frozen import FrozenDict
from sicbo.lab.random.binomial import counts_of_kinds
from sicbo.lab.random.splitmix import seed_of, stream
from sicbo.lab.simulation.payoffs import Deal
from sicbo.lab.simulation.rounds import Dealing, Progress
from sicbo.lab.simulation.run import Run
from sicbo.lab.simulation.workers import check_workers

MOST_ROUNDS = 10**15


class Level(StrEnum):
    """The detail of a run; more detail takes longer."""

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
    """Simulate rounds; the same seed gives the same run for any workers."""
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"Rounds must be between 1 and 10^15, not {shown(rounds)}.")
    if level not in tuple(Level):
        raise NotFound("level of simulation", level, tuple(Level))
    check_workers(workers, cluster)
    deal.affordable(rounds)
    seed = seed_of(seed)
    if level == Level.TOTALS:
        return Run(deal, name, rounds, seed, level, kinds=FrozenDict(counts_of_kinds(seed, rounds)))
    dealing = Dealing(stream(seed), deal.nets, deal.unit, rounds, workers, cluster, progress)
    run = Run(deal, name, rounds, seed, level, dealing=dealing)
    if level == Level.PATH:
        run.walk  # noqa: B018  what goes wrong, and the progress, belong here
    return run
