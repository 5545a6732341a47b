"""Times as the API writes them."""

from datetime import UTC, datetime
from functools import lru_cache


def when(wall: int) -> str:
    """Return a time in microseconds as the API writes it."""
    return f"{_second(wall // 1_000_000)}.{wall % 1_000_000:06}Z"


@lru_cache(1_000)
def _second(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"
