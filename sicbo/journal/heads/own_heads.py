"""The heads file of one process among several that share a journal in a database.

Each process writes down what it acknowledged itself. The database may be ahead, because others write to it.
"""

import fcntl
import os
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path

import apsw

from sicbo.errors import Broken, NoSpace
from sicbo.journal.heads.chain_ends import Chains
from sicbo.journal.heads.heads_file import HEADS, HeadsFile, check_heads, known_heads
from sicbo.journal.record import Head

OWN_LOCK = f"{HEADS}.lock"


class OwnHeads:
    """The heads that this process acknowledged; a journal behind any heads file here is refused."""

    def __init__(self, directory: Path, journal: Chains) -> None:
        ends = check_heads("the database", directory, known_heads(directory), journal)
        path, self._lock = _own(directory)
        try:
            self._file = HeadsFile(path, ends)
        except apsw.Error as error:
            os.close(self._lock)
            raise Broken(f"The heads file cannot be written ({error}): check the disk.") from error

    def prepare(self, heads: Mapping[str, Head]) -> None:
        """Make room to write these heads."""
        _told(lambda: self._file.prepare(heads))

    def write(self, heads: Mapping[str, Head]) -> None:
        """Write the prepared heads; they are on disk when this returns."""
        _told(lambda: self._file.write(heads))

    def close(self) -> None:
        """Close the file and release the lock."""
        self._file.close()
        held, self._lock = self._lock, -1
        if held >= 0:
            os.close(held)


def _told(work: Callable[[], None]) -> None:
    try:
        work()
    except apsw.FullError as error:
        raise NoSpace("The disk is full: nothing was registered. Make room for the heads file.") from error
    except apsw.Error as error:
        raise Broken(f"The heads file cannot be written ({error}): stop, and check the disk.") from error


def _own(directory: Path) -> tuple[Path, int]:
    """Return the first heads file that no other process has, and its lock, which ends with this process."""
    for number in count(1):
        path = directory / (HEADS if number == 1 else f"{HEADS}.{number}")
        lock = directory / f"{path.name}.lock"
        handle = os.open(lock, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
        else:
            return path, handle
    raise AssertionError("There is always another number.")
