"""Founding limits: how many logs one address may found at home within an hour; a log lasts for ever."""

import time
from collections import deque
from collections.abc import Callable
from math import ceil

from sicbo.i18n import message
from sicbo.server.http.rate_limits import MOST_BUCKETS
from sicbo.server.problems import Problem

HOUR = 3_600.0
MOST_TABLES_IN_AN_HOUR, MOST_CONTESTS_IN_AN_HOUR = 8, 32
"""How many tables, and how many tournaments and promotions together."""


class FoundingLimit:
    """How many logs each address founded within the last hour; `key` is the message of the refusal."""

    def __init__(
        self,
        most: int = MOST_TABLES_IN_AN_HOUR,
        key: str = "tables.too-many-this-hour",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._key, self._now = most, key, now
        self._founded: dict[str, deque[float]] = {}

    def reserve(self, source: str) -> None:
        """Count a log that is about to be founded; refuse it with 429 if the address founded too many."""
        now = self._now()
        if len(self._founded) > MOST_BUCKETS:
            self._founded.clear()
        times = self._founded.setdefault(source, deque())
        while times and now - times[0] >= HOUR:
            times.popleft()
        if len(times) >= self._most:
            seconds = ceil(times[0] + HOUR - now)
            raise Problem("too-many", message(self._key, most=self._most), retry_after=seconds)
        times.append(now)
