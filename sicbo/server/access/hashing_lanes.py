"""Hashing lanes: threads that hash PINs, each lane with a queue that has an end.

Hashing is slow on purpose. Who is signed in has a lane of their own, so that no stranger stands before them.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sicbo.server.problems import Problem

FULL = "Too many PINs are being checked: try again in a few seconds."
FULL_SECONDS = 2
T = TypeVar("T")


class Lane:
    """Some threads, and how many hashes may be under way or wait in it: in all, and of one source."""

    def __init__(self, name: str, threads: int, most: int, most_of_one: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._most, self._most_of_one = most, most_of_one
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """How many hashes are under way or wait."""
        return self._taken.total()

    def check_room(self, source: str) -> None:
        """Refuse if the lane is full, or has enough of this source."""
        with self._lock:
            if self.taken >= self._most or self._taken[source] >= self._most_of_one:
                raise Problem("busy", FULL, retry_after=FULL_SECONDS)

    async def run(self, source: str, work: Callable[..., T], *given: Any) -> T:
        """What the work comes to, done by a thread of the lane; refused if the lane has no room for it."""
        self.check_room(source)
        self._count(source, 1)
        future = self._threads.submit(work, *given)
        future.add_done_callback(lambda _: self._count(source, -1))
        return await asyncio.wrap_future(future)

    def _count(self, source: str, more: int) -> None:
        with self._lock:
            self._taken[source] += more
            if not self._taken[source]:
                del self._taken[source]
