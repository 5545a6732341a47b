"""Several processes that share one journal: which of them deals a table, and how each learns of new records.

There is no election. A claim is an advisory lock that lasts as long as its database connection. It only
decides which process performs the next step automatically, because the journal decides what counts.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Protocol

from sicbo.errors import StorageBroken
from sicbo.house.writer import end_process
from sicbo.journal.store import Journal

CLAIM_LOCK = 0x51C_B2
TRY_CLAIM = f"SELECT pg_try_advisory_lock({CLAIM_LOCK}, hashtext(current_schema() || %s))"
LISTEN_SECONDS = 1.0
SILENCE, UNHEARD_SECONDS = 2.0, 5.0
SILENT_WAITS, UNSEEN_SECONDS = 5, 10.0


class Claims(Protocol):
    """Claims to work that only one process should do."""

    def try_claim(self, name: str) -> bool:
        """Whether this process has the claim; a free claim is taken."""

    def close(self) -> None:
        """Release every claim."""


class SoleClaims:
    """The claims of a house that one process runs: it has all of them."""

    def try_claim(self, name: str) -> bool:
        """Return True, because there is no other process."""
        return True

    def close(self) -> None:
        """Do nothing, because there is no other process."""


class DatabaseClaims:
    """Claims as advisory locks of a database connection that has no other use.

    The database releases them some seconds after it loses contact with this process.
    """

    def __init__(self, url: str) -> None:
        from sicbo.journal.postgres_connection import ReopenedConnection

        self._reconnecting = ReopenedConnection(url, silence=SILENCE, idle=UNHEARD_SECONDS)
        self._claimed: set[str] = set()

    def try_claim(self, name: str) -> bool:
        """Whether this process has the claim; a connection that was lost has lost every claim."""
        import psycopg

        try:
            if self._reconnecting.is_lost:
                self._claimed.clear()
            line = self._reconnecting.connect()
            if name in self._claimed:
                line.execute("SELECT")
            elif line.execute(TRY_CLAIM, [name]).fetchall() == [(True,)]:
                self._claimed.add(name)
        except psycopg.Error:
            self.close()
        return name in self._claimed

    def close(self) -> None:
        """Release every claim."""
        self._claimed.clear()
        self._reconnecting.close()


class Listener:
    """A thread that makes a call whenever another process may have written.

    It also calls after some seconds without a notification, because notifications may be delayed.
    """

    def __init__(self, journal: Journal, heard: Callable[[], None]) -> None:
        self._journal, self._on_change, self._stopping = journal, heard, threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        quiet = 0
        try:
            while not self._stopping.is_set():
                quiet = 0 if self._journal.wait_for_append(LISTEN_SECONDS) else quiet + 1
                if quiet % SILENT_WAITS == 0 and not self._stopping.is_set():
                    self._on_change()
        except StorageBroken as error:
            if not self._stopping.is_set():
                end_process(error)


class JournalWatch:
    """How recently this process has read the journal that it shares, and whether that is enough for a caller.

    A screen that reconnects through a process that lags is not shown an older state than before. If the
    process has lost the journal, the screen is sent away, because the table may go on in another process.
    """

    def __init__(self, look: Callable[[], None], shared: bool) -> None:
        self._take_in, self._shared, self._lock = look, shared, asyncio.Lock()
        self._refreshed_at = self._refresh_began_at = time.monotonic()

    @property
    def is_in_touch(self) -> bool:
        """Whether the journal was reachable a moment ago."""
        return not self._shared or time.monotonic() - self._refreshed_at < UNSEEN_SECONDS

    def refresh(self) -> None:
        """Read what other processes wrote."""
        began = time.monotonic()
        self._take_in()
        self._refresh_began_at, self._refreshed_at = began, time.monotonic()

    async def refresh_unless(self, enough: Callable[[], bool]) -> None:
        """Read the journal for a caller who knows of later records than this process does.

        One read serves all callers who came before it began. If the journal is lost, there is no read.
        """
        came = time.monotonic()
        if self._shared and not enough():
            async with self._lock:
                if self._refresh_began_at < came and self.is_in_touch and not enough():
                    await asyncio.to_thread(self.refresh)
