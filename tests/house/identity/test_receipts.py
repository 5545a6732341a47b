"""Receipts: a slip's record under the house's signature, and every way to forge one."""

import base64
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sicbo.errors import BadInput, Refusal
from sicbo.house.commit import SignedTree
from sicbo.house.floor import CommandAnswer
from sicbo.house.identity.receipts import Receipt, check_receipt, read_receipt, receipt_for, write_receipt
from sicbo.house.identity.signatures import HouseSigner
from sicbo.i18n import message
from sicbo.journal.merkle import MerkleTree
from sicbo.journal.notes import COSIGNATURE, SigningKey, checkpoint_text, cosignature_line, sign_note
from sicbo.journal.record import Draft, Record, chain_records, initial_head
from sicbo.machine.messages import Stamp
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import SlipRegistered, TableClosed
from sicbo.table.messages.super_streak import StreakWagered

HOUSE = SigningKey.new("sicbo.example")
STAMP = Stamp("p-ana", None, 1, 1)
SHARED: dict[str, Any] = {"stamp": STAMP, "clause": "4.1", "command": "id-1"}
SLIP = SlipRegistered(player="p-ana", round=7, version=1, stakes=(), before=(), **SHARED)


def journal(count: int, table: str = "T1") -> list[Record]:
    """Return a chain of slips."""
    drafts = [Draft(number, "p-ana", f"id-{number}", b"%d" % number) for number in range(count)]
    return chain_records(table, initial_head(table), drafts)


def sealed_receipts(records: list[Record], base: int, origin: str = "sicbo.example/T1") -> list[Receipt]:
    """Return the receipts of one commit: all records after `base`, under one signature."""
    tree = MerkleTree()
    for record in records[:base]:
        tree.append(record.hash)
    tree.trim()
    for record in records[base:]:
        tree.append(record.hash)
    note = sign_note(checkpoint_text(origin, tree.size, tree.root()), HOUSE)
    return [
        receipt_for(record, replace(SLIP, version=record.number - 1), tree, note) for record in records[base:]
    ]


RECEIPTS = sealed_receipts(journal(41), base=29)
RECEIPT = RECEIPTS[4]


def test_a_receipt_says_what_the_record_says() -> None:
    """They agree on table, round, player, version, number and hash."""
    record = journal(41)[33]

    assert msgspec.to_builtins(RECEIPT) | {"proof": (), "checkpoint": ""} == {
        "format": "sicbo-receipt-1",
        "table": "T1",
        "round": 7,
        "player": "p-ana",
        "version": 33,
        "number": 34,
        "hash": record.hash.hex(),
        "proof": (),
        "checkpoint": "",
    }
    assert record.number == 34


def test_one_signature_serves_a_whole_commit() -> None:
    """Every receipt of the commit is valid."""
    assert len({receipt.checkpoint for receipt in RECEIPTS}) == 1
    assert [check_receipt(receipt, [HOUSE.vkey]) for receipt in RECEIPTS] == [None] * 12


@pytest.mark.parametrize("size", range(1, 18))
def test_receipts_hold_in_trees_of_every_shape(size: int) -> None:
    """They are valid from every base."""
    records = journal(size)
    for base in range(size):
        assert all(check_receipt(receipt, [HOUSE.vkey]) is None for receipt in sealed_receipts(records, base))


def test_a_receipt_survives_the_wire() -> None:
    """The decoded receipt is the same, and each field is what the journal page shows."""
    text = write_receipt(RECEIPT)

    assert read_receipt(text) == RECEIPT
    assert list(msgspec.json.decode(text)) == [
        *("format", "table", "round", "player", "version", "number", "hash", "proof", "checkpoint")
    ]
    assert b"\n" not in text


def test_a_super_streak_wager_has_a_receipt_without_a_version() -> None:
    """It cannot be taken back, so there is only one."""
    (record,) = chain_records("T1", initial_head("T1"), [Draft(1, "p-ben", "1", b"{}")])
    tree = MerkleTree()
    tree.append(record.hash)
    wagered = StreakWagered(player="p-ben", round=3, stake=Stake("odd", 500), side="odd", count=0, **SHARED)
    receipt = receipt_for(record, wagered, tree, "")

    assert (receipt.player, receipt.round, receipt.version) == ("p-ben", 3, 0)


def test_what_registers_nothing_has_no_receipt() -> None:
    """A refusal has none, and neither has a command whose row gives none."""
    (record,) = journal(1)
    signed_tree = SignedTree("sicbo.example/T1", MerkleTree(), HouseSigner(HOUSE))
    refused = CommandAnswer(Refusal("3.6", message("text", text="No.")), record, signed_tree)

    assert refused.receipt() is None
    assert CommandAnswer((TableClosed(**SHARED),), record).receipt() is None


