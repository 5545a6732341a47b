"""Recovery: the logs as the journal has them, from a snapshot and the records after it.

The whole chain is read and checked each time; a snapshot only spares replaying it. Nothing is written before
all logs have been checked. Then invalid snapshots are deleted.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import msgspec

from sicbo.errors import BadInput, JournalError, NoSpace, RulebookError
from sicbo.house.commit import Signer
from sicbo.house.entries import law, read_entry
from sicbo.house.log_kinds import Founding
from sicbo.house.log_state import Place, after_records
from sicbo.house.recovery.snapshots import opened
from sicbo.journal.merkle import Tree
from sicbo.journal.notes import read_checkpoint
from sicbo.journal.record import Record, checked, start_of
from sicbo.journal.store import Checkpoint, Journal

CHUNK = 1_000
CHECKED = 20
"""The number of checkpoints of a log whose signature is checked at each start."""


def recovered(journal: Journal, signer: Signer) -> dict[str, Place]:
    """Return the state of every log of the journal."""
    places, wrong = {}, []
    for table in journal.heads():
        place = _from_snapshot(journal, table, signer)
        if place is None:
            wrong.append(table)
            place = _from_the_first(journal, table)
        _refuse_bad_checkpoints(journal, place, signer)
        places[table] = place
    for table in wrong:
        if journal.snapshot(table) is not None:
            with suppress(NoSpace):
                journal.forget(table)
    return places


def _from_snapshot(journal: Journal, table: str, signer: Signer) -> Place | None:
    """Return the state of a log from its snapshot, or None if it has none that fits its chain."""
    snapshot = journal.snapshot(table)
    place = opened(snapshot, signer) if snapshot else None
    if place is None or place.founding.table != table:
        return None
    _refuse_other_law(place.founding)
    records = checked(table, start_of(table), journal.read(table))
    last = None
    for last in islice(records, place.head.number):
        place.numbers[last.id] = last.number
    if last is None or (last.number, last.hash) != place.head:
        return None
    return _replayed(place, records)


def _from_the_first(journal: Journal, table: str) -> Place:
    records = checked(table, start_of(table), journal.read(table))
    first = next(records)
    if _unreadable(first) or read_entry(first.text).founding is None:
        raise JournalError(table, 1, "it is not a founding that this program can read")
    place = Place.new(first)
    _refuse_other_law(place.founding)
    return _replayed(place, records)


def _replayed(place: Place, records: Iterator[Record]) -> Place:
    while chunk := list(islice(records, CHUNK)):
        try:
            place = after_records(place, chunk)
        except msgspec.MsgspecError as error:
            bad = next(filter(_unreadable, chunk))
            raise JournalError(
                bad.table, bad.number, f"this program cannot read its text ({error})"
            ) from error
    return place


def _unreadable(record: Record) -> bool:
    try:
        read_entry(record.text)
    except msgspec.MsgspecError:
        return True
    return False


def _refuse_bad_checkpoints(journal: Journal, place: Place, signer: Signer) -> None:
    """Refuse a log if a checkpoint is damaged, or covers more records than there are.

    Each checkpoint is compared with the peaks beside it. The newest signatures are checked, and the newest
    checkpoint is also compared with the tree of the log. `sicbo journal check` does both for all checkpoints.
    """
    table, number, newest = place.founding.table, place.head.number, deque[Checkpoint](maxlen=CHECKED)
    for checkpoint in journal.checkpoints(table):
        if checkpoint.size > number:
            if journal.heads()[table].number >= checkpoint.size:
                break  # another process has gone on since we read the records
            wrong = f"it is missing, but the house signed {checkpoint.size} records"
            raise JournalError(table, number + 1, wrong)
        if wrong := _wrong_with(checkpoint, place.founding.origin):
            raise JournalError(table, checkpoint.size, f"the checkpoint on it is damaged: {wrong}")
        newest.append(checkpoint)
    for checkpoint in newest:
        if signer.signed(checkpoint.note) is None:
            raise JournalError(table, checkpoint.size, "the checkpoint on it is not signed by this house")
    if newest:
        tree = Tree(newest[-1].peaks)
        for record in journal.read(table, tree.size, number):
            tree.append(record.hash)
        if tree.peaks() != place.peaks:
            raise JournalError(table, newest[-1].size, "the checkpoint on it was signed for other records")


def _wrong_with(checkpoint: Checkpoint, origin: str) -> str:
    """Return what is wrong with a checkpoint in itself, or an empty string."""
    try:
        head = read_checkpoint(checkpoint.note)
        tree = Tree(checkpoint.peaks)
    except BadInput as error:
        return str(error)
    if (head.origin, head.size, head.root) != (origin, checkpoint.size, tree.root()):
        return "its note and its peaks differ"
    return "" if tree.size == head.size else "its peaks are those of another size"


def _refuse_other_law(founding: Founding) -> None:
    """Refuse a log whose rulebook is not exactly the version that it was founded under.

    This is checked before replaying, which may fail under another version.
    """
    known = law(founding.rulebook, founding.readings)
    if founding.sha256 != known:
        raise RulebookError(
            f"Table {founding.table} was founded under {founding.rulebook} with the hash "
            f"{founding.sha256[:12]}, and this program has {known[:12]}: close the table and export its "
            "journal with the program that founded it, and start this one with another data directory."
        )
