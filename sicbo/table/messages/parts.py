"""Parts of a table's messages: a stake, and the limits of one area."""

from sicbo.machine.structs import Struct


class AreaLimits(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """The minimum and maximum on the sign for one bet, or one kind of bets, in cents."""

    area: str
    minimum: int
    maximum: int | None = None


class Stake(Struct, frozen=True, forbid_unknown_fields=True, array_like=True, gc=False):
    """One wager on the wire: bet, cents, and instrument."""

    bet: str
    cents: int
    instrument: str = "value-chip"
