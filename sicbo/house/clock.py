"""The house's clock: a wall that never runs backwards, and time gone by that no clock can move."""

import time
from collections.abc import Callable

from sicbo.game.authority import Rank
from sicbo.table.messages import Stamp


class Clock:
    """Stamps commands; `elapsed` goes on from where the journal left it."""

    def __init__(
        self,
        wall: int = 0,
        elapsed: int = 0,
        now: Callable[[], int] = time.time_ns,
        monotonic: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._wall, self._now, self._monotonic = wall, now, monotonic
        self._start = monotonic() - elapsed * 1_000_000

    def stamp(self, by: str, rank: Rank | None) -> Stamp:
        """Who, as what, and when: microseconds on the wall, milliseconds gone by."""
        self._wall = max(self._wall, self._now() // 1_000)
        return Stamp(by, rank, self._wall, (self._monotonic() - self._start) // 1_000_000)
