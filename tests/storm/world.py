"""The simulated world: one heap of future events, one source of chance, clocks that jump, a network."""

from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from random import Random
from typing import Any

from tests.storm.weather import HOUR, MINUTE, SECOND, Weather

NOON = 1_763_258_400 * SECOND
QUIET = (1, 4, 9, 9, 15, 18, 20, 20, 21, 25, 65)
Heard = Callable[[Any], None]


class World:
    """Virtual time and its scheduled events; `counts` counts what has happened."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.weather = Weather.of(self.random)
        self.now = 0
        self.wall_ahead = NOON
        self.skipped = 0
        self.popped = 0
        self.counts: Counter[str] = Counter()
        self._heap: list[tuple[int, int, Callable[..., None], tuple[Any, ...]]] = []
        self._pushed = 0
        self._clogged: dict[tuple[str, str], int] = {}

    def after(self, delay: int, act: Callable[..., None], *given: Any) -> None:
        """Schedule an event."""
        self._pushed += 1
        heappush(self._heap, (self.now + delay, self._pushed, act, given))

    def step(self) -> bool:
        """Run the next event; return whether there was one."""
        if not self._heap:
            return False
        self.now, _, act, given = heappop(self._heap)
        self.popped += 1
        act(*given)
        return True

    def run(self, until: int) -> None:
        """Run every event up to a time."""
        heap, step = self._heap, self.step
        while heap and heap[0][0] <= until:
            step()

    def chance(self, odds: float) -> bool:
        """Return true with this probability."""
        return odds > 0 and self.random.random() < odds

    def wall_nanoseconds(self) -> int:
        """The wall clock, which may be moved."""
        return (self.now + self.skipped + self.wall_ahead) * 1_000

    def nanoseconds(self) -> int:
        """Elapsed time, which cannot be moved."""
        return (self.now + self.skipped) * 1_000

    def time(self) -> float:
        """Seconds of the wall clock, like `time.time`."""
        return self.wall_nanoseconds() / 1e9

    def monotonic(self) -> float:
        """Elapsed seconds, like `time.monotonic`."""
        return self.nanoseconds() / 1e9

    def leap(self) -> None:
        """Skip some minutes without any event, sometimes more than an hour."""
        self.counts["quiet times"] += 1
        self.skipped += self.random.choice(QUIET) * MINUTE + self.random.randint(0, MINUTE)

    def jump(self) -> None:
        """Move the wall clock by up to an hour in either direction."""
        self.wall_ahead += self.random.randint(-HOUR, HOUR)
        self.counts["clock jumps"] += 1

    def send(self, source: str, target: str, heard: Heard, message: Any) -> None:
        """Send a message over a network that loses, repeats, delays and blocks messages."""
        weather, random = self.weather, self.random
        if weather.loss and random.random() < weather.loss:
            self.counts["lost"] += 1
            return
        if weather.clog and random.random() < weather.clog:
            self.clog(source, target, random.randint(SECOND, weather.longest_clog))
        held = self._clogged.get((source, target), 0) - self.now
        delay = int(random.expovariate(1 / weather.delay)) + max(0, held)
        if weather.late and random.random() < weather.late:
            self.counts["late"] += 1
            delay += random.randint(5 * SECOND, 60 * SECOND)
        self.after(delay, heard, message)
        if weather.twice and random.random() < weather.twice:
            self.counts["repeated"] += 1
            self.after(delay + int(random.expovariate(1 / (10 * weather.delay))), heard, message)

    def clog(self, source: str, target: str, span: int) -> None:
        """Hold back every message in one direction for a while."""
        self.counts["clogs"] += 1
        link = source, target
        self._clogged[link] = max(self._clogged.get(link, 0), self.now + span)

    def unclog(self) -> None:
        """Stop holding messages back; those sent from now on go through."""
        self._clogged.clear()
