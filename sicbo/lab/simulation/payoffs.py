"""Payoffs of a slip for each of the 216 rolls, in total and by wager."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd

import numpy as np

from sicbo.errors import BadInput
from sicbo.game.dice import EVERY_ROLL, OUTCOMES, Roll
from sicbo.game.layout import Layout
from sicbo.game.limits import NO_LIMITS, Limits
from sicbo.game.money import Instrument
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import Slip, settle_slip
from sicbo.lab.random.engines import Table, narrow
from sicbo.maths.distribution import Distribution, distribution, nets_by_kind

BYTES = 8
PLACE = {roll: place for place, roll in enumerate(EVERY_ROLL)}


@dataclass(frozen=True)
class Deal:
    """One slip at one layout, settled by the rulebook."""

    layout: Layout
    rules: Rules
    slip: Slip
    limits: Limits = NO_LIMITS

    @cached_property
    def by_kind(self) -> dict[tuple[Roll, ...], int]:
        """The slip's net result for each kind of roll."""
        nets = nets_by_kind(self.slip, self.layout, self.rules, self.limits, warned=False)
        return dict(zip(self.layout.kinds, nets, strict=True))

    @cached_property
    def by_roll(self) -> dict[Roll, int]:
        """The slip's net result for each of the 216 rolls."""
        return {roll: net for kind, net in self.by_kind.items() for roll in kind}

    @cached_property
    def unit(self) -> int:
        """The greatest common divisor of the net results."""
        return gcd(*self.by_kind.values()) or 1

    @cached_property
    def nets(self) -> Table:
        """The slip's net results in units, in the order of `EVERY_ROLL`."""
        return np.array([self.by_roll[roll] // self.unit for roll in EVERY_ROLL], dtype=np.int64)

    @cached_property
    def wagers(self) -> tuple[tuple[int, ...], ...]:
        """The net result of each wager for each of the 216 rolls."""
        rows: dict[Roll, tuple[int, ...]] = {}
        for kind in self.layout.kinds:
            settled = settle_slip(self.slip, kind[0], self.layout, self.rules, self.limits)
            rows |= dict.fromkeys(kind, tuple(line.net for line in settled))
        return tuple(rows[roll] for roll in EVERY_ROLL)

    @property
    def names(self) -> list[str]:
        """The name of each wager."""
        return [wager.bet + (":token" if wager.instrument is Instrument.TOKEN else "") for wager in self.slip]

    @cached_property
    def packed(self) -> Table:
        """`wagers` in the narrowest integer type; empty columns pad each row to whole words."""
        rows = narrow(np.array(self.wagers, dtype=np.int64))
        size = BYTES // rows.itemsize
        packed = np.zeros((OUTCOMES, -(-rows.shape[1] // size) * size), dtype=rows.dtype)
        packed[:, : rows.shape[1]] = rows
        return packed

    @cached_property
    def exact(self) -> Distribution:
        """The exact distribution of one round."""
        return distribution(self.slip, self.layout, self.rules, self.limits)

    def affordable(self, rounds: int) -> None:
        """Refuse stakes whose sum over the rounds would not fit into 64 bits."""
        if int(np.abs(self.nets).max()) * rounds >= 2**62:
            raise BadInput(f"The stakes of {rounds:,} rounds add up to too much. Lower the stakes.")


def moments(counts: dict[int, int]) -> tuple[Fraction, Fraction]:
    """Return the mean and the sample variance of counted values."""
    n = sum(counts.values())
    mean = Fraction(sum(value * times for value, times in counts.items()), n)
    squares = sum(value * value * times for value, times in counts.items())
    return mean, (squares - n * mean * mean) / max(n - 1, 1)
