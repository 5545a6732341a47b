"""The house's clock: a wall that never runs back or stands still, and time gone by that no clock can move."""

import time
from collections.abc import Callable

from sicbo.game.ranks import Rank
from sicbo.table.messages.base import Stamp


class Clock:
    """Stamps commands; `elapsed` goes on from where the journal left it.

    The wall is the machine's clock. While that is behind, because it was set back or because the journal is
    ahead of it, the wall goes on from where it was by the time that goes by.
    """

    def __init__(
        self,
        wall: int = 0,
        elapsed: int = 0,
        now: Callable[[], int] = time.time_ns,
        monotonic: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._now, self._monotonic = now, monotonic
        begun = monotonic()
        self._start = begun - elapsed * 1_000_000
        self._lead = wall * 1_000 - begun

    def stamp(self, by: str, rank: Rank | None) -> Stamp:
        """Who, as what, and when: microseconds on the wall, milliseconds gone by."""
        machine = self._now()
        gone = self._monotonic()
        self._lead = max(self._lead, machine - gone)
        return Stamp(by, rank, (self._lead + gone) // 1_000, (gone - self._start) // 1_000_000)

    @property
    def elapsed(self) -> int:
        """Milliseconds gone by: what waits for its time is counted by these, never by the wall."""
        return (self._monotonic() - self._start) // 1_000_000

    def wall_at(self, elapsed: int) -> int:
        """The time on the wall, to the millisecond, when so much will have gone by: what screens count to."""
        return ((self._lead + self._start) // 1_000_000 + elapsed) * 1_000

    @property
    def seconds_ahead(self) -> float:
        """How far the wall is ahead of the machine's clock."""
        return (self._lead + self._monotonic() - self._now()) / 1_000_000_000
