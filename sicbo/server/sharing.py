"""Sharing one journal among processes: who deals which table, and hearing of what others wrote.

Nothing is elected. A claim is an advisory lock that lasts as long as its connection; it decides only who
performs the next step by itself, for the journal decides what counts.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from sicbo.errors import Broken
from sicbo.house.loop import end_process
from sicbo.journal.store import Journal

if TYPE_CHECKING:
    import psycopg

CLAIM = 0x51C_B2
TRY = f"SELECT pg_try_advisory_lock({CLAIM}, hashtext(current_schema() || %s))"
LISTEN_SECONDS = 1.0


class Claims(Protocol):
    """Who does by itself what only one process should do."""

    def mine(self, name: str) -> bool:
        """Whether it is this process; taken where nobody has it."""

    def close(self) -> None:
        """Leave everything to others."""


class Alone:
    """A house of one process does everything."""

    def mine(self, name: str) -> bool:
        """Of course."""
        return True

    def close(self) -> None:
        """There is nobody else."""


class InDatabase:
    """Claims as advisory locks of a connection that is used for nothing else."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: psycopg.Connection[tuple[bool]] | None = None
        self._held: set[str] = set()

    def mine(self, name: str) -> bool:
        """Whether it is ours; a connection that was lost has lost every claim."""
        import psycopg

        try:
            if self._connection is None:
                self._connection = psycopg.connect(self._url, autocommit=True, connect_timeout=2)
            if name in self._held:
                self._connection.execute("SELECT")
            elif self._connection.execute(TRY, [name]).fetchall() == [(True,)]:
                self._held.add(name)
        except psycopg.Error:
            self.close()
        return name in self._held

    def close(self) -> None:
        """Leave everything to others."""
        import psycopg

        self._held.clear()
        lost, self._connection = self._connection, None
        if lost is not None:
            with suppress(psycopg.Error):
                lost.close()


class Listener:
    """A thread that calls whenever another process may have written."""

    def __init__(self, journal: Journal, heard: Callable[[], None]) -> None:
        self._journal, self._heard, self._ends = journal, heard, threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
        self._ends.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._ends.is_set():
                if self._journal.wait(LISTEN_SECONDS) and not self._ends.is_set():
                    self._heard()
        except Broken as error:
            if not self._ends.is_set():
                end_process(error)
