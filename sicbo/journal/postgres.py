"""The journal in PostgreSQL: several processes may share it, and the database decides which came first."""

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import psycopg
from psycopg import errors, sql

from sicbo.errors import Broken, JournalError, NoSpace, StorageError, Taken
from sicbo.journal.heads.chain_ends import LAST, followed
from sicbo.journal.heads.own_heads import OwnHeads
from sicbo.journal.postgres_connection import SILENCE, Line, Row, connected
from sicbo.journal.record import Head, Record
from sicbo.journal.store import CLAIMED, LAST_NUMBER, Checkpoint, Snapshot, around

VERSION = 1
PATIENCE = 30.0
PAUSE, LONGEST_PAUSE = 0.02, 1.0
PAGE = 1000
FOUNDING = 0x51C_B0
PLAYING = f"{FOUNDING}, hashtext(current_schema())"
PLAY = f"SELECT pg_advisory_lock_shared({PLAYING})"

CONFIRM = "SELECT pg_logical_emit_message(true, 'sicbo', '') WHERE NOT pg_is_in_recovery()"
"""An empty commit. After a crash the server may show commits that a standby does not have yet; when this one
is acknowledged, the standby has all of them."""
SAFE = {
    "fsync": ("on",),
    "synchronous_commit": ("on", "remote_apply"),
    "server_encoding": ("UTF8",),
}
SCHEMA = """
CREATE TABLE format (version integer NOT NULL);
CREATE TABLE record (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "table" text COLLATE "C" NOT NULL,
    number bigint NOT NULL, wall bigint NOT NULL, actor text NOT NULL, id text NOT NULL, text text NOT NULL,
    before bytea NOT NULL, hash bytea NOT NULL,
    UNIQUE ("table", number));
CREATE TABLE checkpoint (
    "table" text COLLATE "C" NOT NULL, size bigint NOT NULL, note text NOT NULL, peaks bytea NOT NULL,
    PRIMARY KEY ("table", size));
CREATE TABLE snapshot (
    "table" text COLLATE "C" PRIMARY KEY, number bigint NOT NULL, state bytea NOT NULL, note text NOT NULL);
CREATE TABLE aside (key text COLLATE "C" PRIMARY KEY, value text NOT NULL);
"""
MADE = "SELECT EXISTS (SELECT FROM pg_tables WHERE (schemaname, tablename) = (current_schema(), 'format'))"
"""Read from the catalogue, because a session's cached names may be older than the lock it waited for."""
COLUMNS = '"table", number, wall, actor, id, text, before, hash'
SELECT = f'SELECT {COLUMNS} FROM record WHERE "table" = %s AND number > %s AND number <= %s ORDER BY number'
AROUND = """
(SELECT * FROM checkpoint WHERE "table" = %s AND size < %s ORDER BY size DESC LIMIT 1)
UNION ALL (SELECT * FROM checkpoint WHERE "table" = %s AND size >= %s ORDER BY size LIMIT 1)
"""
APPEND = f"""
WITH records AS (
    INSERT INTO record ({COLUMNS}) SELECT * FROM unnest(
        %b::text[], %b::bigint[], %b::bigint[], %b::text[], %b::text[], %b::text[],
        %b::bytea[], %b::bytea[])),
checkpoints AS (
    INSERT INTO checkpoint SELECT * FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bytea[])),
claims AS (INSERT INTO aside SELECT * FROM unnest(%b::text[], %b::text[]))
SELECT
"""
TELL = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, %s)"
"""Sent after the commit: a commit that notifies holds a lock of the whole database until it is on disk, so
commits would go one at a time. A process that misses a notice finds the records when it looks for itself."""

T = TypeVar("T")


