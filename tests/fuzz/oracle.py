"""The limits for every input: fifty milliseconds of work and fifty megabytes more memory."""

import resource
import time

from tests.fuzz.targets import accepts

SLOWEST = 0.05
"""Seconds of processor time: on a busy machine an input waits for its turn, and waiting is not counted."""
MOST_MEMORY = 50 << 10
"""Kilobytes by which one input may raise the peak memory of the process."""
AGAIN = 3


class Oracle:
    """Runs the inputs of one target and remembers the slowest."""

    def __init__(self, name: str) -> None:
        self.name, self.slowest, self.told = name, 0.0, 0.0
        self.memory = peak_kilobytes()

    def __call__(self, data: bytes) -> None:
        """Run an input; a slow one is run again, because of garbage collection or an empty cache."""
        taken = self._measure_time(data)
        if taken > self.slowest:
            taken = min(taken, *(self._measure_time(data) for _ in range(AGAIN)))
            self.slowest = max(self.slowest, taken)
        assert taken < SLOWEST, f"{1000 * taken:.0f} ms for {len(data)} bytes"
        held = peak_kilobytes()
        assert held - self.memory < MOST_MEMORY, f"{(held - self.memory) >> 10} MB for {len(data)} bytes"
        self.memory = held
        if self.slowest > 1.1 * self.told:
            self.told = self.slowest
            print(f"slowest: {1000 * self.slowest:.2f} ms", flush=True)

    def _measure_time(self, data: bytes) -> float:
        begun = time.thread_time()
        accepts(self.name, data)
        return time.thread_time() - begun


def peak_kilobytes() -> int:
    """Return the peak memory of the process in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
