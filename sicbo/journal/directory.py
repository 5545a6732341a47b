"""The data directory of a journal: synced to disk, locked by one process, with regular files only."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sicbo.errors import InUse
from sicbo.journal.heads.heads_file import refuse_unless_file
from sicbo.journal.notes import sync_directory


def make_directory(directory: Path) -> None:
    """Make a directory that survives a power failure."""
    if not directory.is_dir():
        make_directory(directory.parent)
        directory.mkdir(mode=0o700, exist_ok=True)
        sync_directory(directory.parent)


def refuse_unless_files(path: Path, *others: str) -> None:
    """Refuse anything but regular files at the paths of an SQLite database and of its two companions.

    `others` are more names in the same directory.
    """
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm", *others):
        refuse_unless_file(path.with_name(name))


def make_private(database: Path) -> None:
    """Make an SQLite database private, since it has names and salts. SQLite gives its log the same mode."""
    database.touch(mode=0o600)
    for path in database.parent.glob(f"{database.name}*"):
        path.chmod(0o600)


@contextmanager
def hold_lock(lock: Path) -> Iterator[None]:
    """Hold a lock for a while, so that no process opens the journal for writing."""
    handle = take_lock(lock)
    try:
        yield
    finally:
        os.close(handle)


def take_lock(path: Path) -> int:
    """Take a lock that ends with the process; refuse a second process."""
    handle = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise InUse(
            f"Another process has {path.parent} open: stop it, or give this one a directory of its own."
        ) from error
    return handle
