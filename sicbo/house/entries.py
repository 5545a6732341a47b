"""Entries: the text of a record. One founds a table; each other is a command with its answer."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from sicbo.errors import Refusal
from sicbo.game.publish import sha256
from sicbo.house.keys import PersonSignature
from sicbo.table.codec import decode_command, encode
from sicbo.table.commands import AnyCommand
from sicbo.table.events import AnyEvent
from sicbo.table.messages import Stamp
from sicbo.table.state import Readings, Table, rules_of

Events = tuple[AnyEvent, ...]
PRIVILEGED = (
    "agree-limits",
    "change-limits",
    "close-table",
    "correct-result",
    "declare-void",
    "fill-float",
    "credit-float",
    "open-table",
    "perform:enter",
    "rectify-fault",
)


class Founding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first record of a table: whose it is, and the law it is dealt under.

    `signed` lists the commands that need the signature of the person who gives them.
    """

    table: str
    house: str
    rulebook: str
    layout: str
    sha256: str
    readings: tuple[tuple[str, str], ...] = ()
    profile: str = "home"
    signed: tuple[str, ...] = ()

    @property
    def origin(self) -> str:
        """The name of the table's log, as its checkpoints have it."""
        return f"{self.house}/{self.table}"

    def new_table(self) -> Table:
        """The table before anything happened at it."""
        return Table(self.table, self.rulebook, self.layout, self.readings)


class Asked(NamedTuple):
    """A command on its way to a table."""

    table: str
    command: AnyCommand
    signatures: tuple[PersonSignature, ...] = ()


class Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A refusal as the journal keeps it."""

    clause: str
    says: str


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a record says: a founding, or a command with what came of it."""

    founding: Founding | None = None
    command: msgspec.Raw = msgspec.Raw(b"null")
    events: Events = ()
    refusal: Refused | None = None
    signatures: tuple[PersonSignature, ...] = ()

    @property
    def asked(self) -> AnyCommand:
        """The command that was given."""
        return decode_command(bytes(self.command))

    @property
    def stamp(self) -> Stamp:
        """Who gave it, and when."""
        return self.events[0].stamp if self.events else _stamped(self.command).stamp

    @property
    def outcome(self) -> Events | Refusal:
        """What came of it."""
        return Refusal(self.refusal.clause, self.refusal.says) if self.refusal else self.events


class _Stamped(msgspec.Struct):
    stamp: Stamp


_stamped = msgspec.json.Decoder(_Stamped).decode
_plain = msgspec.json.Encoder(order="sorted").encode
_entry = msgspec.json.Decoder(Entry).decode


@cache
def law(rulebook: str, readings: Readings) -> str:
    """The hash of a published rulebook under these readings."""
    return sha256(rules_of(rulebook, readings))


def founded(
    house: str, table: str, layout: str, readings: dict[str, str] | None = None, profile: str = "home"
) -> Founding:
    """The founding of a table at a layout; on a real floor persons sign what they order."""
    rulebook, _, key = layout.partition("/")
    chosen = tuple(sorted((readings or {}).items()))
    rules = rules_of(rulebook, chosen)
    signed = tuple(sorted(PRIVILEGED)) if profile == "floor" else ()
    return Founding(
        table, house, rules.key, rules.layout(key).key, law(rules.key, chosen), chosen, profile, signed
    )


def founding_text(founding: Founding) -> bytes:
    """The text of a table's first record."""
    return b'{"founding":%b}' % _plain(founding)


def entry_text(asked: Asked, outcome: Events | Refusal) -> bytes:
    """A command and its answer as canonical text; the keys are written in their order."""
    command, signed = encode(asked.command), _signed(asked.signatures)
    if isinstance(outcome, Refusal):
        refused = _plain(Refused(outcome.clause, outcome.says))
        return b'{"command":%b,"refusal":%b%b}' % (command, refused, signed)
    return b'{"command":%b,"events":%b%b}' % (command, _plain(outcome), signed)


def _signed(signatures: Sequence[PersonSignature]) -> bytes:
    return b',"signatures":%b' % _plain(signatures) if signatures else b""


def read_entry(text: bytes) -> Entry:
    """What a record says."""
    return _entry(text)
