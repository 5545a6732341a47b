"""The history of a house: whether its journal still has all of it, and what happens if it has not.

A house never starts a second history under its key silently. Once a journal was opened, a mark stays with the
keys: if journal and heads file are both gone, nothing new is started. An operator who continues anyway
accepts the loss, and the house signs which records are lost.
"""

import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sicbo.errors import BadInput, LostRecords
from sicbo.house.export.readers import SqliteReader
from sicbo.house.identity.keys import Keys, write_whole
from sicbo.journal.directory import held
from sicbo.journal.heads.chain_ends import Shortfall, shortfalls
from sicbo.journal.heads.heads_file import (
    HEADS,
    HeadsFile,
    heads_files,
    known_heads,
    refuse_damaged_heads,
    refuse_unless_file,
)
from sicbo.journal.heads.own_heads import OWN_LOCK
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.notes import sign
from sicbo.journal.opening import ADDRESSES, open_journal
from sicbo.journal.record import Head
from sicbo.journal.sqlite import FILE, LOCK
from sicbo.journal.store import Journal
from sicbo.journal.waits import PATIENCE

MARK, LOSSES = "history", "losses"
LOSS = "sicbo-loss-1"
EVERYTHING, DAMAGED = "everything", "heads-file-damaged"
"""Words of a loss note in place of figures: all is lost, or the heads file is too damaged to tell."""
SAYS = "A journal was begun under these keys. Where it is gone, docs/guides/operator.md says what to do.\n"


def open_kept(where: str, data: Path, patience: float = PATIENCE) -> Journal:
    """Open the journal of a house whose keys are in `data`; raise `LostRecords` if its history is lost."""
    mark = data / "keys" / MARK
    if _is_history_gone(where, data):
        raise LostRecords(
            f"The keys in {data} have signed a history, but journal and heads file are gone. "
            "Nothing was started. Restore the newest backup into a new directory. If nothing better is left, "
            "`sicbo journal accept-loss` puts the loss on record and lets the house start."
        )
    journal = open_journal(where, data, patience)
    if not mark.exists():
        write_whole(mark, SAYS)
    return journal


def lost_records(where: str, data: Path) -> list[Shortfall]:
    """Return the logs whose journal lacks acknowledged records. The house may be playing meanwhile."""
    known = known_heads(data)  # read before the journal, which can only be ahead of it
    with closing(_reader(where)) as journal:
        found = shortfalls(known.heads if known else {}, journal)
        if not found:
            refuse_damaged_heads(data, known, journal.heads())
        return found


def accepted_losses(data: Path) -> list[str]:
    """Return the notes on losses that were accepted, the oldest first."""
    return [path.read_text("utf-8") for path in sorted((data / "keys" / LOSSES).glob("*.note"))]


def accept_loss(where: str, data: Path) -> str:
    """Sign which records are lost, store the note beside the keys, and let the house continue."""
    keys = Keys(data)
    with held(data / (OWN_LOCK if where.startswith(ADDRESSES) else LOCK)):
        unknown = EVERYTHING if _is_history_gone(where, data) else ""
        try:
            lost = lost_records(where, data)
        except LostRecords:
            lost, unknown = [], DAMAGED
        if not lost and not unknown:
            raise BadInput("Nothing is lost: the journal has all that was acknowledged.")
        note = sign(_loss_text(lost, unknown, time.time_ns() // 1_000), keys.house())
        write_whole(data / "keys" / LOSSES / f"{len(accepted_losses(data)) + 1:06}.note", note)
        with closing(_reader(where)) as journal:
            make_heads(data, journal.heads())
    return note


def make_heads(data: Path, heads: dict[str, Head]) -> None:
    """Write a new heads file for a journal with these heads, after a restore or an accepted loss."""
    for path in heads_files(data):
        path.unlink()
    HeadsFile(data / HEADS, heads).close()


def _is_history_gone(where: str, data: Path) -> bool:
    """Whether the keys have signed a history, but neither journal nor heads file is left."""
    return (data / "keys" / MARK).exists() and known_heads(data) is None and not _has_records(where)


def _loss_text(lost: Sequence[Shortfall], unknown: str, wall: int) -> str:
    """Return the text of a loss note: each log with its known and its present head, or why it is unknown."""
    lines = [f"{log} {had.number} {had.hash.hex()} {has.number} {has.hash.hex()}" for log, had, has in lost]
    return "\n".join([LOSS, str(wall), *(lines or [unknown])]) + "\n"


def _reader(where: str) -> "Journal | SqliteReader":
    """Return a reader of the journal, or an empty journal if there is none."""
    if where.startswith(ADDRESSES):
        return open_journal(where)
    return SqliteReader(Path(where)) if _has_file(where) else MemoryJournal()


def _has_file(where: str) -> bool:
    path = Path(where) / FILE
    refuse_unless_file(path)
    return path.exists() and path.stat().st_size > 0


def _has_records(where: str) -> bool:
    with closing(_reader(where)) as journal:
        return bool(journal.heads())
