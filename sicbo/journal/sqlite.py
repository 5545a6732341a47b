"""The journal in one SQLite file: write-ahead log, every commit synced, one writer that also checkpoints.

A second file says where each log ended when a commit was last acknowledged; a journal behind it is refused.
"""

import logging
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import apsw

from sicbo.errors import Broken, JournalError, NoSpace, StorageError, Taken
from sicbo.journal.directory import locked, make_directory, refuse_unless_files
from sicbo.journal.heads.chain_ends import LAST, followed, refuse_shortfalls, shortfalls
from sicbo.journal.heads.heads_file import HEADS, HeadsFile, KnownHeads, check_heads, known_heads
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.record import Head, Record
from sicbo.journal.store import CLAIMED, LAST_NUMBER, Checkpoint, Snapshot, around
from sicbo.journal.waits import MOMENT, PATIENCE, Waits

log = logging.getLogger("sicbo.journal")
FILE, LOCK, RESERVE = "journal.sqlite", "lock", "reserve"
VERSION = 1
OLDEST = (3, 51, 3)
RESERVED = 4 << 20
LOG_PAGES = 1000
PAGE = 1000
BUSY_MILLISECONDS = 5000
"""How long erasing waits for readers."""

SCHEMA = """
CREATE TABLE record (
    seq INTEGER PRIMARY KEY, "table" TEXT NOT NULL, number INTEGER NOT NULL, wall INTEGER NOT NULL,
    actor TEXT NOT NULL, id TEXT NOT NULL, text TEXT NOT NULL, before BLOB NOT NULL, hash BLOB NOT NULL,
    UNIQUE ("table", number)) STRICT;
CREATE TABLE checkpoint (
    "table" TEXT NOT NULL, size INTEGER NOT NULL, note TEXT NOT NULL, peaks BLOB NOT NULL,
    PRIMARY KEY ("table", size)) STRICT;
CREATE TABLE snapshot (
    "table" TEXT PRIMARY KEY, number INTEGER NOT NULL, state BLOB NOT NULL, note TEXT NOT NULL) STRICT;
"""
ASIDE = "CREATE TABLE aside (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT"
COLUMNS = '"table", number, wall, actor, id, text, before, hash'
INSERT = f"INSERT INTO record ({COLUMNS}) VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT), ?, ?)"
SELECT = f'SELECT {COLUMNS} FROM record WHERE "table" = ? AND number > ? AND number <= ? ORDER BY number'
AROUND = """SELECT * FROM checkpoint WHERE "table" = ?1 AND size IN (
    (SELECT max(size) FROM checkpoint WHERE "table" = ?1 AND size < ?2),
    (SELECT min(size) FROM checkpoint WHERE "table" = ?1 AND size >= ?2))"""


