"""What is fuzzed. A target takes bytes and returns, or raises what it is declared to raise; nothing else.

Where something is accepted it must be writable again, in the same bytes where the form is canonical.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from sicbo.api import Rulebook
from sicbo.errors import SicboError
from sicbo.house.entries import Asked, entry_text, founding_text, read_entry
from sicbo.house.receipts import check, read_receipt, write_receipt
from sicbo.journal.merkle import Tree, consistent, root_from_inclusion
from sicbo.journal.notes import Vkey, checkpoint_text, read_checkpoint, read_note, read_vkey, verify
from sicbo.server import routes_console, routes_people, routes_stream, routes_tables
from sicbo.table.codec import decode_command, decode_event, encode
from sicbo.table.transcript import parse
from sicbo.terms.loading import load
from sicbo.verify.bundle import InMemory
from sicbo.verify.canonical import Unusable, Wrong
from sicbo.verify.notes import checkpoint_of
from sicbo.verify.rules import law_of
from sicbo.verify.tree import root_by_proof
from sicbo.verify.verifier import Evidence
from sicbo.verify.verifier import verify as verified
from tests.verify.bundles import HOUSE, Made, from_transcript, key
from tests.verify.test_tamper import BRIEF

LEAVES = [sha256(b"%d" % number).digest() for number in range(40)]
HASH = 32


class Target(NamedTuple):
    """What to call, and what it may raise."""

    call: Callable[[bytes], object]
    raises: tuple[type[Exception], ...]


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def command(data: bytes) -> None:
    """A command is read, and written in one form that is read alike."""
    first = encode(decode_command(data))
    assert encode(decode_command(first)) == first


def event(data: bytes) -> None:
    """An event is read, and written in one form that is read alike."""
    first = encode(decode_event(data))
    assert encode(decode_event(first)) == first


def entry(data: bytes) -> None:
    """An entry that is written as we write is the same bytes again; any other form settles after one."""
    for _ in range(2):
        read = read_entry(data)
        if read.founding is not None:
            again = founding_text(read.founding)
        else:
            again = entry_text(Asked("T1", read.asked, read.signatures), read.outcome)
        if again == data:
            return
        data = again
    assert read_entry(data).outcome == read.outcome


@cache
def honest() -> Made:
    """A bundle as it should be, in which every record is signed for and witnessed."""
    return from_transcript(BRIEF).made()


def journal(data: bytes) -> None:
    """No journal but the true one is accepted."""
    made = honest()
    report = made.with_file("journal", data).verified()
    assert report.holds == (data == made.journal)


def bundle(data: bytes) -> None:
    """Any file of a bundle may be anything: there is a report, or one sentence."""
    made = honest()
    names = sorted(made.files)
    files = {**made.files, names[data[0] % len(names)]: data[1:]} if data else {}
    verified(InMemory(files), Evidence(made.trust))


def _proof(data: bytes) -> tuple[int, int, list[bytes]]:
    numbers, rest = data[:2].ljust(2, b"\0"), data[2:]
    return *numbers, [rest[at : at + HASH] for at in range(0, len(rest), HASH)]


@cache
def _tree(size: int, base: int = 0) -> Tree:
    tree = Tree()
    for number, leaf in enumerate(LEAVES[:size]):
        if number == base:
            tree.trim()
        tree.append(leaf)
    return tree


def inclusion(data: bytes) -> None:
    """Two programs lead to the same root, and only the true proof leads to the true one."""
    number, size, proof = _proof(data)
    number, size = number % 42, size % 41
    record = LEAVES[number - 1] if 0 < number <= len(LEAVES) else LEAVES[0]
    ours = root_from_inclusion(record, number, size, proof)
    whole = all(len(node) == HASH for node in proof)
    theirs = root_by_proof(record, number - 1, size, proof) if whole else None
    assert ours == theirs
    if ours is not None and ours == _tree(size).root():
        assert proof == _tree(size).inclusion(number)


def consistency(data: bytes) -> None:
    """Only the true proof shows that one tree is the beginning of another."""
    old, new, proof = _proof(data)
    old, new = old % 41, new % 41
    if consistent(old, _tree(old).root(), new, _tree(new).root(), proof):
        assert old <= new
        true = _grown(old, new).consistency() if 0 < old < new else []
        assert proof == true


@cache
def _grown(old: int, new: int) -> Tree:
    return _tree(new, old)


def note(data: bytes) -> None:
    """A checkpoint that is read says just what its text says, and the verifier reads it alike."""
    text = _text(data)
    try:
        head = read_checkpoint(text)
    except SicboError:
        head = None
    try:
        other = checkpoint_of(text)
    except (Wrong, Unusable):
        other = None
    if head is not None and other is not None:
        assert (head.origin, head.size, head.root) == (other.origin, other.size, other.root)
    read_note(text)
    if head is not None:
        assert read_note(text)[0] == checkpoint_text(head.origin, head.size, head.root)
    verify(text, (_vkey(),))


@cache
def _vkey() -> Vkey:
    return key(HOUSE).vkey


def vkey(data: bytes) -> None:
    """A public key that is read is written the same."""
    text = _text(data)
    assert str(read_vkey(text)) == text


def receipt(data: bytes) -> None:
    """A receipt of nobody we know never holds."""
    read = read_receipt(data)
    assert read_receipt(write_receipt(read)) == read
    assert check(read, ()) is not None


def rulebook(data: bytes) -> None:
    """Somebody's own rulebook is opened, or refused in a sentence."""
    book = Rulebook.from_toml(_text(data))
    assert book.odds_table()


