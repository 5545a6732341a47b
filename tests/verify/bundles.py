"""Bundles for tests: whatever was said at a table, written down, chained, signed, witnessed and receipted."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sicbo.errors import Refusal
from sicbo.game.rulebook.publication import canonical_json
from sicbo.house.entries import CommandRequest, entry_text, founding_text, new_founding
from sicbo.house.identity.keys import sign_command
from sicbo.house.identity.receipts import Receipt, write_receipt
from sicbo.journal.merkle import MerkleTree
from sicbo.journal.notes import (
    COSIGNATURE,
    SigningKey,
    checkpoint_text,
    cosignature_line,
    sign_note,
    to_base64,
)
from sicbo.journal.record import Draft, Record, chain_records, initial_head
from sicbo.machine.log_kind import Events
from sicbo.machine.messages import Command, encode_message
from sicbo.table.state import TableState, rules_of
from sicbo.table.transcript import player
from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.player import play_transcript
from sicbo.verify.bundle import InMemory
from sicbo.verify.outside import Source
from sicbo.verify.report import Report
from sicbo.verify.verifier import Evidence, verify

ROOT = Path(__file__).parent.parent.parent
ROUNDS = sorted((ROOT / "tests" / "rounds").glob("*.round"))
HOUSE = "house.example"
SEALS = ("close", "pay")
Said = list[tuple[Command, Events | Refusal]]


@cache
def key(name: str, kind: int = 1) -> SigningKey:
    """The one key of that name: the same in every run, so that what was signed once can be kept."""
    seed = sha256(f"{kind} {name}".encode()).digest()
    return SigningKey(name, Ed25519PrivateKey.from_private_bytes(seed), kind)


def witness_key() -> SigningKey:
    """The key of the witness."""
    return key("witness.example", COSIGNATURE)


@dataclass
class Entry:
    """One record before it is chained: what was said as plain JSON, and when, by whom, under which id."""

    told: Any
    wall: int
    actor: str
    id: str

    @property
    def text(self) -> bytes:
        """Canonical JSON."""
        return json.dumps(self.told, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    @property
    def command(self) -> Any:
        """What was asked."""
        return self.told.get("command", {})

    @property
    def events(self) -> Any:
        """What came of it."""
        return self.told.get("events", [])

    def event(self, kind: str) -> Any:
        """The first event of a kind."""
        return next(event for event in self.events if event["type"] == kind)


@dataclass
class Made:
    """A bundle with everything that others hold against it."""

    files: dict[str, bytes]
    witness: bytes
    receipts: bytes
    trust: bytes
    table: str

    def verified(self, **without: Any) -> Report:
        """The verifier's report, with a witness, receipts and trusted keys unless left out."""
        given = {"witness": self.witness, "receipts": self.receipts, "trust": self.trust} | without
        evidence = Evidence(
            given["trust"],
            (Source("witness", given["witness"]),) if given["witness"] is not None else (),
            (Source("receipts", given["receipts"]),) if given["receipts"] is not None else (),
        )
        return verify(InMemory(self.files), evidence)

    def with_file(self, end: str, text: bytes) -> "Made":
        """The same with one file changed."""
        return replace(self, files={**self.files, f"tables/{self.table}.{end}": text})

    @property
    def journal(self) -> bytes:
        """The journal's file."""
        return self.files[f"tables/{self.table}.journal"]

    @property
    def checkpoints(self) -> bytes:
        """The file of checkpoints."""
        return self.files[f"tables/{self.table}.checkpoints"]


@dataclass
class Story:
    """Everything that was said at one table, to be written as a bundle or changed before that."""

    table: str
    rulebook: str
    layout: str
    readings: tuple[tuple[str, str], ...]
    entries: list[Entry] = field(default_factory=list)
    signed: tuple[str, ...] = ()

    def changed(self, change: Callable[[list[Entry]], object]) -> "Story":
        """The same story, but for one lie."""
        other = replace(self, entries=deepcopy(self.entries))
        change(other.entries)
        return other

    def made(
        self, house: SigningKey | None = None, receipts: Iterable[int] | None = None, also: Sequence[int] = ()
    ) -> Made:
        """The bundle: chained, with a checkpoint at every close and settlement, at the end, and on others."""
        name = f"{self.rulebook}/{self.layout}" if self.layout else self.rulebook
        founding = replace_founding(new_founding(HOUSE, self.table, name, dict(self.readings)), self.signed)
        first = Draft(self.entries[0].wall, "house", "founding", founding_text(founding))
        drafts = [Draft(one.wall, one.actor, one.id, one.text) for one in self.entries]
        records = chain_records(self.table, initial_head(self.table), [first, *drafts])
        origin, signer = f"{HOUSE}/{self.table}", house or key(HOUSE)
        notes, slips = _sealed(records, [None, *self.entries], origin, signer, also)
        persons = sorted({one["by"] for entry in self.entries for one in entry.told.get("signatures", ())})
        keys = _keys(persons)
        return Made(
            {
                "bundle.json": json.dumps(
                    {"format": "sicbo-bundle-2", "house": HOUSE, "tables": [self.table], "exported": 1}
                ).encode(),
                "manifest.note": manifest({self.table: records}, signer),
                "keys.json": keys,
                f"rulebooks/{founding.sha256}.json": canonical_json(rules_of(self.rulebook, self.readings)),
                f"tables/{self.table}.journal": b"".join(map(_line, records)),
                f"tables/{self.table}.checkpoints": b"".join(notes),
            },
            b"".join(notes[::2] if len(notes) > 2 else notes),
            b"".join(slips if receipts is None else [slips[at] for at in receipts]),
            keys,
            self.table,
        )


