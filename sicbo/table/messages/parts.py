"""Parts of a table's messages: a stake, and the limits of one area."""

import msgspec


class AreaLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """The minimum and maximum on the sign for one bet, or one kind of bets, in cents."""

    area: str
    minimum: int
    maximum: int | None = None


class Stake(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, gc=False):
    """One wager on the wire: bet, cents, and instrument."""

    bet: str
    cents: int
    instrument: str = "value-chip"
