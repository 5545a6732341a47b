"""What a table remembers beside its rounds: faults, seats and disputes that are still open."""

from functools import cache
from typing import Any, TypeVar

import msgspec

from sicbo.table.messages.base import Command, Event

Happened = TypeVar("Happened", bound=Event)


class Fault(msgspec.Struct, frozen=True):
    """A fault on record: who has to hear of it and who has, and whether play stops for it.

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
    """A seat that is taken, and for how many rounds in a row its player has not wagered."""

    number: int
    without: int


class Dispute(msgspec.Struct, frozen=True):
    """A dispute that is not closed: who raised it, who decided it first, whether a review was asked for."""

    player: str
    kind: str
    decided_by: str | None = None
    review: bool = False


def facts(command: Command, clause: str) -> dict[str, Any]:
    """What every event says: who and when, by which clause, because of which command."""
    return {"stamp": command.stamp, "clause": clause, "command": command.id}


def happened(kind: type[Happened], command: Command, clause: str, **more: object) -> Happened:
    """An event that says what its command said under the same names, and more or otherwise where given."""
    said = {name: getattr(command, name) for name in _shared(kind, type(command))}
    return kind(**facts(command, clause), **(said | more))


@cache
def _shared(kind: type[Event], command: type[Command]) -> tuple[str, ...]:
    both = {*kind.__struct_fields__} & {*command.__struct_fields__}
    return tuple(sorted(both - {"stamp"}))
