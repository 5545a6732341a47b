"""The clock of the house: wall time that never runs back, and elapsed time that no clock change can move."""

import time
from collections.abc import Callable

from sicbo.game.ranks import Rank
from sicbo.machine.messages import Stamp


class Clock:
    """Stamps commands; `elapsed` continues from the last value in the journal.

    The wall time is that of the machine's clock. While the machine's clock is behind, because it was set back
    or because the journal is ahead of it, the wall time advances with the elapsed time.
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
        """Return a stamp: the giver, the rank, wall time in microseconds and elapsed time in milliseconds."""
        machine = self._now()
        gone = self._monotonic()
        self._lead = max(self._lead, machine - gone)
        return Stamp(by, rank, (self._lead + gone) // 1_000, (gone - self._start) // 1_000_000)

    @property
    def elapsed_time(self) -> int:
        """Elapsed time in milliseconds. Everything that waits for its time uses this, never the wall time."""
        return (self._monotonic() - self._start) // 1_000_000

    def wall_at(self, elapsed: int) -> int:
        """Return the wall time, to the millisecond, of a moment in elapsed time; screens count down to it."""
        return ((self._lead + self._start) // 1_000_000 + elapsed) * 1_000

    @property
    def seconds_ahead(self) -> float:
        """How many seconds the wall time is ahead of the machine's clock."""
        return (self._lead + self._monotonic() - self._now()) / 1_000_000_000
