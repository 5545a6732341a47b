"""Entries: the text of a record. The first founds a log; each other is a command with its answer."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sicbo.errors import Refusal
from sicbo.game.rulebook.publication import sha256
from sicbo.house.log_kinds import SUBJECTS, TABLE, Events, Founding, every, subject_of
from sicbo.table.messages.base import Command, Stamp
from sicbo.table.state import Readings, rules_of

if TYPE_CHECKING:
    AnyEvent = Any
else:
    AnyEvent = every(subject.events for subject in SUBJECTS.values())


class PersonSignature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's signature on a command: who, the name and hash of the key, and the signature in base64."""

    by: str
    key: str
    signature: str


class Asked(NamedTuple):
    """A request to carry out a command at a table or another log, with the signatures on it."""

    table: str
    command: Command
    signatures: tuple[PersonSignature, ...] = ()


class Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A refusal as the journal keeps it. It has a time or a number of spins only if one of them ends it."""

    clause: str
    says: str
    earliest: int | None = None
    spins: int | None = None


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a record: a founding, or a command and its outcome."""

    founding: Founding | None = None
    command: msgspec.Raw = msgspec.Raw(b"null")
    events: tuple[AnyEvent, ...] = ()
    refusal: Refused | None = None
    signatures: tuple[PersonSignature, ...] = ()

    @property
    def asked(self) -> Command:
        """The command that was given."""
        return _command(self.command)

    @property
    def stamp(self) -> Stamp:
        """The giver and the time of the command."""
        return self.events[0].stamp if self.events else _stamped(self.command).stamp

    @property
    def outcome(self) -> Events | Refusal:
        """The events of the command, or its refusal."""
        no = self.refusal
        return Refusal(no.clause, no.says, no.earliest, no.spins) if no else self.events


class _Answered(msgspec.Struct, omit_defaults=True, gc=False):
    """An entry to be written to the journal. Empty fields are left out."""

    command: Command
    events: Events = ()
    refusal: Refused | None = None
    signatures: tuple[PersonSignature, ...] = ()


class _Stamped(msgspec.Struct):
    stamp: Stamp


_stamped = msgspec.json.Decoder(_Stamped).decode
_plain = msgspec.json.Encoder(order="sorted").encode
_command: Callable[[bytes | msgspec.Raw], Command] = msgspec.json.Decoder(
    every(subject.commands for subject in SUBJECTS.values())
).decode
_entry = msgspec.json.Decoder(Entry).decode


@cache
def law(rulebook: str, readings: Readings) -> str:
    """Return the hash of a published rulebook under these readings."""
    return sha256(rules_of(rulebook, readings))


def founded(
    house: str,
    table: str,
    layout: str,
    readings: dict[str, str] | None = None,
    profile: str = "home",
    kind: str = "table",
    *,
    signatures: bool = True,
) -> Founding:
    """Return the founding of a table at a layout, or of another log.

    With the profile `floor`, privileged commands need signatures unless `signatures` is False.
    """
    rulebook, _, key = layout.partition("/")
    chosen = tuple(sorted((readings or {}).items()))
    rules = rules_of(rulebook, chosen)
    signed = tuple(sorted(subject_of(kind).privileged)) if profile == "floor" and signatures else ()
    place = rules.layout(key).key
    return Founding(table, house, rules.key, place, law(rules.key, chosen), chosen, profile, signed, kind)


def founding_text(founding: Founding) -> bytes:
    """Return the text of a log's first record. The kind is left out for a table."""
    said = msgspec.to_builtins(founding)
    if said["kind"] == TABLE.kind:
        del said["kind"]
    return b'{"founding":%b}' % _plain(said)


def entry_text(asked: Asked, outcome: Events | Refusal) -> bytes:
    """Return a command and its outcome as canonical text."""
    if isinstance(outcome, Refusal):
        refused = Refused(outcome.clause, outcome.says, outcome.earliest, outcome.spins)
        return _plain(_Answered(asked.command, (), refused, asked.signatures))
    return _plain(_Answered(asked.command, outcome, None, asked.signatures))


def read_entry(text: bytes) -> Entry:
    """Decode the text of a record."""
    return _entry(text)
