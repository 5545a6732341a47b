"""Recovery: the places as the journal has them, from a snapshot and the records after it.

The whole chain is read and checked each time; a snapshot only spares replaying it. Nothing is written before
all tables hold: then snapshots that are wrong are thrown away.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import msgspec

from sicbo.errors import JournalError, NoSpace, RulebookError
from sicbo.house.entries import law, read_entry
from sicbo.house.places import Place, after_records
from sicbo.house.snapshots import opened
from sicbo.house.subjects import Founding
from sicbo.house.turns import Signer
from sicbo.journal.record import Record, checked, start_of
from sicbo.journal.store import Journal

CHUNK = 1_000


def recovered(journal: Journal, signer: Signer) -> dict[str, Place]:
    """Every table of the journal."""
    places, wrong = {}, []
    for table in journal.heads():
        place = _from_snapshot(journal, table, signer)
        if place is None:
            wrong.append(table)
            place = _from_the_first(journal, table)
        _refuse_missing_end(journal, place)
        places[table] = place
    for table in wrong:
        if journal.snapshot(table) is not None:
            with suppress(NoSpace):
                journal.forget(table)
    return places


def _from_snapshot(journal: Journal, table: str, signer: Signer) -> Place | None:
    """The place by its snapshot; None where there is none, or where it is not one of this chain."""
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
        raise JournalError(table, 1, "it founds no table that this program knows")
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
                bad.table, bad.number, f"this program cannot read what it says ({error})"
            ) from error
    return place


def _unreadable(record: Record) -> bool:
    try:
        read_entry(record.text)
    except msgspec.MsgspecError:
        return True
    return False


def _refuse_missing_end(journal: Journal, place: Place) -> None:
    """A checkpoint is written with the record it ends with: where it counts more records, some are gone."""
    table, number = place.founding.table, place.head.number
    for checkpoint in journal.checkpoints(table, number):
        wrong = f"it is missing, though the house signed for {checkpoint.size} records"
        raise JournalError(table, number + 1, wrong)


def _refuse_other_law(founding: Founding) -> None:
    """A table is dealt under the rulebook that it was founded under, to the letter, or not at all.

    It is said before anything is replayed, which another law might not even be able to follow.
    """
    known = law(founding.rulebook, founding.readings)
    if founding.sha256 != known:
        raise RulebookError(
            f"Table {founding.table} was founded under {founding.rulebook} with the hash "
            f"{founding.sha256[:12]}, and this program has {known[:12]}: close the table and export its "
            "journal with the program that founded it, and start this one with another data directory."
        )
