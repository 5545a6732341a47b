"""Waiting for a database that is locked by another program or is slow, with a limit."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import apsw

from sicbo.errors import Broken

log = logging.getLogger("sicbo.journal")
PATIENCE = 60.0
MOMENT = 20
"""Milliseconds that SQLite itself waits for a lock; between two attempts other threads can read."""
PAUSE, LONGEST_PAUSE = 0.01, 0.5
SOON, SLOW = 1.0, 2.0
"""Seconds after which a wait is logged, and after which a write is slow."""
T = TypeVar("T")


class Waits:
    """The writes that wait for one file: each is tried again with growing pauses until `patience` is over."""

    def __init__(self, path: Path, patience: float) -> None:
        self._path, self._patience = path, patience
        self._since: dict[int, float] = {}

    @property
    def longest(self) -> float:
        """The seconds for which the longest unfinished write has been tried."""
        now = time.monotonic()
        return now - min(list(self._since.values()), default=now)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Count this thread as writing; a slow write is logged with its time."""
        mine = threading.get_ident()
        if mine in self._since:
            yield
            return
        self._since[mine] = began = time.monotonic()
        try:
            yield
        finally:
            del self._since[mine]
            if (took := time.monotonic() - began) > SLOW:
                log.warning("journal-slow", extra={"seconds": round(took, 1)})

    def for_lock(self, work: Callable[[], T]) -> T:
        """Do work that may be repeated, once no other program has the file locked."""
        began, pause, told = None, PAUSE, False
        while True:
            try:
                return work()
            except apsw.BusyError as error:
                began = began or time.monotonic()
                waited = time.monotonic() - began
                if waited >= self._patience:
                    raise Broken(
                        f"Another program has had {self._path} locked for {waited:.1f} seconds: find it with "
                        "`fuser`, end it, and start again. Nothing that was acknowledged is lost."
                    ) from error
            if waited > SOON and not told:
                told = True
                log.warning("journal-locked", extra={"patience": self._patience})
            time.sleep(min(pause, max(self._patience - waited, 0)))
            pause = min(2 * pause, LONGEST_PAUSE)
