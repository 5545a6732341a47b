"""Sharing one journal among processes: who deals which table, and hearing of what others wrote.

Nothing is elected. A claim is an advisory lock that lasts as long as its connection; it decides only who
performs the next step by itself, for the journal decides what counts.
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
    """Claims as advisory locks of a line that is used for nothing else.

    The server takes them back when it has not heard of us for some seconds.
    """

    def __init__(self, url: str) -> None:
        from sicbo.journal.postgres_connection import Kept

        self._kept = Kept(url, silence=SILENCE, idle=UNHEARD_SECONDS)
        self._held: set[str] = set()

    def mine(self, name: str) -> bool:
        """Whether it is ours; a line that was lost has lost every claim."""
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
        """Leave everything to others."""
        self._held.clear()
        self._kept.close()


class Listener:
    """A thread that calls whenever another process may have written.

    It looks by itself after some seconds in which it heard nothing: notices may be held back on their way.
    """

    def __init__(self, journal: Journal, heard: Callable[[], None]) -> None:
        self._journal, self._heard, self._ends = journal, heard, threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
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
    """What this process has seen of the journal it shares: when, and whether it is enough.

    A screen that comes back through a process that lags is shown nothing older than it has shown; one whose
    process has lost the journal is sent away, for the table may go on elsewhere.
    """

    def __init__(self, look: Callable[[], None], shared: bool) -> None:
        self._take_in, self._shared, self._looks = look, shared, asyncio.Lock()
        self._looked = self._began = time.monotonic()

    @property
    def in_touch(self) -> bool:
        """Whether the journal was there a moment ago."""
        return not self._shared or time.monotonic() - self._looked < UNSEEN_SECONDS

    def look(self) -> None:
        """Take in what others wrote."""
        began = time.monotonic()
        self._take_in()
        self._began, self._looked = began, time.monotonic()

    async def look_unless(self, enough: Callable[[], bool]) -> None:
        """Look for whoever heard of more than this process has, by another one.

        One looks for all who came before it began; where the journal is lost nobody does.
        """
        came = time.monotonic()
        if self._shared and not enough():
            async with self._looks:
                if self._began < came and self.in_touch and not enough():
                    await asyncio.to_thread(self.look)
