"""Cosignatures: the house submits its newest checkpoint to a witness and stores what the witness signed."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Protocol

from sicbo.errors import BadInput
from sicbo.house.witness.witness import Answer, Conflict, Unwitnessed
from sicbo.journal.merkle import Tree
from sicbo.journal.notes import Vkey, joined
from sicbo.journal.record import Record
from sicbo.journal.store import Checkpoint

Ask = Callable[[int, Sequence[bytes], str], Answer]


class Shown(Protocol):
    """The part of a journal that cosigning uses."""

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """Yield the checkpoints of a log on more than `after` records."""

    def read(self, table: str, after: int = 0) -> Iterator[Record]:
        """Yield the records of a log after a number."""

    def cosign(self, table: str, size: int, note: str) -> None:
        """Store a checkpoint's note with further signatures on it."""


def cosign_latest(journal: Shown, table: str, ask: Ask, vkeys: Sequence[Vkey], known: int = 0) -> int | str:
    """Have a log's newest checkpoint cosigned; return the size that the witness now knows, or an error text.

    `known` is the size that the witness was last shown. If the witness knows another size, it says so, and is
    asked once more.
    """
    newest = deque(journal.checkpoints(table, known), maxlen=1)
    if not newest:
        return known
    latest = newest.pop()
    answer = ask(known, _proof(journal, latest, known), latest.note)
    if isinstance(answer, Conflict):
        if answer.size > latest.size:
            return (
                f"The witness knows {answer.size} records of {table}, and our newest checkpoint is on "
                f"{latest.size}: records are lost. Stop the table and call the regulator."
            )
        answer = ask(answer.size, _proof(journal, latest, answer.size), latest.note)
    if isinstance(answer, Conflict):
        return f"The witness knows another history of {table}: stop the table and call the regulator."
    if isinstance(answer, Unwitnessed):
        return answer.says
    try:
        note = joined(latest.note, answer.lines, vkeys)
    except BadInput as error:
        return str(error)
    journal.cosign(table, latest.size, note)
    return latest.size


def _proof(journal: Shown, latest: Checkpoint, old_size: int) -> list[bytes]:
    """Return the proof that a checkpoint extends an older size; fast if a checkpoint has that size."""
    if old_size in (0, latest.size):
        return []
    near = next(iter(journal.checkpoints(latest.table, old_size - 1)))
    tree = Tree(near.peaks if near.size == old_size else b"")
    for record in islice(journal.read(latest.table, tree.size), latest.size - tree.size):
        if tree.size == old_size:
            tree.trim()
        tree.append(record.hash)
    return tree.consistency()
