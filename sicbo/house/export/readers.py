"""Readers of a journal that another process writes: no lock, no changes, and one consistent moment."""

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
    """The interface for reading a journal or a bundle."""

    def heads(self) -> dict[str, Head]:
        """Return the end of each log's chain."""

    def read(self, table: str, after: int = 0) -> Iterator[Record]:
        """Yield the records of a log in order, those after a number."""

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """Yield the checkpoints of a log in order of size, those of more than `after` records."""

    def checkpoints_around(self, table: str, number: int) -> tuple[Checkpoint | None, Checkpoint | None]:
        """Return the last checkpoint before a record, and the first one that covers it."""

    def close(self) -> None:
        """Close the journal or bundle."""


class SqliteReader:
    """The journal of a data directory as it was when first read, while its writer continues."""

    def __init__(self, directory: Path) -> None:
        self.connection = open_file(directory / FILE)
        version = self.connection.pragma("user_version")
        if version != VERSION:
            self.close()
            raise StorageError(
                f"The journal in {directory} has format {version}, but this program reads {VERSION}: "
                "run `sicbo journal migrate` on it."
            )
        self.connection.execute("BEGIN")

    def heads(self) -> dict[str, Head]:
        """Return the end of each log's chain."""
        return {table: Head(number, bound) for table, number, bound in self._legible(HEADS)}

    def read(self, table: str, after: int = 0) -> Iterator[Record]:
        """Yield the records of a log in order, those after a number."""
        last = after
        try:
            for name, number, wall, actor, asked, text, before, bound in self._ask(RECORDS, (table, after)):
                yield Record(name, number, wall, actor, asked, text.encode(), before, bound)
                last = number
        except UnicodeDecodeError:
            raise JournalError(table, last + 1, "its text is not valid UTF-8") from None

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """Return the checkpoints of a log in order of size, those of more than `after` records."""
        return (Checkpoint(*row) for row in self._legible(CHECKPOINTS, (table, after)))

    def checkpoints_around(self, table: str, number: int) -> tuple[Checkpoint | None, Checkpoint | None]:
        """Return the last checkpoint before a record, and the first one that covers it."""
        return around(number, (Checkpoint(*row) for row in self._legible(AROUND, (table, number))))

    def aside(self, key: str) -> str | None:
        """Return the value that is stored under a key beside the chain."""
        return next((str(value) for (value,) in self._legible(ASIDE, (key,))), None)

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def _legible(self, statement: str, values: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, ...]]:
        """Yield rows, and raise `StorageError` for a text that is not valid UTF-8."""
        try:
            yield from self._ask(statement, values)
        except UnicodeDecodeError:
            says = "The journal cannot be read (a text is not valid UTF-8): take the newest backup."
            raise StorageError(says) from None

    def _ask(self, statement: str, values: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, ...]]:
        """Yield rows, and raise `StorageError` for a damaged page, which is found only when it is read."""
        try:
            yield from self.connection.execute(statement, values)
        except apsw.Error as error:
            raise StorageError(f"The journal cannot be read ({error}): take the newest backup.") from error


def open_file(path: Path) -> apsw.Connection:
    """Open the file of a journal for reading only, as immutable if its folder cannot be written."""
    refuse_unless_files(path)
    if not path.exists():
        raise NotFound(
            "journal", str(path.parent), (), "To make a sample journal, run `sicbo journal sample`."
        )
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
    """Return the records of a log up to its present end, each checked to be the next of its chain."""
    end = journal.heads()[table].number
    records = takewhile(lambda record: record.number <= end, journal.read(table))
    return checked(table, start_of(table), records)


def founding_of(record: Record) -> Founding:
    """Return the founding in the first record of a log."""
    founding = entry_of(record).founding
    if founding is None:
        raise JournalError(record.table, record.number, "it does not found the table")
    return founding


def entry_of(record: Record) -> Entry:
    """Decode the entry of a record, or raise `JournalError` if it cannot be read."""
    try:
        return read_entry(record.text)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise JournalError(record.table, record.number, f"its text cannot be read: {error}") from None


def tables_of(journal: Readable, wanted: str | None = None) -> list[str]:
    """Return the names of all logs of a journal in order, or only the given one."""
    known = sorted(journal.heads())
    if wanted is not None and wanted not in known:
        raise NotFound("table", wanted, known)
    return known if wanted is None else [wanted]
