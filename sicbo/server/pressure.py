"""Pressure: slips that wait for an answer. Where too many wait for too long, one more is put off at once.

So no queue of slips grows beyond what is answered in time, and nobody is left to wonder. What is put off has
not been looked at: it is in no journal, and may be sent again under the same key. Staff are never put off.
"""

from collections import deque
from collections.abc import Callable

MANY, LONG_SECONDS = 1_000, 0.25
PUT, SLIP = b"PUT", b"/slip"


class Waiting:
    """The slips of a house that have come and are not answered, by when they came."""

    def __init__(self, many: int = MANY, long: float = LONG_SECONDS) -> None:
        self._many, self._long = many, long
        self._since: deque[float] = deque()
        self.told: Callable[[], None] = lambda: None
        """Called for each slip that is put off."""

    def __len__(self) -> int:
        return len(self._since)

    def came(self, now: float) -> bool:
        """Count one more, unless many wait and the first of them for long; whether it may wait too."""
        if len(self._since) >= self._many and now - self._since[0] > self._long:
            self.told()
            return False
        self._since.append(now)
        return True

    def went(self) -> None:
        """One was answered, or its sender is gone. Answers go out about in the order of coming."""
        self._since.popleft()


def is_slip(method: bytes, url: bytes) -> bool:
    """Whether a request is a player's slip."""
    return method == PUT and url.partition(b"?")[0].endswith(SLIP)