def manifest(
    logs: dict[str, list[Record]], house: SigningKey, *, left_out: Sequence[str] = (), name: str = HOUSE
) -> bytes:
    """The house's signed list of all its logs, as docs/reference/journal.md has it."""
    text = f"sicbo-manifest-1\n{name}\n{max(one[-1].wall for one in logs.values())}\n"
    for log, records in sorted(logs.items()):
        tree = MerkleTree()
        for record in records:
            tree.append(record.hash)
        shown = "not-shown" if log in left_out else "shown"
        text += f"{log} {len(records)} {to_base64(tree.root())} {shown}\n"
    return sign_note(text, house).encode()


def replace_founding(founding: Any, signed: tuple[str, ...]) -> Any:
    """A founding that lists other commands to be signed."""
    return type(founding)(
        **{name: getattr(founding, name) for name in founding.__struct_fields__} | {"signed": signed}
    )


def _keys(persons: Sequence[str]) -> bytes:
    told = {
        "house": [str(key(HOUSE).vkey)],
        "persons": {name: [str(key(name).vkey)] for name in persons},
        "witnesses": [str(witness_key().vkey)],
        "rotations": [],
    }
    return json.dumps(told).encode()


def _line(record: Record) -> bytes:
    head = f"{record.number}\t{record.wall}\t{record.actor}\t{record.id}\t{record.hash.hex()}\t"
    return head.encode() + record.text + b"\n"


def _sealed(
    records: Sequence[Record],
    entries: Sequence[Entry | None],
    origin: str,
    house: SigningKey,
    also: Sequence[int],
) -> tuple[list[bytes], list[bytes]]:
    """Notes on the journal, every other one cosigned, and a receipt for each registered slip."""
    tree = MerkleTree()
    notes: list[bytes] = []
    receipts: list[bytes] = []
    for record, entry in zip(records, entries, strict=True):
        tree.append(record.hash)
        told = entry.told if entry else {}
        command = told.get("command", {})
        ends = command.get("type") == "perform" and command.get("step") in SEALS and "events" in told
        seals = ends or record.number in also
        slip = command.get("type") in ("register-slip", "place-streak") and "events" in told
        last = record is records[-1]
        if not (seals or slip or last):
            continue
        note = sign_note(checkpoint_text(origin, record.number, tree.root()), house)
        if slip:
            receipts.append(_receipt(record, command, tree, note))
        if seals or last:
            if len(notes) % 2:
                note += cosignature_line(note, witness_key(), 1_763_258_400)
            notes.append(json.dumps(note, ensure_ascii=False).encode() + b"\n")
    return notes, receipts


def _receipt(record: Record, command: Any, tree: MerkleTree, note: str) -> bytes:
    receipt = Receipt(
        table=record.table,
        round=command["round"],
        player=command["player"],
        version=command.get("version", 0),
        number=record.number,
        hash=record.hash.hex(),
        proof=tuple(map(to_base64, tree.inclusion_proof(record.number))),
        checkpoint=note,
    )
    return write_receipt(receipt) + b"\n"


def story(start: TableState, said: Said, *, signed: tuple[str, ...] = ()) -> Story:
    """What was said at a table as a story; commands that must be signed are."""
    told = Story(start.name, start.rulebook, start.layout_key, start.readings, signed=signed)
    for command, outcome in said:
        tag = str(command.__struct_config__.tag)
        order = f"{tag}:{command.step}" if tag == "perform" else tag  # type: ignore[attr-defined]
        people = (command.stamp.by, getattr(command, "second", "")) if order in signed else ()
        hands = tuple(
            sign_command(key(person), start.name, person, encode_message(command))
            for person in people
            if person
        )
        text = entry_text(CommandRequest(start.name, command, hands), outcome)
        told.entries.append(Entry(json.loads(text), command.stamp.wall, command.stamp.by, command.id))
    return told


@contextmanager
def listening(module: ModuleType) -> Iterator[Said]:
    """Everything that a module asks `decide`, with the answers."""
    said: Said = []
    decide = module.decide

    def heard(table: TableState, command: Command) -> Events | Refusal:
        answer: Events | Refusal = decide(table, command)
        said.append((command, answer))
        return answer

    module.decide = heard  # type: ignore[attr-defined]
    try:
        yield said
    finally:
        module.decide = decide  # type: ignore[attr-defined]


def from_transcript(path: Path | str, *, signed: tuple[str, ...] = ()) -> Story:
    """A transcript, in tests/rounds or as it is written here, as a story."""
    written = path if isinstance(path, str) else path.read_text(encoding="utf-8")
    with listening(player) as said:
        report = play_transcript(parse_transcript(written))
    return story(report.start, said, signed=signed)


def assert_found(story: Story, lie: Callable[[list[Entry]], None]) -> None:
    """Assert that a lie on which the whole house agrees is found, and nothing after it is vouched for."""
    report = story.changed(lie).made().verified()
    first = report.tables[0].first
    assert report.code == 3
    assert first is not None
    assert report.tables[0].vouched == min(first.number - 1, report.tables[0].signed)
