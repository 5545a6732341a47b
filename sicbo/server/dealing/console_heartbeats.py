"""Heartbeats of consoles: a silent console does not block its table, and its dealer is shown as away.

Each beat is counted in the session store, and each process measures the time since it saw the count change.
So no two clocks have to agree, and after a restart every console has its whole time again.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from sicbo.errors import StorageError
from sicbo.server.access.session_store import Shelf, kept
from sicbo.server.access.sessions import Console
from sicbo.server.live.house_clock import announce_if_ahead
from sicbo.server.live.live_table import Live
from sicbo.server.logs import log

if TYPE_CHECKING:
    from sicbo.server.live.house import Room

SCHEMA = """
CREATE TABLE IF NOT EXISTS heartbeat (
    name TEXT PRIMARY KEY, beats INTEGER NOT NULL) STRICT;
"""
BEATS, LOOKS = 4, 12
"""How many beats a console sends, and how many checks the house makes, in the time after which a console is
away.
"""
AUTOMATIC, CONSOLE, AWAY, NOBODY = "automatic", "console", "away", "none"
"""Who deals a table: the automatic dealer, a person, a person who is away, or no one."""


class Heartbeats:
    """The beats of every console, used by one thread; a console is silent after `seconds` without one."""

    def __init__(self, shelf: Shelf, seconds: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._shelf, self.seconds, self._monotonic = shelf, seconds, monotonic
        shelf.execute(SCHEMA)
        self._beats = kept(shelf, "heartbeat", "name", lambda name, beats: int(beats))
        self._written = dict[str, float]()
        self._seen = dict[str, tuple[bytes, int, float]]()

    @property
    def interval(self) -> float:
        """Seconds from one beat to the next."""
        return self.seconds / BEATS

    def beat(self, table: str) -> None:
        """Count a beat of a table's console; beats in quick succession count once."""
        now = self._monotonic()
        if now - self._written.get(table, -self.seconds) < self.interval / 2:
            return
        self._written[table] = now
        beats = self._beats.get(table, 0) + 1
        self._beats[table] = beats
        self._shelf.execute("INSERT OR REPLACE INTO heartbeat VALUES (?, ?)", (table, beats))

    def is_silent(self, table: str, held: Console) -> bool:
        """Whether this console has not sent a beat for `seconds`, as far as this process has seen."""
        beats, now = self._beats.get(table, 0), self._monotonic()
        token, last, since = self._seen.get(table, (b"", 0, now))
        if (token, last) != (held.token, beats):
            since = now
        self._seen[table] = held.token, beats, since
        return now - since >= self.seconds


def heard(room: "Room", table: str) -> None:
    """Count a beat of the console's holder, and show a dealer who was away as present."""
    room.heartbeats.beat(table)
    if room.lives[table].dealing == AWAY:
        show_floor_dealer(room, table)


def show_floor_dealer(room: "Room", table: str) -> None:
    """Show the dealer of a floor table: the holder of its console, who is away if the console is silent."""
    live, held, holder = room.live(table), room.sessions.consoles.get(table), room.sessions.holder(table)
    if held is None or holder is None:
        show_dealer(room, live, AWAY if live.table.round else NOBODY)
    else:
        silent = room.heartbeats.is_silent(table, held)
        show_dealer(room, live, AWAY if silent else CONSOLE, holder.name)


def show_dealer(room: "Room", live: Live, kind: str, name: str = "", paused: bool = False) -> None:
    """Show who deals a table on every screen, if that has changed."""
    if (live.dealing, live.dealer_name, live.paused) != (kind, name, paused):
        if AWAY in (kind, live.dealing):
            log.warning("dealer-away" if kind == AWAY else "dealer-back", extra={"table": live.name})
        live.dealing, live.dealer_name, live.paused = kind, name, paused
        room.stir(live.name)


async def watch(room: "Room") -> None:
    """Check the consoles and the clock for as long as the house runs."""
    announced = max(room.clock.seconds_ahead, 0.0)
    while True:
        try:
            look(room)
        except StorageError:
            log.warning("consoles-unknown")
        except Exception:
            log.exception("watch")
        announced = announce_if_ahead(room.clock, announced)
        await asyncio.sleep(room.heartbeats.seconds / LOOKS)


def look(room: "Room") -> None:
    """Return home tables with a silent console to the automatic dealer; on a floor, show who is away."""
    if not room.settings.at_home:
        for table in list(room.lives):
            show_floor_dealer(room, table)
        return
    for table, held in list(room.sessions.consoles.items()):
        if room.heartbeats.is_silent(table, held):
            room.sessions.release(table, held.token)
            log.warning("console-silent", extra={"table": table})
            if table in room.dealers:
                room.dealers[table].wake()
                room.stir(table)
