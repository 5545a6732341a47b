"""Screens in the storm: the server's own views, history and stream, read over connections that break."""

from collections.abc import Sequence
from typing import Any

import msgspec

from sicbo.house.clock import Clock
from sicbo.house.entries import read_entry
from sicbo.house.log_state import Place
from sicbo.journal.record import Record
from sicbo.server.live.live_table import Live
from sicbo.server.live.table_stream import Own, Reader, encode
from sicbo.server.views.player import mine_of
from sicbo.server.views.table import view_of
from tests.storm.disk import DiskJournal
from tests.storm.weather import SECOND
from tests.storm.world import World

_read = msgspec.json.decode
PERIOD = SECOND


def own(live: Live) -> Own:
    """The reader's own part of the view, as the house gives it to players."""

    def parts(reader: Reader) -> tuple[bytes, bytes]:
        return encode(mine_of(live, reader.player, reader.language) if reader.player else None), b"null"

    return parts


class Screens:
    """The live side of one process: every table as the server keeps it, and its readers."""

    def __init__(self, journal: DiskJournal, places: dict[str, Place]) -> None:
        self.lives: dict[str, Live] = {}
        for name, place in places.items():
            live = self.lives[name] = Live(place, {}, "electronic", Clock())
            for record in journal.read(name):
                entry = read_entry(record.text)
                live.chronicle.take(record, entry)
                live.stream.take(record, entry)
            live.stream.nobody_reads(live.seq)

    def written(self, table: str, records: Sequence[Record], place: Place) -> None:
        """Pass new records to every reader."""
        live = self.lives[table]
        live.pending.append((records, place))
        live.catch_up()
        telling = live.stream.flush(live.seq, view_of(live), own(live))
        try:
            telling.send(None)
        except StopIteration:
            return
        raise AssertionError("31: updating a few readers took more than one turn")


class Screen:
    """A display or a terminal's page: it applies updates, and must show what a fresh page would show."""

    def __init__(self, world: World, house: Any, table: str, player: str) -> None:
        self.world, self.house, self.table, self.player = world, house, table, player
        self.reader: Reader | None = None
        self.life, self.seq = -1, 0
        self.fields: dict[str, Any] = {}
        self.mine: Any = None
        self.checked = 0
        world.after(world.random.randint(0, PERIOD), self.tick)

    def tick(self) -> None:
        """Read the updates; after a lost connection, connect again from the last one seen."""
        world = self.world
        world.after(world.random.randint(PERIOD // 2, 3 * PERIOD // 2), self.tick)
        if not self.house.up or world.chance(world.weather.loss):
            return
        live = self.house.screens.lives[self.table]
        if self.reader is None or self.life != self.house.life or self.reader.dropped:
            self._connect(live)
        elif world.chance(world.weather.clog):
            live.stream.readers.discard(self.reader)
            self.reader = None
            return
        self._drain()
        self._compare(live)

    def _connect(self, live: Live) -> None:
        since = self.seq if self.seq and self.world.random.random() < 0.7 else None
        self.life, self.reader = self.house.life, Reader(self.player, "", None, "en")
        live.stream.begin(self.reader, live.seq, view_of(live), own(live), since)

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

    def _compare(self, live: Live) -> None:
        if self.seq != live.seq:
            return
        self.checked += 1
        assert self.fields == _read(encode(view_of(live))), "24: a screen shows a wrong state"
        fresh = mine_of(live, self.player, "en") if self.player else None
        assert self.mine == _read(encode(fresh)), "24: a terminal shows what its player does not have"
