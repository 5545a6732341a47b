"""The data directory of a journal: made for good, held by one process, and with files where files belong."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sicbo.errors import InUse
from sicbo.journal.heads.heads_file import refuse_unless_file
from sicbo.journal.notes import sync_directory


def make_directory(directory: Path) -> None:
    """Make a directory that is still there after the power fails."""
    if not directory.is_dir():
        make_directory(directory.parent)
        directory.mkdir(mode=0o700, exist_ok=True)
        sync_directory(directory.parent)


def refuse_unless_files(path: Path, *others: str) -> None:
    """Refuse what is no file in place of a database of SQLite, or of the two that it puts beside it.

    `others` are more names in the same directory.
    """
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm", *others):
        refuse_unless_file(path.with_name(name))


@contextmanager
def held(lock: Path) -> Iterator[None]:
    """Have a lock for a while, so that nobody opens the journal for writing."""
    handle = locked(lock)
    try:
        yield
    finally:
        os.close(handle)


def locked(path: Path) -> int:
    """A lock that dies with the process; the second process is refused."""
    handle = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise InUse(
            f"Another process has {path.parent}: stop it, or give this one a directory of its own."
        ) from error
    return handle
