"""Marks along a journal: what was signed, witnessed and receipted is counted, and lies about it are named."""

import base64
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from sicbo.journal.merkle import EMPTY, MerkleTree
from sicbo.journal.notes import checkpoint_text, sign_note
from tests.verify.bundles import HOUSE, Made, from_transcript, key
from tests.verify.test_tamper import evening, richer, sizes, small

REFUSED = """
rulebook canberra-2005  limits $5 to $200, chips of $1
ana      buys $50
dealer   place your bets
ana      $5 on small
dealer   cover, spin, no more bets
ana      $10 on small
dealer   uncover, call, enter 1 4 4, collect, pay
"""
OTHER = sha256(b"what was never there").digest()


@cache
def whole() -> Made:
    """An evening of three checkpoints, the second of them cosigned."""
    return evening().made()


def hashes(made: Made) -> list[bytes]:
    """The hashes of all records."""
    return [bytes.fromhex(line.split(b"\t")[4].decode()) for line in made.journal.splitlines()]


def tree(bound: Sequence[bytes]) -> MerkleTree:
    """The tree over these records."""
    grown = MerkleTree()
    for one in bound:
        grown.append(one)
    return grown


def note(made: Made, bound: Sequence[bytes], table: str = "") -> str:
    """What the house signs for these records."""
    return sign_note(
        checkpoint_text(f"{HOUSE}/{table or made.table}", len(bound), tree(bound).root()), key(HOUSE)
    )


def line(told: object) -> bytes:
    """One line of a file from outside."""
    return json.dumps(told, ensure_ascii=False).encode() + b"\n"


def receipt(made: Made, number: int, bound: Sequence[bytes], **words: object) -> bytes:
    """A receipt for a record of ana, with a proof that holds by itself."""
    proof = [base64.b64encode(node).decode() for node in tree(bound).inclusion_proof(number)]
    told: dict[str, Any] = {
        "format": "sicbo-receipt-1",
        "table": made.table,
        "round": 1,
        "player": "ana",
        "version": 1,
        "number": number,
        "hash": bound[number - 1].hex(),
        "proof": proof,
        "checkpoint": note(made, bound),
    }
    return line(told | words)


def findings(made: Made, **given: Any) -> list[tuple[int, str, str]]:
    """What is found: at which record, by which check, in which words."""
    return [(one.number, one.check, one.says) for one in made.verified(**given).every]


def with_checkpoints(made: Made, *notes: bytes) -> Made:
    """The same with these checkpoints alone."""
    return made.with_file("checkpoints", b"".join(notes))


def test_everything_that_was_held_against_the_journal_is_counted() -> None:
    """Three checkpoints, of which one is cosigned; the witness holds two of them, players four receipts."""
    counts = whole().verified().tables[0].counts
    marks = ("checkpoints", "cosigned", "witness notes", "receipts")

    assert [counts[what] for what in marks] == [3, 1, 2, 4]
    assert "records not signed yet" not in counts


def test_a_checkpoint_may_stand_on_the_first_record() -> None:
    """A table that was founded and signed for, and has dealt nothing yet."""
    made = whole()
    first = line(note(made, hashes(made)[:1]))

    assert findings(made.with_file("checkpoints", first + made.checkpoints), witness=first) == []


def test_a_checkpoint_that_only_the_witness_shows_is_found() -> None:
    """On the first record or on a later one: the house signed it and does not say so."""
    made = whole()
    held = [line(note(made, hashes(made)[:size])) for size in (1, 7)]
    says = "witness holds a checkpoint that the house does not show"

    assert findings(made, witness=b"".join(held)) == [(1, "checkpoint", says), (7, "checkpoint", says)]


def test_a_witness_may_have_seen_the_log_while_it_was_empty() -> None:
    """It cosigns that a log begins, and everything after it is still looked at."""
    made = whole()
    text = checkpoint_text(f"{HOUSE}/{made.table}", 0, EMPTY)
    begun, false = (line(sign_note(one, key(HOUSE))) for one in (text, text.replace("\n0\n4", "\n0\n5")))
    shown = sizes(made)[0]
    held = begun + line(note(made, [*hashes(made)[: shown - 1], OTHER]))

    assert findings(made, witness=begun + made.witness) == []
    assert findings(made, witness=held) == [(shown, "witness", "witness holds another history up to here")]
    assert findings(made, witness=false) == [
        (1, "witness", "witness holds another root of a log without records")
    ]


def test_where_nothing_is_signed_nothing_is_vouched_for() -> None:
    """Not even the first record."""
    report = with_checkpoints(whole()).verified(witness=None, receipts=None).tables[0]

    assert [(one.number, one.check, one.says) for one in report.findings] == [
        (1, "checkpoint", "expected a checkpoint that covers record 1, found none")
    ]
    assert report.vouched == 0


