"""Heartbeats of consoles: a silent console does not block its table, and its dealer is shown as away.

Each beat is counted in the session store, and each process measures the time since it saw the count change.
So no two clocks have to agree, and after a restart every console has its whole time again.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from sicbo.errors import StorageError
from sicbo.server.access.access_database import SessionStore, table_mapping
from sicbo.server.access.sessions import Console
from sicbo.server.live.house_clock import log_if_ahead
from sicbo.server.live.live_table import LiveTable
from sicbo.server.logs import log

if TYPE_CHECKING:
    from sicbo.server.live.house import LiveHouse

SCHEMA = """
CREATE TABLE IF NOT EXISTS heartbeat (
    name TEXT PRIMARY KEY, beats INTEGER NOT NULL) STRICT;
"""
BEATS_PER_TIMEOUT, CHECKS_PER_TIMEOUT = 4, 12
"""How many beats a console sends, and how many checks the house makes, in the time after which a console is
away.
"""
AUTOMATIC, CONSOLE, AWAY, NO_DEALER = "automatic", "console", "away", "none"
"""Who deals a table: the automatic dealer, a person, a person who is away, or no one."""


class Heartbeats:
    """The beats of every console, used by one thread; a console is silent after `seconds` without one."""

    def __init__(
        self, store: SessionStore, seconds: float, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._store, self.seconds, self._monotonic = store, seconds, monotonic
        store.execute(SCHEMA)
        self._beats = table_mapping(store, "heartbeat", "name", lambda name, beats: int(beats))
        self._written_at = dict[str, float]()
        self._seen = dict[str, tuple[bytes, int, float]]()

    @property
    def interval(self) -> float:
        """Seconds from one beat to the next."""
        return self.seconds / BEATS_PER_TIMEOUT

    def beat(self, table: str) -> None:
        """Count a beat of a table's console; beats in quick succession count once."""
        now = self._monotonic()
        if now - self._written_at.get(table, -self.seconds) < self.interval / 2:
            return
        self._written_at[table] = now
        beats = self._beats.get(table, 0) + 1
        self._beats[table] = beats
        self._store.execute("INSERT OR REPLACE INTO heartbeat VALUES (?, ?)", (table, beats))

    def is_silent(self, table: str, held: Console) -> bool:
        """Whether this console has not sent a beat for `seconds`, as far as this process has seen."""
        beats, now = self._beats.get(table, 0), self._monotonic()
        token, last, since = self._seen.get(table, (b"", 0, now))
        if (token, last) != (held.token, beats):
            since = now
        self._seen[table] = held.token, beats, since
        return now - since >= self.seconds


def record_beat(house: "LiveHouse", table: str) -> None:
    """Count a beat of the console's holder, and show a dealer who was away as present."""
    house.heartbeats.beat(table)
    if house.live_tables[table].dealing == AWAY:
        show_floor_dealer(house, table)


def show_floor_dealer(house: "LiveHouse", table: str) -> None:
    """Show the dealer of a floor table: the holder of its console, who is away if the console is silent."""
    live, held, holder = (
        house.live_table(table),
        house.sessions.consoles.get(table),
        house.sessions.holder(table),
    )
    if held is None or holder is None:
        show_dealer(house, live, AWAY if live.table.round else NO_DEALER)
    else:
        silent = house.heartbeats.is_silent(table, held)
        show_dealer(house, live, AWAY if silent else CONSOLE, holder.name)


def show_dealer(house: "LiveHouse", live: LiveTable, kind: str, name: str = "", paused: bool = False) -> None:
    """Show who deals a table on every screen, if that has changed."""
    if (live.dealing, live.dealer_name, live.paused) != (kind, name, paused):
        if AWAY in (kind, live.dealing):
            log.warning("dealer-away" if kind == AWAY else "dealer-back", extra={"table": live.name})
        live.dealing, live.dealer_name, live.paused = kind, name, paused
        house.schedule_update(live.name)


async def watch_consoles(house: "LiveHouse") -> None:
    """Check the consoles and the clock for as long as the house runs."""
    announced = max(house.clock.seconds_ahead, 0.0)
    while True:
        try:
            check_consoles(house)
        except StorageError:
            log.warning("consoles-unknown")
        except Exception:
            log.exception("watch")
        announced = log_if_ahead(house.clock, announced)
        await asyncio.sleep(house.heartbeats.seconds / CHECKS_PER_TIMEOUT)


def check_consoles(house: "LiveHouse") -> None:
    """Return home tables with a silent console to the automatic dealer; on a floor, show who is away."""
    if not house.settings.at_home:
        for table in list(house.live_tables):
            show_floor_dealer(house, table)
        return
    for table, held in list(house.sessions.consoles.items()):
        if house.heartbeats.is_silent(table, held):
            house.sessions.release(table, held.token)
            log.warning("console-silent", extra={"table": table})
            if table in house.dealers:
                house.dealers[table].wake()
                house.schedule_update(table)
