"""The common base of commands and events: frozen, tagged with stable names, strict, and stamped.

How messages may change, so that every old journal can still be read:

1. A tag, once written, always keeps its meaning; a new meaning gets a new tag.
2. A field is never renamed, retyped or removed. A new field has a default that means what its absence meant.
3. A message that is no longer produced stays here so that it can be read.
"""

import re
from functools import cache
from typing import Any, TypeVar

from sicbo.game.ranks import Rank
from sicbo.machine.structs import Struct, encode_sorted


def stable_name(class_name: str) -> str:
    """Return the tag of a message class: SlipRegistered is `slip-registered`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", class_name).lower()


class Stamp(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Who sent a message, and when: by the clock in microseconds, and elapsed in milliseconds.

    Clock changes do not affect `elapsed`.
    """

    by: str
    rank: Rank | None
    wall: int
    elapsed: int


class Command(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=stable_name
):
    """A request to a log, with a permanent id."""

    id: str
    stamp: Stamp


class Event(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=stable_name):
    """Something that happened, with its clause and the command that caused it."""

    stamp: Stamp
    clause: str
    command: str

    @property
    def by(self) -> str:
        """Who sent the command."""
        return self.stamp.by


Happened = TypeVar("Happened", bound=Event)


def event_fields(command: Command, clause: str) -> dict[str, Any]:
    """Return the fields of every event: who and when, by which clause, because of which command."""
    return {"stamp": command.stamp, "clause": clause, "command": command.id}


def event_from_command(kind: type[Happened], command: Command, clause: str, **more: object) -> Happened:
    """Build an event from the fields it shares with its command; `more` adds fields or overrides them."""
    said = {name: getattr(command, name) for name in _shared_fields(kind, type(command))}
    return kind(**event_fields(command, clause), **(said | more))


@cache
def _shared_fields(kind: type[Event], command: type[Command]) -> tuple[str, ...]:
    both = {*kind.__struct_fields__} & {*command.__struct_fields__}
    return tuple(sorted(both - {"stamp"}))


encode_message = encode_sorted
"""Return the canonical bytes of a message: sorted keys, no spaces, UTF-8, integers only."""


def tag_of(message: type[Command] | type[Event]) -> str:
    """Return the tag of a class of messages, as records have it."""
    return str(message.__struct_config__.tag)
