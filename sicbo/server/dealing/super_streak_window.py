"""The Super Streak window: how long the automatic dealer keeps it open for the people at its table."""

import time

from sicbo.server.live.live_table import Live
from sicbo.server.views.table import streak_sides, takes_streaks

STREAK_SECONDS = 5.0
"""The minimum at any pace of the dealer: time for a person to read the areas, decide and press."""


class StreakWindow:
    """The time at which one table's window opened to the people who are there."""

    def __init__(self) -> None:
        self._opened: float | None = None

    def seconds_left(self, live: Live, factor: int = 1) -> float:
        """Return how long the dealer must wait; zero if no one could place a wager now."""
        table = live.table
        if not (takes_streaks(table) and any(side.open for side in streak_sides(table)) and live.present()):
            self._opened = None
            return 0.0
        now = time.monotonic()
        if self._opened is None:
            self._opened = now
        return max(self._opened + factor * STREAK_SECONDS - now, 0.0)
