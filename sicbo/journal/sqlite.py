"""The journal in one SQLite file: write-ahead log, every commit synced, one writer that also checkpoints.

A second file holds the head of each log at the last acknowledged commit; a journal behind it is refused.
"""

import logging
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import apsw

from sicbo.errors import JournalError, NoSpace, RecordTaken, StorageBroken, StorageError, UnreadableText
from sicbo.journal.directory import make_directory, make_private, refuse_unless_files, take_lock
from sicbo.journal.heads.chain_ends import LAST_RECORDS, find_shortfalls, next_heads, refuse_shortfalls
from sicbo.journal.heads.heads_file import HEADS, HeadsFile, KnownHeads, check_heads, read_all_heads
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.record import Head, Record
from sicbo.journal.store import CLAIMED, LAST_NUMBER, Checkpoint, Snapshot, pair_around
from sicbo.journal.waits import LOCK_MILLISECONDS, PATIENCE, FileWaits

log = logging.getLogger("sicbo.journal")
FILE, LOCK, RESERVE = "journal.sqlite", "lock", "reserve"
VERSION = 1
OLDEST_SQLITE = (3, 51, 3)
RESERVE_BYTES = 4 << 20
LOG_PAGES = 1000
PAGE = 1000
BUSY_MILLISECONDS = 5000
"""How long an erasure waits for readers."""

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

    `patience` is how many seconds another program may keep the file locked. `vfs` names the SQLite file layer
    to use; the tests simulate power cuts there.
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
        self._waits = FileWaits(directory / FILE, patience)
        self._lock: int | None = take_lock(directory / LOCK)
        with ExitStack() as undo:
            undo.callback(os.close, self._lock)
            known = _read_known_heads(directory)
            make_private(directory / FILE)
            try:
                self._connection = apsw.Connection(str(directory / FILE), vfs=vfs)
                undo.callback(_close, self._connection)
                self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
                self._waits.retry_while_locked(lambda: self._prepare(synchronous))
                self._ends = check_heads(directory, directory, known, self)
                self._acknowledged = HeadsFile(directory / HEADS, self._ends, vfs)
            except apsw.Error as error:
                raise self._broken_error(error) from error
            self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
            undo.pop_all()
        self._has_reserve = self._take_reserve()

    def _prepare(self, synchronous: str) -> None:
        connection = self._connection
        connection.set_busy_timeout(LOCK_MILLISECONDS)
        version = connection.pragma("user_version")
        empty = not connection.execute("SELECT count(*) FROM sqlite_schema").get
        if version != VERSION and not (version == 0 and empty):
            raise StorageError(
                f"This journal has format {version}, we know {VERSION}: use the program that wrote it."
            )
        if connection.pragma("journal_mode", "WAL") != "wal":
            raise StorageError("The write-ahead log does not work here: put the journal on a local disk.")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("PRAGMA secure_delete = ON")
        connection.set_wal_hook(self._note_log_length)
        if empty:
            with connection:
                connection.execute(f"{SCHEMA};{ASIDE}")
                connection.pragma("user_version", VERSION)

    def heads(self) -> dict[str, Head]:
        """Return the head of each log."""
        return {table: Head(number, bound) for table, number, bound in self._query(LAST_RECORDS)}

    def append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint] = (), claims: Sequence[str] = ()
    ) -> None:
        """Write everything with one synced commit, then the new heads into the heads file."""
        with self._waits.count_writing():
            self._append(records, checkpoints, claims)

    def _append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint], claims: Sequence[str]
    ) -> None:
        after = next_heads(self._ends, records)
        with self._commit() as connection:
            self._acknowledged.prepare(after)
            connection.executemany(INSERT, records)
            for one in checkpoints:
                try:
                    connection.execute("INSERT INTO checkpoint VALUES (?, ?, ?, ?)", one)
                except apsw.ConstraintError as error:
                    raise RecordTaken(one.table, one.size) from error
            for claim in claims:
                try:
                    connection.execute("INSERT INTO aside VALUES (?, ?)", (claim, CLAIMED))
                except apsw.ConstraintError as error:
                    raise RecordTaken(records[0].table, records[0].number) from error
        try:
            self._acknowledged.write(after)
        except apsw.Error as error:
            raise self._broken_error(error) from error
        self._ends.update(after)

    def read(self, table: str, after: int = 0, until: int = LAST_NUMBER) -> Iterator[Record]:
        """Yield the records of a log in order, after one number and up to another."""
        for name, number, wall, actor, key, text, before, bound in self._pages(SELECT, table, after, until):
            yield Record(name, number, wall, actor, key, text.encode(), before, bound)

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """Return the checkpoints of a log that cover more than `after` records, in order of size."""
        query = 'SELECT * FROM checkpoint WHERE "table" = ? AND size > ? ORDER BY size'
        return (Checkpoint(*row) for row in self._pages(query, table, after))

    def checkpoints_around(self, table: str, number: int) -> tuple[Checkpoint | None, Checkpoint | None]:
        """Return the last checkpoint before a record and the first one that covers it."""
        return pair_around(number, (Checkpoint(*row) for row in self._query(AROUND, (table, number))))

    def cosign(self, table: str, size: int, note: str) -> None:
        """Replace a checkpoint's note with one that has more signatures."""
        self._write('UPDATE checkpoint SET note = ? WHERE "table" = ? AND size = ?', (note, table, size))

    def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the log's older one."""
        self._write("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?)", snapshot)

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the snapshot of a log, if one is kept."""
        rows = self._query('SELECT * FROM snapshot WHERE "table" = ?', (table,))
        return Snapshot(*rows[0]) if rows else None

    def forget_snapshot(self, table: str) -> None:
        """Delete the snapshot of a log."""
        self._write('DELETE FROM snapshot WHERE "table" = ?', (table,))

    def put_aside(self, key: str, value: str) -> None:
        """Keep a value outside the chain, where it may be erased."""
        self._write("INSERT OR REPLACE INTO aside VALUES (?, ?)", (key, value))

    def aside(self, key: str) -> str | None:
        """Return the value put aside under a key."""
        rows = self._query("SELECT value FROM aside WHERE key = ?", (key,))
        return str(rows[0][0]) if rows else None

    def asides(self) -> dict[str, str]:
        """Return all values put aside, by key."""
        return {str(key): str(value) for key, value in self._query("SELECT key, value FROM aside")}

    def erase(self, key: str) -> None:
        """Erase a value put aside.

        A deleted row is overwritten, but SQLite moves rows and may have left a copy behind. So all other rows
        are rewritten, the old pages are overwritten, and the write-ahead log is emptied.
        """
        with self._commit() as connection:
            connection.execute("ALTER TABLE aside RENAME TO erased")
            connection.execute(ASIDE)
            connection.execute("INSERT INTO aside SELECT * FROM erased WHERE key <> ?", (key,))
            connection.execute("DROP TABLE erased")
        if not self._empty_log(apsw.SQLITE_CHECKPOINT_TRUNCATE):
            raise StorageError(
                "It is still in the write-ahead log, for it is being read or the disk is full: erase again."
            )

    def join_play(self) -> AbstractContextManager[bool]:
        """Return True: no other process can play here, because the data directory is ours."""
        return nullcontext(True)

    def wait_for_append(self, seconds: float) -> bool:
        """Return False: no other process can append here, because the data directory is ours."""
        return False

    @property
    def stalled_seconds(self) -> float:
        """The seconds for which the longest unfinished write has been tried."""
        return self._waits.longest_seconds

    @property
    def is_full(self) -> bool:
        """Whether the disk has only room to finish the rounds in play; checked at each call."""
        self._has_reserve = self._has_reserve or self._take_reserve()
        return not self._has_reserve

    def backup(self, target: Path) -> None:
        """Copy the journal into another file while it is in use."""
        try:
            copy = apsw.Connection(str(target))
            try:
                with self._turn, copy.backup("main", self._connection, "main") as progress:
                    progress.step(-1)
            finally:
                copy.close()
        except apsw.Error as error:
            raise StorageError(
                f"The journal cannot be copied to {target} ({error}): check that path and its disk."
            ) from error

    def close(self) -> None:
        """Close the file and release the lock."""
        with self._turn:
            _close(self._connection)
            self._acknowledged.close()
        held, self._lock = self._lock, None
        if held is not None:
            os.close(held)

    def _query(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._waits.retry_while_locked(lambda: self._fetch_all(statement, values))
        except apsw.Error as error:
            raise self._broken_error(error) from error
        except UnicodeDecodeError as error:
            says = f"The journal in {self._directory} cannot be read (a text is not valid UTF-8)"
            raise UnreadableText(f"{says}: take the newest backup.") from error

    def _fetch_all(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        with self._turn:
            return self._connection.execute(statement, values).fetchall()

    def _pages(self, query: str, table: str, after: int, *more: int) -> Iterator[tuple[Any, ...]]:
        """Yield rows in the order of their second column, a page at a time; nothing stays open in between."""
        page = PAGE
        while True:
            try:
                rows = self._query(f"{query} LIMIT {page}", (table, after, *more))
            except UnreadableText as error:
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
        """Run one synced transaction; once the content of the disk is uncertain, refuse all further ones."""
        if self._broken:
            raise StorageBroken(self._broken)
        try:
            with self._waits.count_writing(), self._transaction() as connection:
                yield connection
        except apsw.FullError as error:
            self._release_reserve()
            raise NoSpace("The disk is full: nothing was registered. Make room for the journal.") from error
        except apsw.Error as error:
            raise self._broken_error(error) from error
        if self._log_pages >= LOG_PAGES and self._has_reserve:
            self._empty_log(apsw.SQLITE_CHECKPOINT_PASSIVE)

    @contextmanager
    def _transaction(self) -> Iterator[apsw.Connection]:
        """Run a transaction that locks the file from its start; other threads wait until it ends."""
        self._waits.retry_while_locked(self._begin)
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

    def _note_log_length(self, connection: apsw.Connection, name: str, pages: int) -> int:
        """Keep the log's length, which SQLite reports after each commit; its own hook hides failed syncs."""
        self._log_pages = pages
        return apsw.SQLITE_OK

    def _empty_log(self, mode: int) -> bool:
        """Move the log into the file; return whether it could be done now."""
        try:
            with self._turn:
                self._connection.set_busy_timeout(
                    LOCK_MILLISECONDS if mode == apsw.SQLITE_CHECKPOINT_PASSIVE else BUSY_MILLISECONDS
                )
                self._connection.wal_checkpoint(mode=mode)
        except (apsw.FullError, apsw.BusyError):
            return False
        except apsw.Error as error:
            raise self._broken_error(error) from error
        finally:
            self._connection.set_busy_timeout(LOCK_MILLISECONDS)
        return True

    def _take_reserve(self) -> bool:
        """Reserve space for the rounds in play in case the disk fills; return whether it is reserved.

        It is reserved again only if there is twice the space, so that it does not use up what was just
        released.
        """
        path = self._directory / RESERVE
        if path.exists() and path.stat().st_size == RESERVE_BYTES:
            return True
        disk = os.statvfs(self._directory)
        if disk.f_bavail * disk.f_frsize < 2 * RESERVE_BYTES:
            return False
        try:
            path.touch(mode=0o600)
            with path.open("wb") as kept:
                os.posix_fallocate(kept.fileno(), 0, RESERVE_BYTES)
        except OSError:
            path.unlink(missing_ok=True)
            return False
        return True

    def _release_reserve(self) -> None:
        self._has_reserve = False
        (self._directory / RESERVE).unlink(missing_ok=True)

    def _broken_error(self, error: apsw.Error) -> StorageError:
        """Return an error of SQLite as ours: from now on the content of the disk is uncertain."""
        self._broken = f"The journal cannot be written ({error}): stop, check the disk, start again."
        return StorageBroken(self._broken)


def _read_known_heads(directory: Path) -> KnownHeads | None:
    """Read the heads file; refuse it if the journal's file is gone, before SQLite drops its log.

    Only regular files are opened, because opening a pipe would wait.
    """
    refuse_unless_files(directory / FILE, RESERVE)
    known, file = read_all_heads(directory), directory / FILE
    if known and not (file.exists() and file.stat().st_size):
        refuse_shortfalls(directory, find_shortfalls(known.heads, MemoryJournal()))
    return known


def _refuse_old_library() -> None:
    """Refuse SQLite before 3.51.3, where two checkpoints at once could damage a write-ahead log."""
    found = apsw.sqlite_lib_version()
    if tuple(map(int, found.split("."))) < OLDEST_SQLITE:
        known = ".".join(map(str, OLDEST_SQLITE))
        raise StorageError(f"This SQLite is {found}, which can damage a journal: install {known} or newer.")


def _close(connection: apsw.Connection) -> None:
    """Close a connection; what its last checkpoint cannot do stays in the log for the next opening."""
    with suppress(apsw.Error):
        connection.close()
