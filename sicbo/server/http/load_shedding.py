"""Load shedding: a new slip is rejected with 503 when too many slips have been waiting too long.

So the queue of slips stays short enough to be answered in time, and every sender gets an answer. A rejected
slip was not examined or recorded, and may be sent again under the same key. Only slips are rejected. A slip
counts from when its body is complete, so a sender of half a slip does not keep others out.
"""

from collections import deque
from collections.abc import Callable

MANY_WAITING, LONG_WAIT_SECONDS = 500, 0.25


class WaitingSlips:
    """The arrival times of the slips that have not been answered yet."""

    def __init__(self, many: int = MANY_WAITING, long: float = LONG_WAIT_SECONDS) -> None:
        self._many, self._long = many, long
        self._arrivals: deque[float] = deque()
        self.on_rejection: Callable[[], None] = lambda: None
        """Called for each slip that is rejected."""

    def __len__(self) -> int:
        return len(self._arrivals)

    def admit(self, now: float) -> bool:
        """Count a slip and return True, or return False if many wait and the oldest has waited too long."""
        if len(self._arrivals) >= self._many and now - self._arrivals[0] > self._long:
            self.on_rejection()
            return False
        self._arrivals.append(now)
        return True

    def remove(self) -> None:
        """Count one slip fewer, answered or abandoned. Answers leave roughly in the order of arrival."""
        self._arrivals.popleft()
