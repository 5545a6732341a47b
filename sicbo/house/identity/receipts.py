"""Receipts: a player's proof that a slip was registered, so that the slip can never be removed unnoticed."""

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from sicbo.errors import BadInput
from sicbo.journal.merkle import Tree, root_from_inclusion
from sicbo.journal.notes import Vkey, read_bytes, read_checkpoint, verify, written_bytes
from sicbo.journal.record import Record

HASH = re.compile("[0-9a-f]{64}")


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


class _Slip(msgspec.Struct):
    player: str
    round: int
    version: int = 0


class _Text(msgspec.Struct):
    command: _Slip
    events: msgspec.Raw


_text = msgspec.json.Decoder(_Text).decode
_receipt = msgspec.json.Decoder(Receipt).decode


def receipt_for(record: Record, tree: Tree, checkpoint: str) -> Receipt:
    """Return the receipt for a registered slip, with a checkpoint on the present tree."""
    try:
        slip = _text(record.text).command
    except msgspec.MsgspecError as error:
        raise BadInput(f"Record {record.number} does not register a slip, so it has no receipt.") from error
    return Receipt(
        table=record.table,
        round=slip.round,
        player=slip.player,
        version=slip.version,
        number=record.number,
        hash=record.hash.hex(),
        proof=tuple(map(written_bytes, tree.inclusion(record.number))),
        checkpoint=checkpoint,
    )


def write_receipt(receipt: Receipt) -> bytes:
    """Encode a receipt as JSON on one line."""
    return msgspec.json.encode(receipt)


def read_receipt(text: bytes) -> Receipt:
    """Decode a receipt from its JSON."""
    try:
        return _receipt(text)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(f"This is not a receipt of this program: {error}.") from error


def check(receipt: Receipt, vkeys: Sequence[Vkey]) -> str | None:
    """Return what is wrong with a receipt, or None if the house has signed its record."""
    if not HASH.fullmatch(receipt.hash):
        return "The receipt does not hold: its hash is not 64 hex digits."
    try:
        signed = verify(receipt.checkpoint, vkeys)
        head = read_checkpoint(receipt.checkpoint)
        proof = [read_bytes(node) for node in receipt.proof]
    except BadInput as error:
        return f"The receipt does not hold. {error}"
    if head.origin not in {f"{one.vkey.name}/{receipt.table}" for one in signed if one.time is None}:
        return f"The receipt is for table {receipt.table}, but the house signed for {head.origin}."
    if root_from_inclusion(bytes.fromhex(receipt.hash), receipt.number, head.size, proof) != head.root:
        return f"The proof does not lead from record {receipt.number} to what the house signed."
    return None
