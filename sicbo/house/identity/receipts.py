"""Receipts: a player's proof that a slip was registered, so that the slip can never be removed unnoticed."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

import msgspec

from sicbo.errors import BadInput
from sicbo.journal.merkle import MerkleTree, root_from_inclusion
from sicbo.journal.notes import Vkey, from_base64, read_checkpoint, to_base64, verify_note
from sicbo.journal.record import Record

HASH = re.compile("[0-9a-f]{64}")
NODES_KEPT = 4_096


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A slip's record, its place in the tree, and the house's signature on that tree."""

    format: Literal["sicbo-receipt-1"] = "sicbo-receipt-1"
    table: str
    round: int
    player: str
    version: int
    number: int
    hash: str
    proof: tuple[str, ...]
    checkpoint: str


_decode_receipt = msgspec.json.Decoder(Receipt).decode


def receipt_for(record: Record, slip: Any, tree: MerkleTree, checkpoint: str) -> Receipt:
    """Return the receipt for the event of a wager, with a checkpoint on the present tree."""
    return Receipt(
        table=record.table,
        round=slip.round,
        player=slip.player,
        version=getattr(slip, "version", 0),
        number=record.number,
        hash=record.hash.hex(),
        proof=tuple(map(_node_text, tree.inclusion_proof(record.number))),
        checkpoint=checkpoint,
    )


_node_text = lru_cache(NODES_KEPT)(to_base64)
"""The nodes of a proof as text. The receipts of one commit share most of them."""


def write_receipt(receipt: Receipt) -> bytes:
    """Encode a receipt as JSON on one line."""
    return msgspec.json.encode(receipt)


def read_receipt(text: bytes) -> Receipt:
    """Decode a receipt from its JSON."""
    try:
        return _decode_receipt(text)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(f"This is not a receipt of this program: {error}.") from error


def check_receipt(receipt: Receipt, vkeys: Sequence[Vkey]) -> str | None:
    """Return what is wrong with a receipt, or None if the house has signed its record."""
    if not HASH.fullmatch(receipt.hash):
        return "The receipt does not hold: its hash is not 64 hex digits."
    try:
        signed = verify_note(receipt.checkpoint, vkeys)
        head = read_checkpoint(receipt.checkpoint)
        proof = [from_base64(node) for node in receipt.proof]
    except BadInput as error:
        return f"The receipt does not hold. {error}"
    if head.origin not in {f"{one.vkey.name}/{receipt.table}" for one in signed if one.time is None}:
        return f"The receipt is for table {receipt.table}, but the house signed for {head.origin}."
    if root_from_inclusion(bytes.fromhex(receipt.hash), receipt.number, head.size, proof) != head.root:
        return f"The proof does not lead from record {receipt.number} to what the house signed."
    return None
