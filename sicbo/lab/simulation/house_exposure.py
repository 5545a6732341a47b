"""The house's view of a table: hold, volatility, the worst roll, and the float required for a night."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from sicbo.errors import BadInput
from sicbo.game.dice import EVERY_ROLL, Roll
from sicbo.lab.output.tables import html_table, markdown_table
from sicbo.lab.simulation.payoffs import SlipPayoffs
from sicbo.maths.distribution import Distribution

MOST_WORK = 2 * 10**10
NOTHING = 1e-18

Shares = npt.NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class Exposure:
    """Slips settled by the same dice, each with its number of players, over a number of rounds."""

    deals: tuple[tuple[SlipPayoffs, int], ...]
    rounds: int

    def __repr__(self) -> str:
        return f"<Exposure over {self.rounds} rounds: hold {self.hold}, worst roll {self.worst}>"

    @cached_property
    def gain_by_roll(self) -> dict[Roll, int]:
        """The gain of the house on each roll."""
        return {
            roll: -sum(deal.net_by_roll[roll] * players for deal, players in self.deals)
            for roll in EVERY_ROLL
        }

    @cached_property
    def round_gain(self) -> Distribution:
        """The distribution of the house's gain in one round."""
        weights: dict[int, int] = {}
        for net in self.gain_by_roll.values():
            weights[net] = weights.get(net, 0) + 1
        return Distribution(weights)

    @property
    def staked_a_round(self) -> int:
        """The total staked in a round."""
        return sum(deal.slip.stake * players for deal, players in self.deals)

    @property
    def hold(self) -> Fraction:
        """The share of the stakes that the house keeps on average."""
        return self.round_gain.mean / self.staked_a_round

    @property
    def worst(self) -> tuple[Roll, int]:
        """The roll that costs the house most, and the gain on it, which is negative."""
        return min(self.gain_by_roll.items(), key=lambda each: each[1])

    @cached_property
    def drawdowns(self) -> tuple[int, Shares]:
        """The distribution of the house's largest drawdown: the unit, and the probability of each multiple.

        The lowest point of a random walk has the distribution of the waiting time in Lindley's queue, so one
        pass computes them all.
        """
        unit = gcd(*self.round_gain) or 1
        moves = [(-net // unit, float(chance)) for net, chance in self.round_gain.items()]
        reach = max(loss for loss, _ in moves)
        size = int(12 * self.round_gain.sd / unit * sqrt(self.rounds)) + 4 * abs(reach) + 2
        if self.rounds * len(moves) * size > MOST_WORK:
            raise BadInput("The float takes too long to compute. Use rounder stakes, or fewer rounds.")
        shares = np.zeros(1)
        shares[0] = 1.0
        for _ in range(self.rounds):
            shares = _advance_round(shares, moves)
        return unit, shares

    def float_for(self, risk: float) -> int:
        """Return the smallest float for which the probability of a fill is at most `risk`."""
        if not 0 < risk < 1:
            raise BadInput(f"The risk of a fill must be between 0 and 1, not {risk}.")
        unit, shares = self.drawdowns
        beyond = np.append(np.cumsum(shares[::-1])[::-1][1:], 0.0)
        return int(np.argmax(beyond <= risk)) * unit

    def fill_probability(self, held: int) -> float:
        """Return the probability that a float of this size needs a fill."""
        if held < 0:
            raise BadInput(f"A float must be at least 0, not {held}.")
        unit, shares = self.drawdowns
        return float(shares[held // unit + 1 :].sum())

    def facts(self, risk: float = 0.01) -> dict[str, Any]:
        """Return the figures as data."""
        roll, net = self.worst
        return {
            "staked_a_round": self.staked_a_round,
            "hold": str(self.hold),
            "mean_a_round": float(self.round_gain.mean),
            "sd_a_round": self.round_gain.sd,
            "rounds": self.rounds,
            "mean": float(self.rounds * self.round_gain.mean),
            "sd": self.round_gain.sd * sqrt(self.rounds),
            "worst_roll": list(roll),
            "exposure": -net,
            "risk_of_a_fill": risk,
            "float": self.float_for(risk),
        }

    def to_markdown(self) -> str:
        """Return the figures as a Markdown table, for a risk of 1 %."""
        return markdown_table(self._rows())

    def _repr_html_(self) -> str:
        return html_table(self._rows())

    def _rows(self) -> list[dict[str, object]]:
        return [{"figure": name.replace("_", " "), "value": value} for name, value in self.facts().items()]


def _advance_round(shares: Shares, moves: list[tuple[int, float]]) -> Shares:
    """Advance one round: a loss moves up, a gain down but not below 0; negligible values are cut off."""
    grown = np.zeros(len(shares) + max(0, *(loss for loss, _ in moves)))
    for loss, chance in moves:
        if loss >= 0:
            grown[loss : loss + len(shares)] += chance * shares
        else:
            grown[0] += chance * shares[:-loss].sum()
            grown[: max(0, len(shares) + loss)] += chance * shares[-loss:]
    last = int(np.flatnonzero(grown > NOTHING)[-1]) + 1
    return grown[:last]
