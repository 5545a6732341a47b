"""The house's view of a table: hold, volatility, the worst roll, and the float that a night needs."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from sicbo.errors import BadInput
from sicbo.game.dice import EVERY_ROLL, Roll
from sicbo.lab.output.tables import html, markdown
from sicbo.lab.simulation.payoffs import Deal
from sicbo.maths.distribution import Distribution

MOST_WORK = 2 * 10**10
NOTHING = 1e-18

Shares = npt.NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class Exposure:
    """Slips that are settled by the same dice, each so many times, over so many rounds."""

    deals: tuple[tuple[Deal, int], ...]
    rounds: int

    def __repr__(self) -> str:
        return f"<Exposure over {self.rounds} rounds: hold {self.hold}, worst roll {self.worst}>"

    @cached_property
    def nets(self) -> dict[Roll, int]:
        """What the house gains on each roll."""
        return {
            roll: -sum(deal.by_roll[roll] * players for deal, players in self.deals) for roll in EVERY_ROLL
        }

    @cached_property
    def one(self) -> Distribution:
        """What the house gains in a round."""
        weights: dict[int, int] = {}
        for net in self.nets.values():
            weights[net] = weights.get(net, 0) + 1
        return Distribution(weights)

    @property
    def staked(self) -> int:
        """What is staked in a round."""
        return sum(deal.slip.stake * players for deal, players in self.deals)

    @property
    def hold(self) -> Fraction:
        """The share of what is staked that the house keeps on average."""
        return self.one.mean / self.staked

    @property
    def worst(self) -> tuple[Roll, int]:
        """The roll that costs the house most, and what it then gains: less than nothing."""
        return min(self.nets.items(), key=lambda each: each[1])

    @cached_property
    def losses(self) -> tuple[int, Shares]:
        """How likely the house is at its worst so many units down: the unit, and the shares from 0 on.

        The lowest point of a walk is spread as what is left of Lindley's queue, so one pass gives them all.
        """
        unit = gcd(*self.one) or 1
        moves = [(-net // unit, float(chance)) for net, chance in self.one.items()]
        reach = max(loss for loss, _ in moves)
        size = int(12 * self.one.sd / unit * sqrt(self.rounds)) + 4 * abs(reach) + 2
        if self.rounds * len(moves) * size > MOST_WORK:
            raise BadInput("The float takes too long to work out: take rounder stakes, or fewer rounds.")
        shares = np.zeros(1)
        shares[0] = 1.0
        for _ in range(self.rounds):
            shares = _next(shares, moves)
        return unit, shares

    def float_for(self, risk: float) -> int:
        """The least float with which a fill is needed in at most that share of all such spells of rounds."""
        if not 0 < risk < 1:
            raise BadInput(f"The risk of a fill lies between 0 and 1, not {risk}.")
        unit, shares = self.losses
        beyond = np.append(np.cumsum(shares[::-1])[::-1][1:], 0.0)
        return int(np.argmax(beyond <= risk)) * unit

    def fill(self, held: int) -> float:
        """The chance that a float of so much does not do."""
        if held < 0:
            raise BadInput(f"A float is 0 or more, not {held}.")
        unit, shares = self.losses
        return float(shares[held // unit + 1 :].sum())

    def facts(self, risk: float = 0.01) -> dict[str, Any]:
        """The view for machines."""
        roll, net = self.worst
        return {
            "staked_a_round": self.staked,
            "hold": str(self.hold),
            "mean_a_round": float(self.one.mean),
            "sd_a_round": self.one.sd,
            "rounds": self.rounds,
            "mean": float(self.rounds * self.one.mean),
            "sd": self.one.sd * sqrt(self.rounds),
            "worst_roll": list(roll),
            "exposure": -net,
            "risk_of_a_fill": risk,
            "float": self.float_for(risk),
        }

    def to_markdown(self) -> str:
        """The view as a Markdown table, for a risk of one in a hundred."""
        return markdown(self._rows())

    def _repr_html_(self) -> str:
        return html(self._rows())

    def _rows(self) -> list[dict[str, object]]:
        return [{"figure": name.replace("_", " "), "value": value} for name, value in self.facts().items()]


def _next(shares: Shares, moves: list[tuple[int, float]]) -> Shares:
    """One round more: a loss moves up, a gain down, but never below 0; what cannot matter is cut off."""
    grown = np.zeros(len(shares) + max(0, *(loss for loss, _ in moves)))
    for loss, chance in moves:
        if loss >= 0:
            grown[loss : loss + len(shares)] += chance * shares
        else:
            grown[0] += chance * shares[:-loss].sum()
            grown[: max(0, len(shares) + loss)] += chance * shares[-loss:]
    last = int(np.flatnonzero(grown > NOTHING)[-1]) + 1
    return grown[:last]