class SqliteJournal:
    """A journal in a data directory that one process holds at a time; its threads take turns.

    `patience` is how many seconds another program may keep the file locked. `vfs` names the file layer of
    SQLite to use; the tests cut the power there.
    """

    def __init__(
        self,
        directory: Path,
        *,
        vfs: str | None = None,
        synchronous: str = "FULL",
        patience: float = PATIENCE,
    ) -> None:
        _refuse_old_library()
        make_directory(directory)
        self._directory = directory
        self._turn = threading.RLock()
        self._broken = ""
        self._log_pages = 0
        self._waits = Waits(directory / FILE, patience)
        self._lock: int | None = locked(directory / LOCK)
        with ExitStack() as undo:
            undo.callback(os.close, self._lock)
            known = _known(directory)
            _private(directory)
            try:
                self._connection = apsw.Connection(str(directory / FILE), vfs=vfs)
                undo.callback(_close, self._connection)
                self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
                self._waits.for_lock(lambda: self._prepare(synchronous))
                self._ends = check_heads(directory, directory, known, self)
                self._acknowledged = HeadsFile(directory / HEADS, self._ends, vfs)
            except apsw.Error as error:
                raise self._told(error) from error
            self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
            undo.pop_all()
        self._reserved = self._reserve()

    def _prepare(self, synchronous: str) -> None:
        connection = self._connection
        connection.set_busy_timeout(MOMENT)
        version = connection.pragma("user_version")
        empty = not connection.execute("SELECT count(*) FROM sqlite_schema").get
        if version != VERSION and not (version == 0 and empty):
            raise StorageError(
                f"This journal has format {version}, we know {VERSION}: use the program that wrote it."
            )
        if connection.pragma("journal_mode", "WAL") != "wal":
            raise StorageError("No write-ahead log can be kept here: give the journal a local disk.")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("PRAGMA secure_delete = ON")
        connection.set_wal_hook(self._count)
        if empty:
            with connection:
                connection.execute(f"{SCHEMA};{ASIDE}")
                connection.pragma("user_version", VERSION)

    def heads(self) -> dict[str, Head]:
        """Where each table's chain ends."""
        return {table: Head(number, bound) for table, number, bound in self._ask(LAST)}

    def append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint] = (), claims: Sequence[str] = ()
    ) -> None:
        """Write all of it with one synced commit, then where the logs end now into the heads file."""
        with self._waits.writing():
            self._append(records, checkpoints, claims)

    def _append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint], claims: Sequence[str]
    ) -> None:
        after = followed(self._ends, records)
        with self._commit() as connection:
            self._acknowledged.prepare(after)
            connection.executemany(INSERT, records)
            for one in checkpoints:
                try:
                    connection.execute("INSERT INTO checkpoint VALUES (?, ?, ?, ?)", one)
                except apsw.ConstraintError as error:
                    raise Taken(one.table, one.size) from error
            for claim in claims:
                try:
                    connection.execute("INSERT INTO aside VALUES (?, ?)", (claim, CLAIMED))
                except apsw.ConstraintError as error:
                    raise Taken(records[0].table, records[0].number) from error
        try:
            self._acknowledged.write(after)
        except apsw.Error as error:
            raise self._told(error) from error
        self._ends.update(after)

    def read(self, table: str, after: int = 0, until: int = LAST_NUMBER) -> Iterator[Record]:
        """The records of a table in order, those after a number and up to another."""
        for name, number, wall, actor, asked, text, before, bound in self._pages(SELECT, table, after, until):
            yield Record(name, number, wall, actor, asked, text.encode(), before, bound)

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """The checkpoints of a table in order of size, those of more than `after` records."""
        wanted = 'SELECT * FROM checkpoint WHERE "table" = ? AND size > ? ORDER BY size'
        return (Checkpoint(*row) for row in self._pages(wanted, table, after))

    def checkpoints_around(self, table: str, number: int) -> tuple[Checkpoint | None, Checkpoint | None]:
        """The last checkpoint before a record, and the first one that covers it."""
        return around(number, (Checkpoint(*row) for row in self._ask(AROUND, (table, number))))

    def cosign(self, table: str, size: int, note: str) -> None:
        """Keep a checkpoint's note with further signatures on it."""
        self._write('UPDATE checkpoint SET note = ? WHERE "table" = ? AND size = ?', (note, table, size))

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the table's older one."""
        self._write("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?)", snapshot)

    def snapshot(self, table: str) -> Snapshot | None:
        """The snapshot of a table, if one is kept."""
        rows = self._ask('SELECT * FROM snapshot WHERE "table" = ?', (table,))
        return Snapshot(*rows[0]) if rows else None

    def forget(self, table: str) -> None:
        """Throw a table's snapshot away."""
        self._write('DELETE FROM snapshot WHERE "table" = ?', (table,))

    def put_aside(self, key: str, value: str) -> None:
        """Keep something beside the chain that may be erased."""
        self._write("INSERT OR REPLACE INTO aside VALUES (?, ?)", (key, value))

    def aside(self, key: str) -> str | None:
        """What was put aside under a key."""
        rows = self._ask("SELECT value FROM aside WHERE key = ?", (key,))
        return str(rows[0][0]) if rows else None

    def asides(self) -> dict[str, str]:
        """Everything that was put aside, by its key."""
        return {str(key): str(value) for key, value in self._ask("SELECT key, value FROM aside")}

    def erase(self, key: str) -> None:
        """Forget what was put aside.

        A deleted row is overwritten, but SQLite moves rows about and may have left a copy behind: so all that
        stays is written anew, the old pages are overwritten, and the log is emptied.
        """
        with self._commit() as connection:
            connection.execute("ALTER TABLE aside RENAME TO erased")
            connection.execute(ASIDE)
            connection.execute("INSERT INTO aside SELECT * FROM erased WHERE key <> ?", (key,))
            connection.execute("DROP TABLE erased")
        if not self._empty_log(apsw.SQLITE_CHECKPOINT_TRUNCATE):
            raise StorageError(
                "It is still in the log, while somebody reads or the disk is full: erase again."
            )

    def joined(self) -> AbstractContextManager[bool]:
        """Nobody else can play here: the data directory is ours."""
        return nullcontext(True)

    def wait(self, seconds: float) -> bool:
        """Nobody else can append here: the data directory is ours."""
        return False

    @property
    def stalled(self) -> float:
        """For how many seconds the longest write that is not done yet has been tried."""
        return self._waits.longest

    @property
    def full(self) -> bool:
        """Whether the disk has no room beyond what finishes the rounds in play; looks again each time."""
        self._reserved = self._reserved or self._reserve()
        return not self._reserved

    def backup(self, target: Path) -> None:
        """Copy the journal as it stands into another file, while it is in use."""
        try:
            copy = apsw.Connection(str(target))
            try:
                with self._turn, copy.backup("main", self._connection, "main") as progress:
                    progress.step(-1)
            finally:
                copy.close()
        except apsw.Error as error:
            raise StorageError(f"The journal cannot be copied to {target} ({error}): look there.") from error

    def close(self) -> None:
        """Let go of file and lock."""
        with self._turn:
            _close(self._connection)
            self._acknowledged.close()
        held, self._lock = self._lock, None
        if held is not None:
            os.close(held)

    def _ask(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._waits.for_lock(lambda: self._asked(statement, values))
        except apsw.Error as error:
            raise self._told(error) from error

    def _asked(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        with self._turn:
            return self._connection.execute(statement, values).fetchall()

    def _pages(self, wanted: str, table: str, after: int, *more: int) -> Iterator[tuple[Any, ...]]:
        """Rows in the order of their second column, a page at a time: nothing stays open in between."""
        page = PAGE
        while True:
            try:
                rows = self._ask(f"{wanted} LIMIT {page}", (table, after, *more))
            except UnicodeDecodeError as error:
                if page == 1:
                    raise JournalError(table, after + 1, "its text is damaged") from error
                page = 1
                continue
            if not rows:
                return
            yield from rows
            after = rows[-1][1]

    def _write(self, statement: str, values: Sequence[Any]) -> None:
        with self._commit() as connection:
            connection.execute(statement, values)

    @contextmanager
    def _commit(self) -> Iterator[apsw.Connection]:
        """One synced transaction; once it is not known what is on disk, there is no other."""
        if self._broken:
            raise Broken(self._broken)
        try:
            with self._waits.writing(), self._transaction() as connection:
                yield connection
        except apsw.FullError as error:
            self._release()
            raise NoSpace("The disk is full: nothing was registered. Make room for the journal.") from error
        except apsw.Error as error:
            raise self._told(error) from error
        if self._log_pages >= LOG_PAGES and self._reserved:
            self._empty_log(apsw.SQLITE_CHECKPOINT_PASSIVE)

    @contextmanager
    def _transaction(self) -> Iterator[apsw.Connection]:
        """A transaction that has the lock on the file from its start; nobody has our turn until it ends."""
        self._waits.for_lock(self._begin)
        try:
            yield self._connection
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(apsw.Error):
                self._connection.execute("ROLLBACK")
            raise
        finally:
            self._turn.release()

    def _begin(self) -> None:
        self._turn.acquire()
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except BaseException:
            self._turn.release()
            raise

    def _count(self, connection: apsw.Connection, name: str, pages: int) -> int:
        """SQLite tells after each commit how long its log is; left to itself it would hide a failed sync."""
        self._log_pages = pages
        return apsw.SQLITE_OK

    def _empty_log(self, mode: int) -> bool:
        """Bring the log into the file; whether it could be done now."""
        try:
            with self._turn:
                self._connection.set_busy_timeout(
                    MOMENT if mode == apsw.SQLITE_CHECKPOINT_PASSIVE else BUSY_MILLISECONDS
                )
                self._connection.wal_checkpoint(mode=mode)
        except (apsw.FullError, apsw.BusyError):
            return False
        except apsw.Error as error:
            raise self._told(error) from error
        finally:
            self._connection.set_busy_timeout(MOMENT)
        return True

    def _reserve(self) -> bool:
        """Keep room back for the rounds in play when the disk is full; whether it is there.

        Taken again only when there is twice the room, else it would eat what was just released.
        """
        path = self._directory / RESERVE
        if path.exists() and path.stat().st_size == RESERVED:
            return True
        disk = os.statvfs(self._directory)
        if disk.f_bavail * disk.f_frsize < 2 * RESERVED:
            return False
        try:
            path.touch(mode=0o600)
            with path.open("wb") as kept:
                os.posix_fallocate(kept.fileno(), 0, RESERVED)
        except OSError:
            path.unlink(missing_ok=True)
            return False
        return True

    def _release(self) -> None:
        self._reserved = False
        (self._directory / RESERVE).unlink(missing_ok=True)

    def _told(self, error: apsw.Error) -> StorageError:
        """What an error of SQLite means for us: nobody can be sure what is on disk, now and later."""
        self._broken = f"The journal cannot be written ({error}): stop, look at the disk, start again."
        return Broken(self._broken)


def _known(directory: Path) -> KnownHeads | None:
    """What the heads file says; refused where the journal's file is gone, before SQLite drops its log.

    Nothing but files is opened: a pipe in their place would be waited for.
    """
    refuse_unless_files(directory / FILE, RESERVE)
    known, file = known_heads(directory), directory / FILE
    if known and not (file.exists() and file.stat().st_size):
        refuse_shortfalls(directory, shortfalls(known.heads, MemoryJournal()))
    return known


def _private(directory: Path) -> None:
    """Names and salts are in the file: nobody else reads it. SQLite gives its log the same mode."""
    (directory / FILE).touch(mode=0o600)
    for path in directory.glob(f"{FILE}*"):
        path.chmod(0o600)


def _refuse_old_library() -> None:
    """Before 3.51.3 a write-ahead log could be damaged by two checkpoints at once."""
    found = apsw.sqlite_lib_version()
    if tuple(map(int, found.split("."))) < OLDEST:
        known = ".".join(map(str, OLDEST))
        raise StorageError(f"This SQLite is {found}, which can damage a journal: install {known} or newer.")


def _close(connection: apsw.Connection) -> None:
    """Close it; what its last checkpoint cannot do stays in the log for the next opening."""
    with suppress(apsw.Error):
        connection.close()
