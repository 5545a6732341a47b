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

from sicbo.i18n import message
from sicbo.server.problems import Problem

RETRY_SECONDS = 2
T = TypeVar("T")


class HashingQueue:
    """A group of threads with limits on the hashes that run or wait: in all, and from one source."""

    def __init__(self, name: str, threads: int, most: int, most_of_one: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._most, self._most_of_one = most, most_of_one
        self._pending_by_source: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def pending_hashes(self) -> int:
        """The number of hashes that run or wait."""
        return self._pending_by_source.total()

    def refuse_if_full(self, source: str) -> None:
        """Raise `busy` if the queue is full, or has enough work from this source."""
        with self._lock:
            if self.pending_hashes >= self._most or self._pending_by_source[source] >= self._most_of_one:
                raise Problem("busy", message("pin.too-many-checks"), retry_after=RETRY_SECONDS)

    async def run(self, source: str, work: Callable[..., T], *args: Any) -> T:
        """Return the result of work done by one of the threads, or raise `busy` if the queue is full."""
        self.refuse_if_full(source)
        self._count(source, 1)
        future = self._threads.submit(work, *args)
        future.add_done_callback(lambda _: self._count(source, -1))
        return await asyncio.wrap_future(future)

    def _count(self, source: str, more: int) -> None:
        with self._lock:
            self._pending_by_source[source] += more
            if not self._pending_by_source[source]:
                del self._pending_by_source[source]
