"""Rate limits: how many requests a session and an address may send."""

import time

SOURCE_FACTOR, BURST, MOST_BUCKETS = 5, 3, 50_000


class RateLimits:
    """Rate limits per source and per session, as buckets that fill over time."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._buckets: dict[str | bytes, tuple[float, float]] = {}

    def is_exceeded(self, source: str | bytes, factor: int = 1) -> bool:
        """Whether a source or session has made too many requests; if not, this one is counted."""
        now, rate = time.monotonic(), self._rate * factor
        left, then = self._buckets.get(source, (rate * BURST, now))
        left = min(rate * BURST, left + (now - then) * rate)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.clear()
        self._buckets[source] = (left - 1 if left >= 1 else left, now)
        return left < 1
