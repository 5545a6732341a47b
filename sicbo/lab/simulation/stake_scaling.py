"""Multiples of a slip, under the table's limits and in whole chips."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from sicbo.errors import BadInput
from sicbo.game.layout import Layout
from sicbo.game.limits import NO_LIMITS, Limits, not_taken
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import Slip, Wager
from sicbo.lab.random.engines import Table
from sicbo.lab.simulation.payoffs import Deal
from sicbo.maths.distribution import Distribution, distribution

NO_BOUND = 2**40
TRIED = 3
"""Number of multiples that the table must accept; that is enough to detect a betting unit above the minimum.
"""


@dataclass(frozen=True, eq=False)
class Staking:
    """One slip at one table and its multiples, limited by the table and the bank."""

    layout: Layout
    rules: Rules
    slip: Slip
    limits: Limits = NO_LIMITS
    _known: dict[int, Table] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for multiple in range(1, min(TRIED, max(self.most, 1)) + 1):
            for one in self.times(multiple):
                bet = self.layout.bet(one.bet)
                if refusal := not_taken(bet, one.stake, self.layout, self.rules, self.limits):
                    raise BadInput(str(refusal))

    @property
    def stake(self) -> int:
        """The cost of the slip."""
        return self.slip.stake

    @cached_property
    def most(self) -> int:
        """The largest multiple within the table's maximum."""
        bounds = [(self.limits.of(self.layout.bet(one.bet)).maximum, one.stake) for one in self.slip]
        return min((most // stake for most, stake in bounds if most is not None), default=NO_BOUND)

    def played(self, wanted: int, bank: int) -> int:
        """Return the multiple that is played, or 0 if the bank cannot pay for the slip once."""
        return max(0, min(wanted, self.most, bank // self.stake))

    def times(self, multiple: int) -> Slip:
        """Return the slip with every stake multiplied."""
        return Slip([Wager(one.bet, one.stake * multiple, one.instrument) for one in self.slip])

    @cached_property
    def linear(self) -> bool:
        """Whether results are proportional to the multiple: whole odds, and chips of a cent."""
        whole = all(price.odds.denominator == 1 for one in self.slip for price in self.layout.prices[one.bet])
        step = self.rules.limits.odd_amount.choice.adds_chip
        return whole and self.limits.chip == 1 and not step

    def nets(self, multiple: int) -> Table:
        """Return the net result of a multiple for each of the 216 rolls, in cents."""
        once = 1 if self.linear else multiple
        if once not in self._known:
            deal = Deal(self.layout, self.rules, self.times(once), self.limits)
            self._known[once] = np.asarray(deal.nets * deal.unit)
        return self._known[once] * (multiple // once)

    def results(self, multiple: int) -> Distribution:
        """Return the exact distribution of one round of a multiple."""
        return distribution(self.times(multiple), self.layout, self.rules, self.limits)

    @property
    def edge(self) -> Fraction:
        """The house edge of the slip."""
        return -self.results(1).mean / self.stake
