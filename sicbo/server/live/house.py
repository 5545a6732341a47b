"""The running house: it passes commands to the floor's thread, and answers and updates back to asyncio."""

import asyncio
import secrets
import time
from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING, Any

from sicbo.errors import NotFound
from sicbo.game.ranks import Rank
from sicbo.house.entries import Asked, PersonSignature, founded, read_entry
from sicbo.house.export.readers import Readable
from sicbo.house.export.sources import open_reader
from sicbo.house.floor import Answer
from sicbo.house.identity.keys import Keys
from sicbo.house.identity.pseudonyms import People
from sicbo.house.interruptions import restarted
from sicbo.house.promotions import Feed
from sicbo.house.recovery.history import open_kept
from sicbo.house.responsible_gambling import Care, overlay_of
from sicbo.house.writer import Loop
from sicbo.journal.notes import Vkey
from sicbo.journal.record import Record
from sicbo.server.access.approvals import Approvals
from sicbo.server.access.devices import Devices
from sicbo.server.access.entrant_codes import Codes
from sicbo.server.access.owner_setup import OwnerSetup
from sicbo.server.access.session_store import Database, open_file
from sicbo.server.access.sessions import RANKS, Console, Session, Sessions
from sicbo.server.dealing.automatic_dealer import Dealer
from sicbo.server.dealing.console_heartbeats import Heartbeats, watch
from sicbo.server.dealing.round_seeds import needed
from sicbo.server.dealing.tumbler import Electronic, Tumbler
from sicbo.server.live.cluster import Alone, Claims, InDatabase, Listener, Lookout
from sicbo.server.live.house_clock import house_clock
from sicbo.server.live.licence import Licence
from sicbo.server.live.live_table import Live
from sicbo.server.live.measured_floor import MeasuredFloor
from sicbo.server.live.table_stream import Own, Reader, encode
from sicbo.server.live.witness_timer import Witnessing
from sicbo.server.metrics import Metrics
from sicbo.server.settings import Settings
from sicbo.server.views.player import mine_of
from sicbo.server.views.staff import desk_of
from sicbo.server.views.table import view_of
from sicbo.table.messages.commands import AnyCommand

if TYPE_CHECKING:
    from sicbo.server.live.tournament_stream import Board

HOUSE = "house"
NEWS_SECONDS = 0.02
GATHER_SECONDS = 0.002
QUIET_SECONDS, QUIET_READER, QUIET_FACTOR = 0.25, 0.001, 4
"""Updates that only concern slips are sent less often, and the longer an update takes the longer is the
pause.
"""