def flip_bit(coded: str) -> str:
    """Return base64 with one bit changed."""
    raw = bytearray(base64.b64decode(coded))
    raw[7] ^= 4
    return base64.b64encode(raw).decode()


FORGED: dict[str, dict[str, Any]] = {
    "another table": {"table": "T2"},
    "another number": {"number": 35},
    "no number": {"number": 0},
    "a number beyond": {"number": 42},
    "another hash": {"hash": "00" * 32},
    "a neighbour's hash": {"hash": RECEIPTS[5].hash},
    "a short hash": {"hash": RECEIPT.hash[:-2]},
    "no hash": {"hash": "zz"},
    "a hash in capitals": {"hash": RECEIPT.hash.upper()},
    "a hash with spaces": {"hash": f"{RECEIPT.hash[:2]} {RECEIPT.hash[2:]}"},
    "a proof cut short": {"proof": RECEIPT.proof[:-1]},
    "a longer proof": {"proof": (*RECEIPT.proof, RECEIPT.proof[0])},
    "no proof": {"proof": ()},
    "a swapped proof": {"proof": (RECEIPT.proof[1], RECEIPT.proof[0], *RECEIPT.proof[2:])},
    "a forged middle": {"proof": (*RECEIPT.proof[:2], flip_bit(RECEIPT.proof[2]), *RECEIPT.proof[3:])},
    "a proof that is not base64": {"proof": ("*", *RECEIPT.proof[1:])},
    "another size": {"checkpoint": RECEIPT.checkpoint.replace("\n41\n", "\n40\n")},
    "no signature": {"checkpoint": RECEIPT.checkpoint.partition("—")[0]},
    "no checkpoint": {"checkpoint": ""},
    "a signed text that is none": {"checkpoint": sign_note("sicbo.example/T1\n", HOUSE)},
    "a stranger's checkpoint": {
        "checkpoint": sign_note(
            RECEIPT.checkpoint.partition("\n\n")[0] + "\n", SigningKey.new("sicbo.example")
        )
    },
    "an older checkpoint": {"checkpoint": sealed_receipts(journal(33), 29)[0].checkpoint},
    "another house's log": {"checkpoint": sealed_receipts(journal(41), 29, "other.example/T1")[0].checkpoint},
}


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_receipt_does_not_hold(forgery: str) -> None:
    """The error is one sentence that says why."""
    assert check_receipt(RECEIPT, [HOUSE.vkey]) is None
    wrong = check_receipt(msgspec.structs.replace(RECEIPT, **FORGED[forgery]), [HOUSE.vkey])

    assert wrong
    assert wrong.endswith(".")


def test_a_witness_cannot_give_receipts() -> None:
    """Only the house's own signature counts for a slip."""
    witness = SigningKey.new("sicbo.example", COSIGNATURE)
    text = RECEIPT.checkpoint.partition("—")[0]
    only = msgspec.structs.replace(
        RECEIPT, checkpoint=text + cosignature_line(RECEIPT.checkpoint, witness, 5)
    )
    both = msgspec.structs.replace(
        RECEIPT, checkpoint=RECEIPT.checkpoint + cosignature_line(RECEIPT.checkpoint, witness, 5)
    )

    assert check_receipt(only, [HOUSE.vkey, witness.vkey])
    assert check_receipt(both, [HOUSE.vkey, witness.vkey]) is None


def test_a_journal_that_lost_the_record_cannot_agree_with_the_receipt() -> None:
    """Any other record has another hash, and the receipt's checkpoint another root."""
    records = journal(41)
    changed = [
        *records[:33],
        *chain_records("T1", initial_head("T1"), [Draft(9, "p-eve", "x", b"{}")]),
        *records[34:],
    ]
    tree = MerkleTree()
    for record in changed:
        tree.append(record.hash)

    assert checkpoint_text("sicbo.example/T1", 41, tree.root()) not in RECEIPT.checkpoint


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b"[1]",
        b"\xff",
        write_receipt(RECEIPT).replace(b"receipt-1", b"receipt-2"),
        write_receipt(RECEIPT).replace(b'"number":34', b'"number":"34"'),
        write_receipt(RECEIPT).replace(b'"number":34', b'"number":34.5'),
        write_receipt(RECEIPT).replace(b'"number":34', b'"number":34,"more":1'),
    ],
)
def test_what_is_not_a_receipt_is_refused(text: bytes) -> None:
    """The error is one sentence."""
    with pytest.raises(BadInput, match="not a receipt of this program"):
        read_receipt(text)
