"""Several processes that share one journal: which of them deals a table, and how each learns of new records.

There is no election. A claim is an advisory lock that lasts as long as its database connection. It only
decides which process performs the next step automatically, because the journal decides what counts.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Protocol

from sicbo.errors import Broken
from sicbo.house.writer import end_process
from sicbo.journal.store import Journal

CLAIM = 0x51C_B2
TRY = f"SELECT pg_try_advisory_lock({CLAIM}, hashtext(current_schema() || %s))"
LISTEN_SECONDS = 1.0
SILENCE, UNHEARD_SECONDS = 2.0, 5.0
MOST_DEAF, UNSEEN_SECONDS = 5, 10.0


class Claims(Protocol):
    """Claims to work that only one process should do."""

    def mine(self, name: str) -> bool:
        """Whether this process has the claim; a free claim is taken."""

    def close(self) -> None:
        """Release every claim."""


class Alone:
    """The claims of a house that one process runs: it has all of them."""

    def mine(self, name: str) -> bool:
        """Return True, because there is no other process."""
        return True

    def close(self) -> None:
        """Do nothing, because there is no other process."""


class InDatabase:
    """Claims as advisory locks of a database connection that has no other use.

    The database releases them some seconds after it loses contact with this process.
    """

    def __init__(self, url: str) -> None:
        from sicbo.journal.postgres_connection import Kept

        self._kept = Kept(url, silence=SILENCE, idle=UNHEARD_SECONDS)
        self._held: set[str] = set()

    def mine(self, name: str) -> bool:
        """Whether this process has the claim; a connection that was lost has lost every claim."""
        import psycopg

        try:
            if self._kept.lost:
                self._held.clear()
            line = self._kept.line()
            if name in self._held:
                line.execute("SELECT")
            elif line.execute(TRY, [name]).fetchall() == [(True,)]:
                self._held.add(name)
        except psycopg.Error:
            self.close()
        return name in self._held

    def close(self) -> None:
        """Release every claim."""
        self._held.clear()
        self._kept.close()


class Listener:
    """A thread that makes a call whenever another process may have written.

    It also calls after some seconds without a notification, because notifications may be delayed.
    """

    def __init__(self, journal: Journal, heard: Callable[[], None]) -> None:
        self._journal, self._heard, self._ends = journal, heard, threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread."""
        self._ends.set()
        self._thread.join()

    def _run(self) -> None:
        quiet = 0
        try:
            while not self._ends.is_set():
                quiet = 0 if self._journal.wait(LISTEN_SECONDS) else quiet + 1
                if quiet % MOST_DEAF == 0 and not self._ends.is_set():
                    self._heard()
        except Broken as error:
            if not self._ends.is_set():
                end_process(error)


class Lookout:
    """How recently this process has read the journal that it shares, and whether that is enough for a caller.

    A screen that reconnects through a process that lags is not shown an older state than before. If the
    process has lost the journal, the screen is sent away, because the table may go on in another process.
    """

    def __init__(self, look: Callable[[], None], shared: bool) -> None:
        self._take_in, self._shared, self._looks = look, shared, asyncio.Lock()
        self._looked = self._began = time.monotonic()

    @property
    def in_touch(self) -> bool:
        """Whether the journal was reachable a moment ago."""
        return not self._shared or time.monotonic() - self._looked < UNSEEN_SECONDS

    def look(self) -> None:
        """Read what other processes wrote."""
        began = time.monotonic()
        self._take_in()
        self._began, self._looked = began, time.monotonic()

    async def look_unless(self, enough: Callable[[], bool]) -> None:
        """Read the journal for a caller who knows of later records than this process does.

        One read serves all callers who came before it began. If the journal is lost, there is no read.
        """
        came = time.monotonic()
        if self._shared and not enough():
            async with self._looks:
                if self._began < came and self.in_touch and not enough():
                    await asyncio.to_thread(self.look)