def published(data: bytes) -> None:
    """A published rulebook with something else written over a part of it is understood, or refused."""
    name = next(name for name in honest().files if name.startswith("rulebooks/"))
    text, over = honest().files[name], data[3:]
    at = int.from_bytes(data[:3], "big") % len(text)
    law_of.__wrapped__(text[:at] + over + text[at + len(over) :], "")


def terms(data: bytes) -> None:
    """Terms are loaded, or refused with their place."""
    assert load(_text(data)).kind


def transcript(data: bytes) -> None:
    """A round as it is written down is read, or refused with its line."""
    parse(_text(data))


BODIES: tuple[Any, ...] = (
    routes_stream.Painted,
    routes_tables.GivenSlip,
    routes_tables.GivenStreak,
    routes_console.Take,
    routes_console.GivenDice,
    routes_console.Confirm,
    routes_console.Decision,
    routes_people.SignIn,
)


def body(data: bytes) -> None:
    """What a browser sends is of its type, or refused."""
    kind = BODIES[data[0] % len(BODIES)] if data else BODIES[0]
    read = msgspec.json.decode(data[1:], type=kind)
    assert msgspec.json.decode(msgspec.json.encode(read), type=kind) == read


DECODES = (msgspec.MsgspecError, UnicodeDecodeError)
TARGETS: dict[str, Target] = {
    "command": Target(command, DECODES),
    "event": Target(event, DECODES),
    "entry": Target(entry, DECODES),
    "journal": Target(journal, (Unusable,)),
    "bundle": Target(bundle, (Unusable,)),
    "inclusion": Target(inclusion, ()),
    "consistency": Target(consistency, ()),
    "note": Target(note, (SicboError,)),
    "vkey": Target(vkey, (SicboError,)),
    "receipt": Target(receipt, (SicboError,)),
    "rulebook": Target(rulebook, (SicboError,)),
    "published": Target(published, (Wrong, Unusable)),
    "terms": Target(terms, (SicboError,)),
    "transcript": Target(transcript, (SicboError,)),
    "body": Target(body, DECODES),
}


def tried(name: str, data: bytes) -> bool:
    """Whether a target accepts an input; raises what must not be raised."""
    target = TARGETS[name]
    try:
        target.call(data)
    except target.raises:
        return False
    return True
