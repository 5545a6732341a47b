"""The session store: sessions, accounts, consoles, seeds and devices, in a file or a database.

The file is SQLite's and belongs to one process, which keeps its content in memory. The database is shared,
and every lookup reads it, because what another process wrote counts at once. Both take the same SQL.
"""

import re
import time
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import apsw

from sicbo.errors import StorageError
from sicbo.journal.directory import refuse_unless_files
from sicbo.journal.waits import LOCK_MILLISECONDS

if TYPE_CHECKING:
    from sicbo.journal.postgres_connection import TimedConnection

FILE_NAME = "sessions.sqlite"
LOCK = 0x51C_B1
OPENING_MILLISECONDS, LOCKED_SECONDS = 5_000, 0.25
LOCKED = "Another program has locked the file of sessions: ask again in a moment."
UNREADABLE = (
    f"{FILE_NAME} cannot be read (a text of the table {{table}} is not valid UTF-8): "
    "take that file from the newest backup."
)
SILENCE_SECONDS = 2.0
"""How long the database may be silent; short, because a lookup of a session blocks all other requests."""
TYPES = {"BLOB": "bytea", "INTEGER": "bigint", " STRICT": ""}
REPLACES = re.compile(r"INSERT OR REPLACE INTO (\w+) (VALUES .*)", re.DOTALL)
ROW_ID = "rowid"
Row = tuple[Any, ...]
V = TypeVar("V")


class StatementResult(Protocol):
    """The result of a statement."""

    def fetchall(self) -> list[Any]:
        """Return all rows."""


class SessionStore(Protocol):
    """A store that runs statements; a `with` block is one transaction."""

    def execute(self, statement: str, values: Sequence[Any] = ()) -> StatementResult:
        """Run a statement in SQLite's dialect."""

    def close(self) -> None:
        """Close the store."""

    def __enter__(self) -> Any: ...

    def __exit__(self, *reason: Any) -> Any: ...


class SessionFile(apsw.Connection):
    """An SQLite file that waits only briefly for a lock, because all other requests wait with it."""

    _not_before = 0.0

    def execute(self, *words: Any, **more: Any) -> apsw.Cursor:
        """Run a statement; after another program held the lock, refuse for a moment without trying."""
        if time.monotonic() < self._not_before:
            raise StorageError(LOCKED)
        try:
            return super().execute(*words, **more)
        except apsw.BusyError as error:
            self._not_before = time.monotonic() + LOCKED_SECONDS
            raise StorageError(LOCKED) from error


def open_session_file(directory: Path) -> apsw.Connection:
    """Open the session store of a house that one process runs."""
    refuse_unless_files(directory / FILE_NAME)
    file = SessionFile(str(directory / FILE_NAME))
    file.set_busy_timeout(OPENING_MILLISECONDS)
    file.pragma("journal_mode", "WAL")
    file.execute("PRAGMA synchronous = FULL")
    file.execute("PRAGMA secure_delete = ON")
    (directory / FILE_NAME).chmod(0o600)
    file.set_busy_timeout(LOCK_MILLISECONDS)
    return file


class _NoRows:
    def fetchall(self) -> list[Any]:
        return []