def test_a_checkpoint_that_cannot_stand_is_named_where_the_last_good_one_ended() -> None:
    """By its line; of what comes after it nothing is believed."""
    made = whole()
    first, second, third = made.checkpoints.splitlines(keepends=True)
    begun = sizes(made)[0] + 1
    another, empty = (
        note(made, hashes(made), "T2"),
        sign_note(f"{HOUSE}/{made.table}\n0\n{'A' * 43}=\n", key(HOUSE)),
    )
    log = "it is of another log, or its size does not rise"

    for notes, number, says in (
        ((b'"nothing"\n', first), 1, "checkpoint 1: it is no signed note: text, an empty line, signatures"),
        ((line(empty), first), 1, f"checkpoint 1: {log}"),
        ((first, first, second, third), begun, f"checkpoint 2: {log}"),
        ((first, line(another)), begun, f"checkpoint 2: {log}"),
        ((first, third, second), len(hashes(made)) + 1, f"checkpoint 3: {log}"),
        ((first, second[:-1]), begun, f"checkpoint 2: {log}"),
    ):
        found = findings(with_checkpoints(made, *notes), witness=None, receipts=None)
        assert (number, "checkpoint", says) in found


@pytest.mark.parametrize("words", [{"player": "ben"}, {"round": 2}, {"version": 2}], ids=str)
def test_a_receipt_is_for_the_slip_that_it_names(words: dict[str, Any]) -> None:
    """The record is there and signed for, but it is the slip of another player, round or version."""
    made = small()
    number = json.loads(made.receipts)["number"]
    who, played = words.get("player", "ana"), words.get("round", 1)
    says = f"receipt 1 is for another record: {who}, round {played}"

    assert findings(made, receipts=receipt(made, number, hashes(made))) == []
    assert findings(made, receipts=receipt(made, number, hashes(made), **words)) == [
        (number, "receipt", says)
    ]


def test_a_receipt_is_for_a_slip_that_was_taken() -> None:
    """What the house refused it cannot have confirmed."""
    made = from_transcript(REFUSED).made()
    (number,) = [at for at, one in enumerate(made.journal.splitlines(), 1) if b'"refusal"' in one]
    asked = json.loads(made.journal.splitlines()[number - 1].split(b"\t")[5])["command"]
    false = receipt(made, number, hashes(made), version=asked["version"])

    assert findings(made, receipts=false) == [
        (number, "receipt", "receipt 1 is for another record: ana, round 1")
    ]


def test_a_receipt_is_for_the_very_record() -> None:
    """The same slip of the same player, in a history that went otherwise before it."""
    other = evening().changed(richer).made()
    held = json.loads(other.receipts.splitlines()[0])
    found = findings(whole(), receipts=line(held), witness=None)

    says = f"receipt 1 is for another record: {held['player']}, round 1"
    assert found == [
        (held["number"], "receipt", says),
        (held["number"], "receipt", "receipt 1 stands on another history up to here"),
    ]


def test_a_receipt_may_show_another_history_after_its_record() -> None:
    """Its own record is as it was; what the house signed with it went on otherwise."""
    made = small()
    number = json.loads(made.receipts)["number"]
    other = [*hashes(made)[:number], OTHER]

    assert findings(made, receipts=receipt(made, number, other)) == [
        (number + 1, "receipt", "receipt 1 stands on another history up to here")
    ]


@pytest.mark.parametrize("told", [b"[]", b"5", b'"ana"', b"null"])
def test_a_record_whose_command_is_none_is_not_the_one_of_a_receipt(told: bytes) -> None:
    """Whatever a house puts in its place, the verifier says so and goes on to the end."""
    made, written = small(), []
    number = json.loads(made.receipts)["number"]
    before = sha256(b"sicbo-journal-1\n" + made.table.encode()).digest()
    for at, record in enumerate(made.journal.splitlines(), 1):
        fields = record.split(b"\t")
        fields[5] = b'{"command":%b,"events":[]}' % told if at == number else fields[5]
        before = sha256(before + b"\n".join((made.table.encode(), *fields[:4], fields[5]))).digest()
        fields[4] = before.hex().encode()
        written.append(b"\t".join(fields) + b"\n")
    false = replace(made.with_file("journal", b"".join(written)), witness=b"")

    found = findings(false)

    assert (number, "receipt", "receipt 1 is for another record: ana, round 1") in found
    assert (len(written), "checkpoint", "the house signed another history up to here") in found
