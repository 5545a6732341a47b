"""Migration: bring a journal file to the format that this program writes, one step at a time.

A step changes how records are stored, never their contents: every hash stays the same.
"""

import fcntl
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import apsw

from sicbo.errors import InUse, StorageError
from sicbo.house.export.readers import open_file
from sicbo.journal.sqlite import FILE, LOCK, VERSION

Step = Callable[[apsw.Connection], None]
STEPS: dict[int, Step] = {}
"""The step from each old format to the next one."""


def format_of(directory: Path) -> int:
    """Return the format of the journal in a data directory."""
    connection = open_file(directory / FILE)
    try:
        return int(connection.pragma("user_version"))
    finally:
        connection.close()


def migrate(directory: Path, steps: Mapping[int, Step] = STEPS, newest: int = VERSION) -> list[int]:
    """Migrate a journal to the newest format; return the formats that it passed through."""
    old = format_of(directory)
    formats = range(old, newest)
    if old > newest or any(number not in steps for number in formats):
        raise StorageError(
            f"This journal has format {old}. This program can reach format {newest} "
            f"from {', '.join(map(str, (*steps, newest)))}: use a program that knows format {old}."
        )
    if formats:
        _run_steps(directory, [(number, steps[number]) for number in formats])
    return [*formats, newest]


def _run_steps(directory: Path, steps: list[tuple[int, Step]]) -> None:
    with _hold_lock(directory):
        connection = apsw.Connection(str(directory / FILE))
        try:
            connection.execute("PRAGMA synchronous = FULL")
            for number, step in steps:
                with connection:
                    step(connection)
                    connection.pragma("user_version", number + 1)
        except apsw.Error as error:
            raise StorageError(f"The journal could not be migrated ({error}): it is unchanged.") from error
        finally:
            connection.close()


@contextmanager
def _hold_lock(directory: Path) -> Iterator[None]:
    """Hold the lock of the data directory, as a running house does."""
    handle = os.open(directory / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise InUse(f"Another process uses {directory}: stop it first.") from error
    finally:
        os.close(handle)
