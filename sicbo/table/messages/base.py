"""The common shape of commands and events: frozen, tagged with stable names, strict, and stamped.

How messages may change, so that every old journal can still be read:

1. A tag, once written, keeps its meaning for ever; a new meaning gets a new tag.
2. A field is never renamed, retyped or removed. A new field has a default that means what its absence meant.
3. A message that is no longer produced stays here to be read.
"""

import re

import msgspec

from sicbo.game.ranks import Rank


def stable_name(class_name: str) -> str:
    """SlipRegistered is written `slip-registered`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", class_name).lower()


class Stamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Who said it, when by the clock (microseconds), and after how long (milliseconds no clock can move)."""

    by: str
    rank: Rank | None
    wall: int
    elapsed: int


class Command(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=stable_name
):
    """Something asked of the table. Its id names it for ever."""

    id: str
    stamp: Stamp


class Event(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=stable_name
):
    """Something that happened at the table, by which clause, and because of which command."""

    stamp: Stamp
    clause: str
    command: str


class AreaLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """What the sign says of one bet, or of one kind of bets: its own minimum and maximum, in cents."""

    area: str
    minimum: int
    maximum: int | None = None


class Stake(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, gc=False):
    """One wager on the wire: bet, cents, and what it is made of."""

    bet: str
    cents: int
    instrument: str = "value-chip"
