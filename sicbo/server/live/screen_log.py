"""Reports of screens on which record of a table they had shown, kept for some rounds; they prove nothing."""

from collections import deque

from sicbo.server.schemas import table as table_schemas

MOST_ENTRIES, MOST_SCREENS = 2_000, 2_000
FURTHEST_BACK = 100
"""A screen reports new records only: otherwise one screen could fill the log with old records at once."""


class Painting(table_schemas.Shape, frozen=True):
    """A report that a screen had shown a table as of a record, with its own time and the time of receipt."""

    screen: str
    who: str
    seq: int
    at: str
    heard_at: str


class ScreenLog:
    """The newest reports on a table, one for each screen and record."""

    def __init__(self) -> None:
        self._entries: deque[Painting] = deque(maxlen=MOST_ENTRIES)
        self._last: dict[str, int] = {}

    def add(self, source: str, painting: Painting, head: int) -> None:
        """Add the report of a known screen, if its record exists and is newer than the screen's last one."""
        if not max(1, head - FURTHEST_BACK, self._last.get(source, 0) + 1) <= painting.seq <= head:
            return
        self._last.pop(source, None)
        while len(self._last) >= MOST_SCREENS:
            del self._last[next(iter(self._last))]
        self._last[source] = painting.seq
        self._entries.append(painting)

    def since(self, seq: int) -> list[Painting]:
        """Return the reports on this record and later ones."""
        return [one for one in self._entries if one.seq >= seq]
