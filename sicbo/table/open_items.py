"""What a table keeps besides its rounds: open faults, occupied seats and open disputes."""

from functools import cache
from typing import Any, TypeVar

import msgspec

from sicbo.table.messages.base import Command, Event

Happened = TypeVar("Happened", bound=Event)


class Fault(msgspec.Struct, frozen=True):
    """A fault on record: who must be notified of it, who has been, and whether it stops play.

    `stops` keeps the next round from beginning; `halts` also holds the round in play until its result.
    """

    kind: str
    clause: str
    tell: str | None
    told: tuple[str, ...]
    mended: bool
    stops: bool
    halts: bool
    players: tuple[str, ...]


class Seat(msgspec.Struct, frozen=True):
    """An occupied seat, and for how many rounds in a row its player has not wagered."""

    number: int
    without: int


class Dispute(msgspec.Struct, frozen=True):
    """An open dispute: who raised it, who decided it first, and whether a review was requested."""

    player: str
    kind: str
    decided_by: str | None = None
    review: bool = False


def facts(command: Command, clause: str) -> dict[str, Any]:
    """Return the fields of every event: who and when, by which clause, because of which command."""
    return {"stamp": command.stamp, "clause": clause, "command": command.id}


def happened(kind: type[Happened], command: Command, clause: str, **more: object) -> Happened:
    """Build an event from the fields it shares with its command; `more` adds fields or overrides them."""
    said = {name: getattr(command, name) for name in _shared(kind, type(command))}
    return kind(**facts(command, clause), **(said | more))


@cache
def _shared(kind: type[Event], command: type[Command]) -> tuple[str, ...]:
    both = {*kind.__struct_fields__} & {*command.__struct_fields__}
    return tuple(sorted(both - {"stamp"}))
