"""The common base of commands and events: frozen, tagged with stable names, strict, and stamped.

How messages may change, so that every old journal can still be read:

1. A tag, once written, always keeps its meaning; a new meaning gets a new tag.
2. A field is never renamed, retyped or removed. A new field has a default that means what its absence meant.
3. A message that is no longer produced stays here so that it can be read.
"""

import re

import msgspec

from sicbo.game.ranks import Rank


def stable_name(class_name: str) -> str:
    """Return the tag of a message class: SlipRegistered is `slip-registered`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", class_name).lower()


class Stamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Who sent a message, and when: by the clock in microseconds, and elapsed in milliseconds.

    Clock changes do not affect `elapsed`.
    """

    by: str
    rank: Rank | None
    wall: int
    elapsed: int


class Command(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=stable_name
):
    """A request to the table, with a permanent id."""

    id: str
    stamp: Stamp


class Event(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=stable_name
):
    """Something that happened at the table, with its clause and the command that caused it."""

    stamp: Stamp
    clause: str
    command: str


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
