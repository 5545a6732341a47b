"""Opening a journal by its address."""

from pathlib import Path

from sicbo.errors import BadInput, StorageError, short_repr
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.sqlite import SqliteJournal
from sicbo.journal.store import Journal
from sicbo.journal.waits import PATIENCE

MEMORY = "memory"
ADDRESSES = ("postgresql://", "postgres://")


def open_journal(where: str | Path, heads: Path | None = None, patience: float = PATIENCE) -> Journal:
    """Open the journal at "memory", at the address of a PostgreSQL database, or in a directory.

    `heads` is the directory of the heads file for a database; a file has its heads file in the same
    directory. `patience` is the number of seconds that another program may keep a file locked.
    """
    if isinstance(where, str):
        if where == MEMORY:
            return MemoryJournal()
        if where.startswith(ADDRESSES):
            return _open_postgres(where, heads)
        if "://" in where:
            scheme = short_repr(where.partition("://")[0])
            raise BadInput(
                f"A journal cannot be kept in {scheme}: give memory, a directory, or postgresql://…."
            )
    return SqliteJournal(Path(where), patience=patience)


def _open_postgres(url: str, heads: Path | None) -> Journal:
    """Open a PostgreSQL journal; its client library is an extra, so it is imported only here."""
    try:
        from sicbo.journal.postgres import PostgresJournal
    except ImportError as error:
        raise StorageError(
            "PostgreSQL needs a library that is not installed: pip install 'sicbo[postgres]'."
        ) from error
    return PostgresJournal(url, heads=heads)
