"""Opening a journal by saying where it is."""

from pathlib import Path

from sicbo.errors import BadInput, StorageError, shown
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.sqlite import SqliteJournal
from sicbo.journal.store import Journal
from sicbo.journal.waits import PATIENCE

MEMORY = "memory"
ADDRESSES = ("postgresql://", "postgres://")


def open_journal(where: str | Path, heads: Path | None = None, patience: float = PATIENCE) -> Journal:
    """The journal at "memory", at the address of a PostgreSQL database, or in a directory.

    `heads` is the directory of the heads file for a database; beside a file it is always in the same one.
    `patience` is how many seconds another program may keep a file locked.
    """
    if isinstance(where, str):
        if where == MEMORY:
            return MemoryJournal()
        if where.startswith(ADDRESSES):
            return _postgres(where, heads)
        if "://" in where:
            scheme = shown(where.partition("://")[0])
            raise BadInput(f"No journal is kept in {scheme}: give memory, a directory, or postgresql://….")
    try:
        return SqliteJournal(Path(where), patience=patience)
    except UnicodeDecodeError as error:
        says = f"The journal in {where} cannot be read (a text is not valid UTF-8): take the newest backup."
        raise StorageError(says) from error


def _postgres(url: str, heads: Path | None) -> Journal:
    """The client library is an extra, so it is looked for only here."""
    try:
        from sicbo.journal.postgres import PostgresJournal
    except ImportError as error:
        raise StorageError(
            "PostgreSQL needs a library that is not installed: pip install 'sicbo[postgres]'."
        ) from error
    return PostgresJournal(url, heads=heads)
