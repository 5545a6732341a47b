"""Simulated Super Streak wagers on every run that opens, under the rules of the table."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import EVERY_ROLL
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import Wager
from sicbo.game.super_streak import PREFIX, advance, line_of, opening, place, super_streak_of
from sicbo.lab.random.rolls import places
from sicbo.lab.random.splitmix import seed_of, stream
from sicbo.lab.simulation.payoffs import moments
from sicbo.lab.simulation.run import LEVEL, interval
from sicbo.maths.super_streak import streak_chain

CHUNK, MOST_ROUNDS = 65_536, 10**7


@dataclass(frozen=True)
class StreakPlay:
    """The results of every wager on one line, next to the exact chain, for a stake of one."""

    line: tuple[str, ...]
    rounds: int
    seed: int
    lengths: dict[int, int]
    nets: dict[int, int]
    stake: int
    exact: Fraction

    @property
    def wagers(self) -> int:
        """The number of settled wagers."""
        return sum(self.nets.values())

    @property
    def mean(self) -> Fraction:
        """The mean net result for a stake of one."""
        return moments(self.nets)[0] / self.stake

    def ci(self, level: float = LEVEL) -> tuple[float, float]:
        """Return the confidence interval of the mean."""
        error = sqrt(moments(self.nets)[1] / self.wagers) / self.stake
        return interval(float(self.mean), error, level)

    def facts(self) -> dict[str, Any]:
        """Return the results as data."""
        return {
            "line": list(self.line),
            "rounds": self.rounds,
            "seed": self.seed,
            "wagers": self.wagers,
            "mean": float(self.mean),
            "interval": list(self.ci()),
            "exact": str(self.exact),
            "lengths": {str(length): count for length, count in sorted(self.lengths.items())},
        }


def play_streaks(
    rules: Rules, side: str, rounds: int, seed: int | None = None, stake: int = 100
) -> StreakPlay:
    """Wager on the runs of a side's line whenever possible; a run still open at the end is not counted."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"Rounds of Super Streak must be between 1 and {MOST_ROUNDS:,}, not {rounds}.")
    seed, line = seed_of(seed), line_of(side, super_streak_of(rules))
    streaks = opening(rules)
    lengths: Counter[int] = Counter()
    nets: Counter[int] = Counter()
    for start in range(0, rounds, CHUNK):
        for dealt in places(stream(seed), start, min(CHUNK, rounds - start)).tolist():
            run = next(run for run in streaks.runs if run.line == line)
            if run.side and not streaks.wagers:
                placed = place(streaks, Wager(PREFIX + run.side, stake), rules, stake)
                streaks = streaks if isinstance(placed, Refusal) else placed
            after = advance(streaks, EVERY_ROLL[dealt], rules)
            streaks = after.streaks
            for done in after.lines:
                lengths[done.length] += 1
                nets[done.winnings - done.collected] += 1
    if not nets:
        raise BadInput("No Super Streak ended. Play more rounds.")
    exact = -streak_chain(rules, side).edge
    return StreakPlay(line, rounds, seed, dict(lengths), dict(nets), stake, exact)