class PostgresJournal:
    """A journal in the first schema of a database's search path.

    `UNIQUE ("table", number)` is the only lock. A commit is one statement, so all of it is written or none.
    If the connection is lost during a commit, the record under its first number shows which. `patience` is
    the number of seconds that the database may be unreachable, `silence` that an answer may take. `heads` is
    the directory for the heads that this process acknowledged; a database behind them is refused.
    """

    stalled = 0.0
    """Always 0: a database that is unreachable is waited for separately."""

    def __init__(
        self, url: str, *, patience: float = PATIENCE, silence: float = SILENCE, heads: Path | None = None
    ) -> None:
        self._url, self._patience, self._silence = url, patience, silence
        self._name = secrets.token_hex(8)
        self._ends: dict[str, Head] | None = None
        self._listener: Line | None = None
        self._closed = self._plays = False
        try:
            self._connection = self._connect()
        except psycopg.Error as error:
            why = _first_line(error)
            raise StorageError(
                f"The journal's database cannot be opened ({why}): start it, or correct the address."
            ) from error
        self._acknowledged: OwnHeads | None = None
        if heads is not None:
            try:
                self._acknowledged = OwnHeads(heads, self)
            except BaseException:
                self._connection.close()
                raise

    def heads(self) -> dict[str, Head]:
        """Return the head of each log."""
        return self._persisting(self._look)

    def append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint] = (), claims: Sequence[str] = ()
    ) -> None:
        """Write everything with one durable commit, then the new heads into the heads file."""
        heads, keeping = {one.table: Head(one.number, one.hash) for one in records}, self._acknowledged
        if keeping is not None:
            keeping.prepare(heads)
        self._append(records, checkpoints, claims)
        if keeping is not None:
            keeping.write(heads)

    def _append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint], claims: Sequence[str]
    ) -> None:
        """Write with one commit; if its answer is lost, check whether it was written."""
        columns = _columns([(*row[:5], row.text.decode(), *row[6:]) for row in sorted(records)], 8)
        columns += _columns(sorted(checkpoints), 4)
        columns += _columns([(claim, CLAIMED) for claim in sorted(claims)], 2)
        sent = 0

        def write() -> dict[str, Head]:
            nonlocal sent
            if sent and self._holds(records, checkpoints):
                return {record.table: Head(record.number, record.hash) for record in records}
            after = self._followed(records)
            sent += 1
            try:
                self._connection.execute(APPEND, columns)
            except errors.UniqueViolation as error:
                self._ends = None
                if sent > 1 and self._holds(records, checkpoints):
                    return after
                self._followed(records)
                claimed = error.diag.table_name == "aside"
                raise Taken(*(records if claimed else checkpoints)[0][:2]) from error
            except errors.DiskFull as error:
                if sent > 1:
                    raise Broken(
                        "The disk is full, and an earlier attempt may be written: stop, and make room."
                    ) from error
                raise
            return after

        if records or checkpoints:
            after = self._persisting(write)
            if self._ends is not None:
                self._ends.update(after)
            with suppress(psycopg.Error):
                self._connection.execute(TELL, [self._channel, self._name])

    def read(self, table: str, after: int = 0, until: int = LAST_NUMBER) -> Iterator[Record]:
        """Yield the records of a log in order, after one number and up to another."""
        for name, number, wall, actor, asked, text, before, bound in self._pages(SELECT, table, after, until):
            yield Record(name, number, wall, actor, asked, text.encode(), before, bound)

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """Return the checkpoints of a log that cover more than `after` records, in order of size."""
        wanted = 'SELECT * FROM checkpoint WHERE "table" = %s AND size > %s ORDER BY size'
        return (Checkpoint(*row) for row in self._pages(wanted, table, after))

    def checkpoints_around(self, table: str, number: int) -> tuple[Checkpoint | None, Checkpoint | None]:
        """Return the last checkpoint before a record and the first one that covers it."""
        return around(number, (Checkpoint(*row) for row in self._ask(AROUND, (table, number) * 2)))

    def cosign(self, table: str, size: int, note: str) -> None:
        """Replace a checkpoint's note with one that has more signatures."""
        self._run('UPDATE checkpoint SET note = %s WHERE "table" = %s AND size = %s', (note, table, size))

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the log's older one."""
        self._run(
            """INSERT INTO snapshot VALUES (%s, %s, %s, %s) ON CONFLICT ("table") DO UPDATE
               SET (number, state, note) = (excluded.number, excluded.state, excluded.note)""",
            snapshot,
        )

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the snapshot of a log, if one is kept."""
        rows = self._ask('SELECT * FROM snapshot WHERE "table" = %s', (table,))
        return Snapshot(*rows[0]) if rows else None

    def forget(self, table: str) -> None:
        """Delete the snapshot of a log."""
        self._run('DELETE FROM snapshot WHERE "table" = %s', (table,))

    def put_aside(self, key: str, value: str) -> None:
        """Keep a value outside the chain, where it may be erased."""
        self._run(
            "INSERT INTO aside VALUES (%s, %s) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (key, value),
        )

    def aside(self, key: str) -> str | None:
        """Return the value put aside under a key."""
        rows = self._ask("SELECT value FROM aside WHERE key = %s", (key,))
        return str(rows[0][0]) if rows else None

    def asides(self) -> dict[str, str]:
        """Return all values put aside, by key."""
        return {str(key): str(value) for key, value in self._ask("SELECT key, value FROM aside", ())}

    def erase(self, key: str) -> None:
        """Erase a value by rewriting all others; the server's own log forgets it in time."""
        self._run("DELETE FROM aside WHERE key = %s", (key,))
        self._run("VACUUM (FULL) aside", ())

    @contextmanager
    def joined(self) -> Iterator[bool]:
        """Play here until closed; yields whether no other process does. None can begin inside the block.

        A process that plays shares a lock while its session lasts. A process that can take it alone is the
        only one.
        """
        alone = bool(self._ask(f"SELECT pg_try_advisory_lock({PLAYING})", ())[0][0])
        try:
            self._plays = True
            self._run(PLAY, ())
            yield alone
        finally:
            if alone:
                self._run(f"SELECT pg_advisory_unlock({PLAYING})", ())

    def wait(self, seconds: float) -> bool:
        """Wait until another process may have appended; return whether one did.

        The first call starts listening and returns True, because earlier changes are unknown.
        """
        deadline = time.monotonic() + seconds
        try:
            if self._listener is None:
                self._listener = self._reached(time.monotonic() + self._patience)
                self._listener.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
                return True
            while (left := deadline - time.monotonic()) > 0:
                for notice in self._listener.notifies(timeout=left, stop_after=1):
                    if notice.payload != self._name:
                        return True
        except psycopg.OperationalError:
            self._stop_listening()
            return True
        return False

    @property
    def full(self) -> bool:
        """Always false: the database watches its own disk."""
        return False

    def close(self) -> None:
        """Close the connections."""
        self._closed = True
        self._connection.close()
        if self._acknowledged is not None:
            self._acknowledged.close()
        self._stop_listening()

    def _stop_listening(self) -> None:
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def _connect(self, plays: bool = False) -> Line:
        connection = connected(self._url, silence=self._silence)
        try:
            _refuse_unsafe(connection)
            self._channel = _prepared(connection)
            connection.execute(CONFIRM)
            if plays:
                connection.execute(PLAY)
        except BaseException:
            connection.close()
            raise
        return connection

    def _reached(self, deadline: float, plays: bool = False) -> Line:
        """Return a new connection, retried with growing pauses until the deadline."""
        pause, why = PAUSE, "it is closed"
        while not self._closed and time.monotonic() < deadline:
            try:
                return self._connect(plays)
            except psycopg.Error as error:
                why = _first_line(error)
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        raise Broken(
            f"The journal's database does not answer ({why}): stop, check the database, start again."
        )

    def _persisting(self, work: Callable[[], T]) -> T:
        """Do work that may be repeated; a lost connection is made again while our patience lasts."""
        deadline = None
        while True:
            try:
                return work()
            except errors.DiskFull as error:
                raise NoSpace(
                    "The database's disk is full: nothing was registered. Make room there."
                ) from error
            except psycopg.Error as error:
                if not self._connection.closed:
                    raise Broken(
                        f"The journal cannot be written ({_first_line(error)}): stop, and check the database."
                    ) from error
                deadline = deadline or time.monotonic() + self._patience
                self._connection.close()
                self._ends = None
                self._connection = self._reached(deadline, self._plays)

    def _ask(self, statement: str, values: Sequence[object]) -> list[Row]:
        return self._persisting(lambda: self._connection.execute(statement, values, binary=True).fetchall())

    def _run(self, statement: str, values: Sequence[object]) -> None:
        self._persisting(lambda: self._connection.execute(statement, values))

    def _pages(self, wanted: str, table: str, after: int, *more: int) -> Iterator[Row]:
        """Yield rows in the order of their second column, a page at a time; nothing stays open in between."""
        while rows := self._ask(f"{wanted} LIMIT {PAGE}", (table, after, *more)):
            yield from rows
            after = rows[-1][1]

    def _look(self) -> dict[str, Head]:
        return {
            table: Head(number, bound) for table, number, bound in self._connection.execute(LAST, binary=True)
        }

    def _followed(self, records: Sequence[Record]) -> dict[str, Head]:
        """Return where the chains will end; cached heads are used only if they agree with the records."""
        if self._ends is not None:
            try:
                return followed(self._ends, records)
            except (Taken, JournalError):
                pass
        self._ends = self._look()
        return followed(self._ends, records)

    def _holds(self, records: Sequence[Record], checkpoints: Sequence[Checkpoint]) -> bool:
        """Return whether our commit is written; it is one statement, so its first row is enough."""
        if records:
            wanted = 'SELECT "table", number, id, hash FROM record WHERE "table" = %s AND number = %s'
            first = records[0]
            ours: Row = (first.table, first.number, first.id, first.hash)
        else:
            wanted = 'SELECT * FROM checkpoint WHERE "table" = %s AND size = %s'
            ours = tuple(checkpoints[0])
        return self._connection.execute(wanted, ours[:2], binary=True).fetchall() == [ours]


