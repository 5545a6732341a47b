"""Reading a journal that somebody else writes: no lock is taken, nothing is changed, one moment is seen."""

import os
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, Protocol

import apsw
import msgspec

from sicbo.errors import JournalError, NotFound, StorageError
from sicbo.house.entries import Entry, read_entry
from sicbo.house.log_kinds import Founding
from sicbo.journal.directory import refuse_unless_files
from sicbo.journal.record import Head, Record, checked, start_of
from sicbo.journal.sqlite import AROUND, COLUMNS, FILE, VERSION
from sicbo.journal.store import Checkpoint, around

BUSY_MS = 10_000
HEADS = """SELECT "table", number, hash FROM record
           WHERE ("table", number) IN (SELECT "table", max(number) FROM record GROUP BY "table")"""
RECORDS = f'SELECT {COLUMNS} FROM record WHERE "table" = ? AND number > ? ORDER BY number'
CHECKPOINTS = 'SELECT "table", size, note, peaks FROM checkpoint WHERE "table" = ? AND size > ? ORDER BY size'
ASIDE = "SELECT value FROM aside WHERE key = ?"


class Readable(Protocol):
    """What can be read of a journal, or of a bundle."""

    def heads(self) -> dict[str, Head]:
        """Where each table's chain ends."""

    def read(self, table: str, after: int = 0) -> Iterator[Record]:
        """The records of a table in order, those after a number."""

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """The checkpoints of a table in order of size, those of more than `after` records."""

    def checkpoints_around(self, table: str, number: int) -> tuple[Checkpoint | None, Checkpoint | None]:
        """The last checkpoint before a record, and the first one that covers it."""

    def close(self) -> None:
        """Let go of everything."""


class SqliteReader:
    """The journal of a data directory as it stood when it was first read, while its writer goes on."""

    def __init__(self, directory: Path) -> None:
        self.connection = open_file(directory / FILE)
        version = self.connection.pragma("user_version")
        if version != VERSION:
            self.close()
            raise StorageError(
                f"The journal in {directory} has format {version}, we know {VERSION}: "
                "run `sicbo journal migrate` on it."
            )
        self.connection.execute("BEGIN")

    def heads(self) -> dict[str, Head]:
        """Where each table's chain ends."""
        return {table: Head(number, bound) for table, number, bound in self._legible(HEADS)}

    def read(self, table: str, after: int = 0) -> Iterator[Record]:
        """The records of a table in order, those after a number."""
        last = after
        try:
            for name, number, wall, actor, asked, text, before, bound in self._ask(RECORDS, (table, after)):
                yield Record(name, number, wall, actor, asked, text.encode(), before, bound)
                last = number
        except UnicodeDecodeError:
            raise JournalError(table, last + 1, "its text is not valid UTF-8") from None

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """The checkpoints of a table in order of size, those of more than `after` records."""
        return (Checkpoint(*row) for row in self._legible(CHECKPOINTS, (table, after)))

    def checkpoints_around(self, table: str, number: int) -> tuple[Checkpoint | None, Checkpoint | None]:
        """The last checkpoint before a record, and the first one that covers it."""
        return around(number, (Checkpoint(*row) for row in self._legible(AROUND, (table, number))))

    def aside(self, key: str) -> str | None:
        """What was put aside under a key."""
        return next((str(value) for (value,) in self._legible(ASIDE, (key,))), None)

    def close(self) -> None:
        """Let go of the file."""
        self.connection.close()

    def _legible(self, statement: str, values: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, ...]]:
        """Rows one by one; a text that is not valid UTF-8 is refused in a sentence."""
        try:
            yield from self._ask(statement, values)
        except UnicodeDecodeError:
            says = "The journal cannot be read (a text is not valid UTF-8): take the newest backup."
            raise StorageError(says) from None

    def _ask(self, statement: str, values: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, ...]]:
        """Rows one by one; a page that is damaged is come upon only here."""
        try:
            yield from self.connection.execute(statement, values)
        except apsw.Error as error:
            raise StorageError(f"The journal cannot be read ({error}): take the newest backup.") from error


def open_file(path: Path) -> apsw.Connection:
    """The file of a journal, for reading only; where nothing can be written nobody writes it."""
    refuse_unless_files(path)
    if not path.exists():
        raise NotFound("journal", str(path.parent), (), "Make one to try with `sicbo journal sample`.")
    fixed = not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists()
    name = f"{path.absolute().as_uri()}?immutable=1" if fixed else str(path)
    try:
        connection = apsw.Connection(name, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
        connection.set_busy_timeout(BUSY_MS)
        connection.pragma("user_version")
    except apsw.Error as error:
        raise StorageError(
            f"{path} cannot be read as a journal ({error}): take the newest backup."
        ) from error
    return connection


def chain_of(journal: Readable, table: str) -> Iterator[Record]:
    """The records of a table up to where it ends now, each checked to be the next of its chain."""
    end = journal.heads()[table].number
    records = takewhile(lambda record: record.number <= end, journal.read(table))
    return checked(table, start_of(table), records)


def founding_of(record: Record) -> Founding:
    """What the first record of a table founds."""
    founding = entry_of(record).founding
    if founding is None:
        raise JournalError(record.table, record.number, "it does not found the table")
    return founding


def entry_of(record: Record) -> Entry:
    """What a record says, or that it says nothing that can be read."""
    try:
        return read_entry(record.text)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise JournalError(record.table, record.number, f"its text cannot be read: {error}") from None


def tables_of(journal: Readable, wanted: str | None = None) -> list[str]:
    """The tables of a journal by name, or the one that is wanted."""
    known = sorted(journal.heads())
    if wanted is not None and wanted not in known:
        raise NotFound("table", wanted, known)
    return known if wanted is None else [wanted]