class Room:
    """A running house and all of its parts; used by one asyncio loop."""

    def __init__(self, settings: Settings, tumbler: Tumbler | None = None) -> None:
        self.settings, self.metrics = settings, Metrics()
        self.tumbler: Tumbler = tumbler or Electronic()
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.keys = Keys(settings.data)
        if not self.keys.house_vkeys():
            self.keys.new_house(settings.house)
        where = settings.journal or str(settings.data)
        self.journal = open_kept(where, settings.data, settings.lock_patience)
        self.people = People(self.journal)
        self.care = Care(overlay_of(settings.overlay), self.journal) if settings.overlay else None
        self.floor = MeasuredFloor(self.journal, self.keys, self.people, self.metrics, self.care)
        self.clock = house_clock(self.floor.places.values(), settings.clock_behind)
        restarted(self.floor, self.clock)
        self._share(settings)
        self.lives: dict[str, Live] = {}
        self.boards: dict[str, Board] = {}
        for name in self.floor.tables:
            self._liven(name)
        self.floor.followers.append(self._follow)
        feed = Feed(self.floor, self.clock)
        feed.caught_up()
        self.floor.followers.append(feed)
        self.house = self.keys.house().name
        self.dealers: dict[str, Dealer] = {}
        self.approvals, self.codes = Approvals(self.sessions.staff), Codes()
        self.offered: dict[str, Vkey] = {}
        """Public keys that staff offered and that wait for acceptance, by member."""
        self.stopping = False
        self._loop: Loop[asyncio.Future[Answer]] | None = None
        self._listener: Listener | None = None
        self._watch: asyncio.Task[None] | None = None
        self.witnessing = Witnessing(self)
        self.lookout = Lookout(self._heard, settings.shared)
        self._asked: list[tuple[asyncio.Future[Answer], Asked]] = []
        self._news: dict[str, asyncio.Task[None]] = {}
        self._flushing: set[str] = set()
        self._quiet: dict[str, float] = {}

    def _share(self, settings: Settings) -> None:
        """Set up session store, claims and time, shared with other processes or not."""
        shelf = Database(settings.journal) if settings.shared else open_file(settings.data)
        self.claims: Claims = InDatabase(settings.journal) if settings.shared else Alone()
        self.sessions, self.devices, self.licence = Sessions(shelf), Devices(shelf), Licence(shelf)
        self.setup = OwnerSetup(self.journal, self.sessions, settings)
        self.heartbeats = Heartbeats(shelf, settings.console_seconds)
        self._told_at, self._began = dict[str, float](), time.monotonic()
        if settings.shared:
            self.floor.gone_by = self._gone_by
        else:
            self.sessions.keep_only_seeds(needed(self.floor.places.values()))

    def _liven(self, name: str) -> Live:
        """Create the asyncio side of a table from all records so far, without a gap or a duplicate."""
        with self.floor.still:
            return self._livened(name)

    def _livened(self, name: str) -> Live:
        live = Live(self.floor.places[name], self.people.names, self.tumbler.kind, self.clock)
        for player in {*live.table.seated, *(who for who, _ in live.table.racks), *live.table.on_duty}:
            self.people.meant(player)
        for record in islice(self.journal.read(name), live.seq):
            entry = read_entry(record.text)
            live.chronicle.take(record, entry)
            live.stream.take(record, entry)
        live.stream.nobody_reads(live.seq)
        self.lives[name] = live
        return live

    def reading(self) -> "closing[Readable]":
        """Open the journal for reading, beside its writer."""
        return closing(open_reader(self.settings.journal or str(self.settings.data)))

    def start(self) -> None:
        """Start to take commands."""
        self._asyncio = asyncio.get_running_loop()
        self._loop = Loop(self.floor, self._deliver)
        self._watch = asyncio.create_task(watch(self))
        if self.settings.shared:
            self._listener = Listener(self.journal, self.lookout.look)
        self.witnessing.start()

    def _heard(self) -> None:
        """Take in what another process wrote, and update the readers; the listener calls it."""
        with self.floor.still:
            self.floor.follow()
            for table in (self.floor.places[name].table for name in self.floor.tables):
                for player in {*table.seated, *table.on_duty} - self.people.names.keys():
                    self.people.meant(player)
        self._asyncio.call_soon_threadsafe(self._delivered, [])

    async def stop(self) -> None:
        """Answer the waiting commands, then close everything."""
        self.stopping = True
        if self._watch is not None:
            self._watch.cancel()
        if self._loop is not None:
            self._gathered()
            await asyncio.to_thread(self._loop.stop)
        if self._listener is not None:
            await asyncio.to_thread(self._listener.stop)
        await self.witnessing.stop()
        for task in list(self._news.values()):
            task.cancel()
        for reader in self._readers():
            reader.end()
        self.journal.close()
        self.sessions.close()
        self.claims.close()

    def _readers(self) -> list[Reader]:
        """Return the readers of all streams."""
        tables = [reader for live in self.lives.values() for reader in live.stream.readers]
        return [*tables, *(reader for board in self.boards.values() for reader in board.readers)]

    @property
    def plays(self) -> bool:
        """Whether commands are taken."""
        return self._loop is not None and not self.stopping

    def live(self, table: str) -> Live:
        """Return a table that has caught up with all of its records."""
        if table not in self.lives:
            raise NotFound("table", table, self.lives)
        self.lives[table].catch_up()
        return self.lives[table]

    def dealer_at(self, table: str) -> Dealer:
        """Return the automatic dealer of a table, which is started when it is first needed."""
        if table not in self.dealers:
            self.dealers[table] = Dealer(self, self.live(table))
        return self.dealers[table]

    def now(self) -> int:
        """Return the time of the house's clock, in microseconds."""
        return self.clock.stamp(HOUSE, None).wall

    def asked(
        self,
        table: str,
        kind: type[AnyCommand],
        by: str,
        rank: Rank | None,
        key: str = "",
        signatures: tuple[PersonSignature, ...] = (),
        **said: Any,
    ) -> Asked:
        """Return a command to a log, stamped with the present time."""
        stamp = self.clock.stamp(by, rank)
        given = key or f"{HOUSE}-{secrets.token_hex(12)}"
        return Asked(table, kind(id=given, stamp=stamp, **said), signatures)

    async def ask(self, asked: Asked) -> Answer:
        """Return the answer to a command once its record is durable."""
        future: asyncio.Future[Answer] = self._asyncio.create_future()
        if asked.command.stamp.rank is not None:
            self._hand_over([(future, asked)])
            return await future
        if not self._asked:
            self._asyncio.call_later(GATHER_SECONDS, self._gathered)
        self._asked.append((future, asked))
        return await future

    def _gathered(self) -> None:
        """Submit the commands that players gave within some milliseconds; one commit serves them all."""
        asked, self._asked = self._asked, []
        self._hand_over(asked)

    def _hand_over(self, all_asked: list[tuple["asyncio.Future[Answer]", Asked]]) -> None:
        assert self._loop is not None
        for future, asked in all_asked:
            self._loop.submit(future, asked)

    async def order(self, table: str, kind: type[AnyCommand], **said: Any) -> Answer:
        """Give a command of the house itself, at the highest rank, and return the answer."""
        return await self.ask(self.asked(table, kind, HOUSE, Rank.SENIOR_MANAGER, **said))

    def colours(self) -> frozenset[str]:
        """Return every chip colour that a table of this house has."""
        return frozenset(colour for live in self.lives.values() for colour in live.table.colours)

    async def found(self, table: str, layout: str) -> Live:
        """Found a table without opening it."""
        said = self.settings
        founding = founded(self.house, table, layout, profile=said.profile, signatures=said.signatures)
        await asyncio.to_thread(self.floor.found_table, founding, self.now())
        return self.lives.get(table) or self._liven(table)

    def _follow(self, records: Sequence[Record]) -> None:
        """Queue new records for the asyncio side; the writing thread calls it."""
        by_table, now = dict[str, list[Record]](), time.monotonic()
        for record in records:
            by_table.setdefault(record.table, []).append(record)
        for name, part in by_table.items():
            self._told_at[name] = now
            if name in self.lives:
                self.lives[name].pending.append((part, self.floor.places[name]))

    def _gone_by(self, table: str) -> int:
        """Return milliseconds since a table's last record arrived, never more than since it was written."""
        return int((time.monotonic() - self._told_at.get(table, self._began)) * 1_000)

    def _deliver(self, answers: list[tuple["asyncio.Future[Answer]", Answer]]) -> None:
        """Hand a batch of answers to the loop with one call; updates of readers follow them."""
        self._asyncio.call_soon_threadsafe(self._delivered, answers)

    def _delivered(self, answers: list[tuple["asyncio.Future[Answer]", Answer]]) -> None:
        for future, answer in answers:
            if not future.done():
                future.set_result(answer)
        for name in [name for name in self.floor.tables if name not in self.lives]:
            self._liven(name)
            if self.settings.at_home:
                self.dealer_at(name)
        for name, live in self.lives.items():
            if live.pending or live.stream.waits:  # a caller in between may have taken the records in already
                self.stir(name)
        for board in self.boards.values():
            board.stir()

    def stir(self, name: str) -> None:
        """Schedule an update of a table's readers; only one runs at a time."""
        self._flushing.add(name)
        if name not in self._news and not self.stopping:
            self._news[name] = asyncio.create_task(self._tell(name))

    async def _tell(self, name: str) -> None:
        try:
            while name in self._flushing:
                await asyncio.sleep(NEWS_SECONDS)
                live = self.live(name)
                if (
                    live.stream.readers
                    and not live.stream.urgent
                    and time.monotonic() < self._quiet.get(name, 0)
                ):
                    continue
                self._flushing.discard(name)
                await self._told(live)
        finally:
            self._news.pop(name, None)

    async def _told(self, live: Live) -> None:
        if not live.stream.readers:
            live.stream.nobody_reads(live.seq)
            return
        begun = time.monotonic()
        await live.stream.flush(live.seq, view_of(live), self.own(live))
        ended = time.monotonic()
        self.metrics.lag.observe(max(self.now() - live.place.wall, 0) / 1_000_000)
        readers = len(live.stream.readers)
        rest = max(QUIET_SECONDS, readers * QUIET_READER, QUIET_FACTOR * (ended - begun))
        self._quiet[live.name] = ended + rest

    def own(self, live: Live) -> Own:
        """Return the function that makes each reader's own parts of an update of a table."""
        held = self.sessions.consoles.get(live.name)

        def parts(reader: Reader) -> tuple[bytes, bytes]:
            mine = mine_of(live, reader.player, reader.language) if live.knows(reader.player) else None
            reader.rank = _rank(reader.session, held)
            desk = (
                desk_of(self, live, reader.rank, reader.session, reader.language)
                if reader.session and reader.rank
                else None
            )
            return encode(mine), encode(desk)

        return parts

    def end_session(self, session: Session) -> None:
        """End a session together with its streams and consoles."""
        self.sessions.end(session)
        for reader in self._readers():
            if reader.session and reader.session.token == session.token:
                reader.end()
        for dealer in self.dealers.values():
            dealer.wake()

    def rank_at(self, session: Session | None, table: str) -> str:
        """Return the rank with which a session may act at a table; empty for a player."""
        staff = session is None or session.rank in RANKS
        return _rank(session, None if staff else self.sessions.consoles.get(table))


def _rank(session: Session | None, held: Console | None) -> str:
    """Return the rank of staff or of the console's holder, or an empty string."""
    if session is None:
        return ""
    if session.rank in RANKS:
        return session.rank
    return held.rank if held and held.token == session.token else ""
