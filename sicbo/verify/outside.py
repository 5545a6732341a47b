"""What others hold: the notes that a witness keeps, and the receipts of players."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sicbo.verify.bundle import lines_of
from sicbo.verify.canonical import Unusable, Wrong, loosely, unwrapped
from sicbo.verify.keys import Keys
from sicbo.verify.notes import Checkpoint, checkpoint_of, signed_by, signed_until
from sicbo.verify.tree import root_by_proof

RECEIPT = "sicbo-receipt-1"
FIELDS = {"format", "table", "round", "player", "version", "number", "hash", "proof", "checkpoint"}
LONGEST_PROOF = 64


class Receipt(NamedTuple):
    """What a receipt says of a record, and of the tree that stands for it."""

    number: int
    size: int
    hash: bytes
    root: bytes
    slip: tuple[str, int, int]
    line: int
    until: int


class Source(NamedTuple):
    """Lines from outside the bundle: a file, or text in memory."""

    name: str
    lines: Any

    def __iter__(self) -> Iterator[bytes]:
        if isinstance(self.lines, Path):
            try:
                with self.lines.open("rb") as found:
                    yield from lines_of(found, self.name)
            except OSError as error:
                raise Unusable(f"{self.name} cannot be read: {error.strerror}.") from None
        else:
            yield from self.lines.splitlines()


def note_in(line: bytes) -> Any:
    """The note on a line: one JSON string, in the one form or with every foreign letter escaped."""
    return loosely(line)


def kept_notes(source: Source, origin: str, keys: Keys) -> Iterator[tuple[Checkpoint, int]]:
    """The notes of one log that a witness keeps, in the order of their sizes, and how many cosigned each."""
    last = 0
    for number, line in enumerate(source, 1):
        try:
            checkpoint = checkpoint_of(note_in(line))
            if checkpoint.origin != origin:
                continue
            cosigned = len(signed_by(checkpoint.note, keys))
            if checkpoint.size < last:
                raise Wrong("witness", "its sizes do not rise")
        except Wrong as wrong:
            raise Wrong("witness", f"line {number} of {source.name}: {wrong}") from None
        last = checkpoint.size
        yield checkpoint, cosigned


def origins(source: Source) -> Iterator[str]:
    """The logs that a witness keeps notes of; what cannot be read is found where notes are checked."""
    for line in source:
        try:
            yield checkpoint_of(note_in(line)).origin
        except Wrong:
            return


def receipts_of(source: Source, house: str, keys: Keys) -> dict[str, list[Receipt]]:
    """Every receipt by its table; each must hold by itself."""
    kept: dict[str, list[Receipt]] = {}
    for number, line in enumerate(source, 1):
        try:
            table, receipt = _receipt(loosely(line), house, keys, number)
        except Wrong as wrong:
            raise Wrong("receipt", f"line {number} of {source.name}: {wrong}") from None
        kept.setdefault(table, []).append(receipt)
    return kept


def _receipt(told: Any, house: str, keys: Keys, line: int) -> tuple[str, Receipt]:
    if type(told) is not dict or told.keys() != FIELDS or told["format"] != RECEIPT:
        raise Wrong("receipt", f"it is not of the format {RECEIPT}")
    whole = all(type(told[name]) is int for name in ("round", "version", "number"))
    texts = all(type(told[name]) is str for name in ("table", "player", "hash"))
    proof = told["proof"]
    if not whole or not texts or type(proof) is not list or len(proof) > LONGEST_PROOF:
        raise Wrong("receipt", "its fields are of other kinds")
    checkpoint = checkpoint_of(told["checkpoint"])
    if checkpoint.origin != f"{house}/{told['table']}":
        raise Wrong("receipt", "its note is on another table")
    signed_by(checkpoint.note, keys)
    try:
        bound = bytes.fromhex(told["hash"])
    except ValueError:
        bound = b""
    if bound.hex() != told["hash"] or len(bound) != 32:
        raise Wrong("receipt", "its hash is not 64 hex digits")
    nodes = [unwrapped(node, 32) for node in proof]
    if root_by_proof(bound, told["number"] - 1, checkpoint.size, nodes) != checkpoint.root:
        raise Wrong("receipt", "its proof does not lead to what the house signed")
    slip = (told["player"], told["round"], told["version"])
    until = signed_until(checkpoint.note, keys)
    return told["table"], Receipt(told["number"], checkpoint.size, bound, checkpoint.root, slip, line, until)


def by_size(receipts: Iterable[Receipt]) -> list[Receipt]:
    """A receipt for each tree that receipts stand on and each key under it, in the order of their sizes."""
    trees = {(one.size, one.root, one.until): one for one in receipts}
    return [trees[tree] for tree in sorted(trees)]
