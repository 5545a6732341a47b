"""The fuzz targets. A target takes bytes and returns, or raises only the exceptions that it declares.

An accepted input must be writable again, with the same bytes if the form is canonical.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import NamedTuple

import msgspec

from sicbo import rulebooks
from sicbo.errors import SicboError
from sicbo.house.entries import CommandRequest, entry_text, founding_text, read_entry
from sicbo.house.identity.receipts import check_receipt, read_receipt, write_receipt
from sicbo.journal.merkle import MerkleTree, is_consistent, root_from_inclusion
from sicbo.journal.notes import Vkey, checkpoint_text, read_checkpoint, read_note, read_vkey, verify_note
from sicbo.machine.messages import encode_message
from sicbo.promotion.conditions import errors_in_terms
from sicbo.rulebook import Rulebook
from sicbo.server.problems import Problem
from sicbo.table.log_kind import TABLE
from sicbo.table.transcript.parser import parse_transcript
from sicbo.terms.loader import parse_terms
from sicbo.tournament.format import lint_tournament
from sicbo.verify.canonical import Unusable, Wrong
from sicbo.verify.notes import checkpoint_of
from sicbo.verify.rules import law_of
from sicbo.verify.tree import root_by_proof
from tests.fuzz import front, whole
from tests.fuzz.whole import honest_bundle
from tests.verify.bundles import HOUSE, key

LEAVES = [sha256(b"%d" % number).digest() for number in range(40)]
HASH = 32


class Target(NamedTuple):
    """The function to call, and the exceptions that it may raise."""

    call: Callable[[bytes], object]
    raises: tuple[type[Exception], ...]


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def command(data: bytes) -> None:
    """A command that is read has one written form, which reads the same."""
    first = encode_message(TABLE.decode_command(data))
    assert encode_message(TABLE.decode_command(first)) == first


def event(data: bytes) -> None:
    """An event that is read has one written form, which reads the same."""
    first = encode_message(TABLE.decode_event(data))
    assert encode_message(TABLE.decode_event(first)) == first


def entry(data: bytes) -> None:
    """An entry in canonical form is written as the same bytes; any other form becomes canonical after one
    writing.
    """
    for _ in range(2):
        read = read_entry(data)
        if read.founding is not None:
            again = founding_text(read.founding)
        else:
            again = entry_text(CommandRequest("T1", read.decoded_command, read.signatures), read.outcome)
        if again == data:
            return
        data = again
    assert read_entry(data).outcome == read.outcome


def _proof(data: bytes) -> tuple[int, int, list[bytes]]:
    numbers, rest = data[:2].ljust(2, b"\0"), data[2:]
    return *numbers, [rest[at : at + HASH] for at in range(0, len(rest), HASH)]


@cache
def _tree(size: int, base: int = 0) -> MerkleTree:
    tree = MerkleTree()
    for number, leaf in enumerate(LEAVES[:size]):
        if number == base:
            tree.trim()
        tree.append(leaf)
    return tree


def inclusion(data: bytes) -> None:
    """Two programs compute the same root, and only the true proof leads to the true root."""
    number, size, proof = _proof(data)
    number, size = number % 42, size % 41
    record = LEAVES[number - 1] if 0 < number <= len(LEAVES) else LEAVES[0]
    ours = root_from_inclusion(record, number, size, proof)
    whole = all(len(node) == HASH for node in proof)
    theirs = root_by_proof(record, number - 1, size, proof) if whole else None
    assert ours == theirs
    if ours is not None and ours == _tree(size).root():
        assert proof == _tree(size).inclusion_proof(number)


def consistency(data: bytes) -> None:
    """Only the true proof shows that one tree is a prefix of another."""
    old, new, proof = _proof(data)
    old, new = old % 41, new % 41
    if is_consistent(old, _tree(old).root(), new, _tree(new).root(), proof):
        assert old <= new
        true = _grown_tree(old, new).consistency_proof() if 0 < old < new else []
        assert proof == true


@cache
def _grown_tree(old: int, new: int) -> MerkleTree:
    return _tree(new, old)


def note(data: bytes) -> None:
    """A checkpoint that is read says exactly what its text says, and the verifier reads the same."""
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
    verify_note(text, (_vkey(),))


@cache
def _vkey() -> Vkey:
    return key(HOUSE).vkey


def vkey(data: bytes) -> None:
    """A public key that is read is written the same."""
    text = _text(data)
    assert str(read_vkey(text)) == text


def receipt(data: bytes) -> None:
    """A receipt is valid only for the true records that the house signed.

    Notes that the same key signed for an earlier form of records are kept too; they prove nothing about
    these.
    """
    read = read_receipt(data)
    assert read_receipt(write_receipt(read)) == read
    assert check_receipt(read, ()) is not None
    true = [read_receipt(line) for line in honest_bundle().receipts.splitlines()]
    if check_receipt(read, (_vkey(),)) is None and read.checkpoint in {one.checkpoint for one in true}:
        assert (read.hash, read.number) in {(one.hash, one.number) for one in true}


def rulebook(data: bytes) -> None:
    """A rulebook of a user is opened, or refused in one sentence."""
    book = Rulebook.from_toml(_text(data))
    assert book.odds_table()


def terms(data: bytes) -> None:
    """Terms are loaded and checked, or refused with their place."""
    given = parse_terms(_text(data))
    if given.kind == "promotion":
        rules = rulebooks.get_rulebook(given.rulebook)
        errors_in_terms(given, rules, rules.layouts[0])
    else:
        lint_tournament(given)


def law(data: bytes) -> None:
    """A published rulebook is understood or refused."""
    law_of.__wrapped__(data, "")


def transcript(data: bytes) -> None:
    """A written round is read, or refused with its line."""
    parse_transcript(_text(data))


DECODES = (msgspec.MsgspecError, UnicodeDecodeError)
SENT = (Problem, msgspec.MsgspecError)
TARGETS: dict[str, Target] = {
    "command": Target(command, DECODES),
    "event": Target(event, DECODES),
    "entry": Target(entry, DECODES),
    "journal": Target(whole.journal, (Unusable,)),
    "bundle": Target(whole.bundle, (Unusable,)),
    "forged": Target(whole.check_forged_records, (Unusable, Wrong)),
    "zip": Target(whole.zipped_bundle, (Unusable,)),
    "outside": Target(whole.outside, (Wrong,)),
    "inclusion": Target(inclusion, ()),
    "consistency": Target(consistency, ()),
    "note": Target(note, (SicboError,)),
    "vkey": Target(vkey, (SicboError,)),
    "receipt": Target(receipt, (SicboError,)),
    "rulebook": Target(rulebook, (SicboError,)),
    "published": Target(whole.check_published_rulebook, (Wrong, Unusable)),
    "law": Target(law, (Wrong, Unusable)),
    "terms": Target(terms, (SicboError,)),
    "transcript": Target(transcript, (SicboError,)),
    "body": Target(front.body, SENT),
    "request": Target(front.request, SENT),
    "frames": Target(front.frames, DECODES),
    "witness": Target(front.witness, (SicboError,)),
    "snapshot": Target(front.snapshot, (SicboError,)),
}


def accepts(name: str, data: bytes) -> bool:
    """Whether a target accepts an input; exceptions that it does not declare are raised."""
    target = TARGETS[name]
    try:
        target.call(data)
    except target.raises:
        return False
    return True
