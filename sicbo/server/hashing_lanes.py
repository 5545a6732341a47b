"""Hashing lanes: threads that hash PINs, each lane with a queue that has an end.

Hashing is slow on purpose. Who is signed in has a lane of their own, so that no stranger stands before them.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sicbo.server.problems import Problem

FULL = "Too many PINs are being checked: try again in a few seconds."
FULL_SECONDS = 2
T = TypeVar("T")


class Lane:
    """Some threads, and how many hashes may be under way or wait in it."""

    def __init__(self, name: str, threads: int, most: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._most, self.taken, self._lock = most, 0, threading.Lock()

    def check_room(self) -> None:
        """Refuse if the lane is full."""
        if self.taken >= self._most:
            raise Problem("busy", FULL, retry_after=FULL_SECONDS)

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """What the work comes to, done by a thread of the lane; refused if the lane is full."""
        self.check_room()
        self._count(1)
        future = self._threads.submit(work, *given)
        future.add_done_callback(lambda _: self._count(-1))
        return await asyncio.wrap_future(future)

    def _count(self, more: int) -> None:
        with self._lock:
            self.taken += more
