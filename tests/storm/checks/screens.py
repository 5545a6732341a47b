"""Screens in the storm: the server's own views, history and stream, read over connections that break."""

from collections.abc import Sequence
from typing import Any

import msgspec

from sicbo.house.clock import Clock
from sicbo.house.entries import WrittenRecord, read_record
from sicbo.house.log_state import LogState
from sicbo.server.live.live_table import LiveTable
from sicbo.server.live.table_stream import OwnParts, StreamReader, encode_json
from sicbo.server.views.player import player_view
from sicbo.server.views.table import table_view
from tests.storm.disk import DiskJournal
from tests.storm.fault_rates import SECOND
from tests.storm.world import World

_read = msgspec.json.decode
PERIOD = SECOND


def own_parts(live: LiveTable) -> OwnParts:
    """The reader's own part of the view, as the house gives it to players."""

    def parts(reader: StreamReader) -> tuple[bytes, bytes]:
        return encode_json(
            player_view(live, reader.player, reader.language) if reader.player else None
        ), b"null"

    return parts


class LiveTables:
    """The live side of one process: every table as the server keeps it, and its readers."""

    def __init__(self, journal: DiskJournal, places: dict[str, LogState]) -> None:
        self.lives: dict[str, LiveTable] = {}
        for name, place in places.items():
            live = self.lives[name] = LiveTable(place, {}, "electronic", Clock())
            for record in journal.read(name):
                written = read_record(record)
                live.history.add_record(written)
                live.stream.add_record(written)
            live.stream.discard_update(live.seq)

    def add_records(self, table: str, written: Sequence[WrittenRecord], place: LogState) -> None:
        """Pass new records to every reader."""
        live = self.lives[table]
        live.pending.append((written, place))
        live.catch_up()
        telling = live.stream.send_update(live.seq, table_view(live), own_parts(live))
        try:
            telling.send(None)
        except StopIteration:
            return
        raise AssertionError("31: updating a few readers took more than one turn")


class SimulatedScreen:
    """A display or a terminal's page: it applies updates, and must show what a fresh page would show."""

    def __init__(self, world: World, house: Any, table: str, player: str) -> None:
        self.world, self.house, self.table, self.player = world, house, table, player
        self.reader: StreamReader | None = None
        self.life, self.seq = -1, 0
        self.fields: dict[str, Any] = {}
        self.mine: Any = None
        self.checked = 0
        world.schedule(world.random.randint(0, PERIOD), self.tick)

    def tick(self) -> None:
        """Read the updates; after a lost connection, connect again from the last one seen."""
        world = self.world
        world.schedule(world.random.randint(PERIOD // 2, 3 * PERIOD // 2), self.tick)
        if not self.house.up or world.chance(world.fault_rates.loss):
            return
        live = self.house.screens.lives[self.table]
        if self.reader is None or self.life != self.house.life or self.reader.is_dropped:
            self._connect(live)
        elif world.chance(world.fault_rates.clog):
            live.stream.readers.discard(self.reader)
            self.reader = None
            return
        self._drain()
        self._compare(live)

    def _connect(self, live: LiveTable) -> None:
        since = self.seq if self.seq and self.world.random.random() < 0.7 else None
        self.life, self.reader = self.house.life, StreamReader(self.player, "", None, "en")
        live.stream.add_reader(self.reader, live.seq, table_view(live), own_parts(live), since)

    def _drain(self) -> None:
        assert self.reader is not None
        while not self.reader.queue.empty():
            told = self.reader.queue.get_nowait()
            if told is None:
                return
            kind, seq, text = told
            message = _read(text)
            assert message["t"] == kind
            if kind == "news":
                assert message["after"] <= self.seq <= seq, "24: a screen got an update after a gap"
                self.fields |= message["view"]
            else:
                self.fields = message["view"]
            self.mine = message.get("mine", self.mine)
            assert seq >= self.seq, "27: a screen was sent back in time"
            self.seq = seq

    def _compare(self, live: LiveTable) -> None:
        if self.seq != live.seq:
            return
        self.checked += 1
        assert self.fields == _read(encode_json(table_view(live))), "24: a screen shows a wrong state"
        fresh = player_view(live, self.player, "en") if self.player else None
        assert self.mine == _read(encode_json(fresh)), "24: a terminal shows what its player does not have"
