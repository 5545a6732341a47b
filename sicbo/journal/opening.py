"""Opening a journal by saying where it is."""

from pathlib import Path

from sicbo.errors import BadInput, StorageError, shown
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.sqlite import SqliteJournal
from sicbo.journal.store import Journal

MEMORY = "memory"
ADDRESSES = ("postgresql://", "postgres://")


def open_journal(where: str | Path) -> Journal:
    """The journal at "memory", at the address of a PostgreSQL database, or in a directory."""
    if isinstance(where, str):
        if where == MEMORY:
            return MemoryJournal()
        if where.startswith(ADDRESSES):
            return _postgres(where)
        if "://" in where:
            scheme = shown(where.partition("://")[0])
            raise BadInput(f"No journal is kept in {scheme}: give memory, a directory, or postgresql://….")
    return SqliteJournal(Path(where))


def _postgres(url: str) -> Journal:
    """The client library is an extra, so it is looked for only here."""
    try:
        from sicbo.journal.postgres import PostgresJournal
    except ImportError as error:
        raise StorageError(
            "PostgreSQL needs a library that is not installed: pip install 'sicbo[postgres]'."
        ) from error
    return PostgresJournal(url)
