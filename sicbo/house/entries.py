"""Entries: the text of a record. The first founds a log; each other is a command with its answer."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sicbo.errors import Refusal
from sicbo.game.rulebook.publication import rulebook_sha256
from sicbo.house.log_kinds import LOG_KINDS, Founding, log_kind_of
from sicbo.i18n import message_from
from sicbo.journal.record import Record
from sicbo.machine.log_kind import Events, union_of
from sicbo.machine.messages import Command, Stamp
from sicbo.table.log_kind import TABLE
from sicbo.table.state import Readings, rules_of

if TYPE_CHECKING:
    Event = Any
else:
    Event = union_of(subject.events for subject in LOG_KINDS.values())


class PersonSignature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's signature on a command: who, the name and hash of the key, and the signature in base64."""

    by: str
    key: str
    signature: str


class CommandRequest(NamedTuple):
    """A request to carry out a command at a table or another log, with the signatures on it."""

    table: str
    command: Command
    signatures: tuple[PersonSignature, ...] = ()


class WrittenRefusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A refusal as the journal keeps it. It has a time or a number of spins only if one of them ends it.

    The message is a key and values, so that its wording can change without touching a record.
    """

    clause: str
    message: dict[str, Any]
    earliest: int | None = None
    spins: int | None = None


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a record: a founding, or a command and its outcome."""

    founding: Founding | None = None
    command: msgspec.Raw = msgspec.Raw(b"null")
    events: tuple[Event, ...] = ()
    refusal: WrittenRefusal | None = None
    signatures: tuple[PersonSignature, ...] = ()

    @property
    def decoded_command(self) -> Command:
        """The command that was given."""
        return _decode_command(self.command)

    @property
    def stamp(self) -> Stamp:
        """The giver and the time of the command."""
        return self.events[0].stamp if self.events else _decode_stamp(self.command).stamp

    @property
    def outcome(self) -> Events | Refusal:
        """The events of the command, or its refusal."""
        no = self.refusal
        return Refusal(no.clause, message_from(no.message), no.earliest, no.spins) if no else self.events


class WrittenRecord(msgspec.Struct, frozen=True):
    """A record with its outcome, as it was just decided, or as it was read. A founding has no events."""

    record: Record
    outcome: Events | Refusal

    @property
    def events(self) -> Events:
        """The events of the record; a refusal has none."""
        return () if isinstance(self.outcome, Refusal) else self.outcome


class _WrittenEntry(msgspec.Struct, omit_defaults=True, gc=False):
    """An entry to be written to the journal. Empty fields are left out."""

    command: Command
    events: Events = ()
    refusal: WrittenRefusal | None = None
    signatures: tuple[PersonSignature, ...] = ()


class _StampOnly(msgspec.Struct):
    stamp: Stamp


_decode_stamp = msgspec.json.Decoder(_StampOnly).decode
_encode = msgspec.json.Encoder(order="sorted").encode
_decode_command: Callable[[bytes | msgspec.Raw], Command] = msgspec.json.Decoder(
    union_of(subject.commands for subject in LOG_KINDS.values())
).decode
_decode_entry = msgspec.json.Decoder(Entry).decode


@cache
def rulebook_hash(rulebook: str, readings: Readings) -> str:
    """Return the hash of a published rulebook under these readings."""
    return rulebook_sha256(rules_of(rulebook, readings))


def new_founding(
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
    signed = tuple(sorted(log_kind_of(kind).signed_orders)) if profile == "floor" and signatures else ()
    place = rules.layout(key).key
    return Founding(
        table, house, rules.key, place, rulebook_hash(rules.key, chosen), chosen, profile, signed, kind
    )


def founding_text(founding: Founding) -> bytes:
    """Return the text of a log's first record. The kind is left out for a table."""
    fields = msgspec.to_builtins(founding)
    if fields["kind"] == TABLE.kind:
        del fields["kind"]
    return b'{"founding":%b}' % _encode(fields)


def entry_text(request: CommandRequest, outcome: Events | Refusal) -> bytes:
    """Return a command and its outcome as canonical text."""
    if isinstance(outcome, Refusal):
        refused = WrittenRefusal(outcome.clause, outcome.message.data(), outcome.earliest, outcome.spins)
        return _encode(_WrittenEntry(request.command, (), refused, request.signatures))
    return _encode(_WrittenEntry(request.command, outcome, None, request.signatures))


def read_entry(text: bytes) -> Entry:
    """Decode the text of a record."""
    return _decode_entry(text)


def read_record(record: Record) -> WrittenRecord:
    """Return a record of the journal with its outcome."""
    return WrittenRecord(record, read_entry(record.text).outcome)
