"""Hashing queues: threads that hash PINs, each group with a queue of limited length.

Hashing is slow on purpose. Persons who are signed in have a queue of their own, so that strangers cannot
delay them.
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
    """A group of threads with limits on the hashes that run or wait: in all, and from one source."""

    def __init__(self, name: str, threads: int, most: int, most_of_one: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._most, self._most_of_one = most, most_of_one
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """The number of hashes that run or wait."""
        return self._taken.total()

    def check_room(self, source: str) -> None:
        """Raise `busy` if the queue is full, or has enough work from this source."""
        with self._lock:
            if self.taken >= self._most or self._taken[source] >= self._most_of_one:
                raise Problem("busy", FULL, retry_after=FULL_SECONDS)

    async def run(self, source: str, work: Callable[..., T], *given: Any) -> T:
        """Return the result of work done by one of the threads, or raise `busy` if the queue is full."""
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