class DatabaseStore:
    """The session store of a house that several processes run, in the schema of its journal."""

    def __init__(self, url: str) -> None:
        from sicbo.journal.postgres_connection import ReopenedConnection

        self._columns: dict[str, list[str]] = {}
        self._transactions: list[TimedConnection] = []
        self._reconnecting = ReopenedConnection(url, silence=SILENCE_SECONDS)
        self._reconnecting.connect()

    def execute(self, statement: str, values: Sequence[Any] = ()) -> StatementResult:
        """Run a statement in SQLite's dialect."""
        if ROW_ID in statement:
            return _NoRows()
        return self._retry_once(lambda: self._execute(statement, values))

    def _retry_once(self, work: Callable[[], V]) -> V:
        """Run work on the connection, and repeat it once if the connection was lost outside a transaction."""
        import psycopg

        try:
            try:
                return work()
            except psycopg.OperationalError:
                if self._transactions or not self._reconnecting.is_lost:
                    raise
                return work()
        except psycopg.OperationalError as error:
            raise StorageError("The house cannot reach its database: try again in a moment.") from error

    @property
    def _connection(self) -> "TimedConnection":
        return self._transactions[-1] if self._transactions else self._reconnecting.connect()

    def _execute(self, statement: str, values: Sequence[Any]) -> StatementResult:
        if statement.lstrip().startswith("CREATE"):
            return self._create_tables(statement)
        replaces = REPLACES.match(statement)
        if replaces:
            statement = self._upsert_statement(*replaces.groups())
        cursor = self._connection.execute(statement.replace("?", "%s").encode(), values, binary=True)
        return cursor if cursor.description is not None else _NoRows()

    def _create_tables(self, schema: str) -> StatementResult:
        """Create missing tables under a lock, because two processes at once would conflict."""
        for ours, theirs in TYPES.items():
            schema = schema.replace(ours, theirs)
        with self._connection.transaction():
            self._connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
            self._connection.execute(schema.encode())
        return _NoRows()

    def _upsert_statement(self, table: str, rest: str) -> str:
        """Return PostgreSQL's form of INSERT OR REPLACE; the first column of a table is its key."""
        if table not in self._columns:
            asked = """SELECT column_name FROM information_schema.columns WHERE table_name = %s
                       AND table_schema = current_schema() ORDER BY ordinal_position"""
            self._columns[table] = [name for (name,) in self._connection.execute(asked, [table])]
        key, *others = self._columns[table]
        sets = ", ".join(f"{name} = excluded.{name}" for name in others)
        return f"INSERT INTO {table} {rest} ON CONFLICT ({key}) DO UPDATE SET {sets}"

    def close(self) -> None:
        """Close the connection."""
        self._reconnecting.close()

    def __enter__(self) -> "DatabaseStore":
        self._retry_once(lambda: self._connection.execute("BEGIN"))
        self._transactions.append(self._connection)
        return self

    def __exit__(self, *reason: Any) -> None:
        line, failed = self._transactions.pop(), reason[0] is not None
        if not (failed and line.closed):
            self._retry_once(lambda: line.execute("ROLLBACK" if failed else "COMMIT"))


class SharedMapping(MutableMapping[Any, V], Generic[V]):
    """A database table as a read-only mapping by one column; writers use statements."""

    def __init__(self, store: SessionStore, table: str, key: str, made: Callable[..., V]) -> None:
        self._store, self._table, self._key, self._new_value = store, table, key, made

    def __getitem__(self, key: Any) -> V:
        asked = f"SELECT * FROM {self._table} WHERE {self._key} = ?"
        for row in self._store.execute(asked, (key,)).fetchall():
            return self._new_value(*row)
        raise KeyError(key)

    def __iter__(self) -> Iterator[Any]:
        rows = self._store.execute(f"SELECT {self._key} FROM {self._table}").fetchall()
        return iter([key for (key,) in rows])

    def __len__(self) -> int:
        [(count,)] = self._store.execute(f"SELECT count(*) FROM {self._table}").fetchall()
        return int(count)

    def __setitem__(self, key: Any, value: V) -> None:
        """Do nothing, because the caller also writes the value with a statement."""

    def __delitem__(self, key: Any) -> None:
        """Do nothing, because the caller also deletes the row with a statement."""


def table_mapping(
    store: SessionStore, table: str, key: str, new_value: Callable[..., V]
) -> MutableMapping[Any, V]:
    """Return a table of a store as a mapping: in memory for a file, read each time from a shared database."""
    if isinstance(store, DatabaseStore):
        return SharedMapping(store, table, key, new_value)
    try:
        rows = store.execute(f"SELECT {key}, * FROM {table}").fetchall()
    except UnicodeDecodeError as error:
        raise StorageError(UNREADABLE.format(table=table)) from error
    return {row[0]: new_value(*row[1:]) for row in rows}


def rewrite_tables(store: SessionStore, *tables: str) -> None:
    """Rewrite tables, because a row that was deleted or moved may have left a copy behind."""
    if isinstance(store, DatabaseStore):
        for table in tables:
            store.execute(f"VACUUM (FULL) {table}")
        return
    assert isinstance(store, apsw.Connection)
    try:
        store.execute("PRAGMA temp_store = MEMORY")
        store.execute("VACUUM")
        store.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except (apsw.BusyError, apsw.FullError) as error:
        raise StorageError(
            "Deleted data is still in the session store, because it is being read or the disk is full: "
            "erase again."
        ) from error