def _columns(rows: Sequence[Sequence[object]], width: int) -> list[list[object]]:
    """Return rows as columns, with all columns even if there are no rows."""
    return [[row[place] for row in rows] for place in range(width)]


def _refuse_unsafe(connection: Line) -> None:
    """Refuse a server that may forget what it acknowledged, and fix its setting for the session."""
    wanted = "SELECT name, setting FROM pg_settings WHERE name = ANY(%s)"
    for name, setting in connection.execute(wanted, [list(SAFE)]):
        if setting not in SAFE[name]:
            raise StorageError(
                f"PostgreSQL has {name} = {setting}, unsafe for a journal: set {SAFE[name][0]}."
            )
    connection.execute(
        "SELECT set_config('synchronous_commit', current_setting('synchronous_commit'), false)"
    )


def _prepared(connection: Line) -> str:
    """Make the tables if there are none, refuse those of another format, and return the name of our channel.

    A reconnecting process takes no lock: if it stopped while holding one, it would keep all others out.
    """
    if connection.execute(MADE).fetchall() == [(False,)]:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [FOUNDING])
            if connection.execute(MADE).fetchall() == [(False,)]:
                connection.execute(SCHEMA)
                connection.execute("INSERT INTO format VALUES (%s)", [VERSION])
    [(version,)] = connection.execute("SELECT version FROM format").fetchall()
    if version != VERSION:
        raise StorageError(
            f"This journal has format {version}, we know {VERSION}: use the program that wrote it."
        )
    [(schema,)] = connection.execute("SELECT current_schema()").fetchall()
    return f"sicbo {schema}"


def _first_line(error: psycopg.Error) -> str:
    return str(error).partition("\n")[0].strip()
