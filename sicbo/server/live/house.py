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
from sicbo.house.entries import CommandRequest, PersonSignature, WrittenRecord, new_founding, read_record
from sicbo.house.export.readers import JournalReader
from sicbo.house.export.sources import open_reader
from sicbo.house.floor import CommandAnswer
from sicbo.house.identity.keys import Keys
from sicbo.house.identity.pseudonyms import Pseudonyms
from sicbo.house.interruptions import record_interruptions
from sicbo.house.promotions import TicketCounter
from sicbo.house.recovery.history import open_house_journal
from sicbo.house.responsible_gambling import ResponsibleGambling, overlay_of
from sicbo.house.writer import Writer
from sicbo.journal.notes import Vkey
from sicbo.machine.messages import Command
from sicbo.server.access.access_database import DatabaseStore, open_session_file
from sicbo.server.access.approvals import Approvals
from sicbo.server.access.devices import Devices
from sicbo.server.access.entrant_codes import EntrantCodes
from sicbo.server.access.sessions import RANKS, Console, Session, Sessions
from sicbo.server.access.sign_in.owner_setup import OwnerSetup
from sicbo.server.dealing.automatic_dealer import AutomaticDealer
from sicbo.server.dealing.console_heartbeats import Heartbeats, watch_consoles
from sicbo.server.dealing.round_seeds import needed_commitments
from sicbo.server.dealing.tumbler import ElectronicTumbler, Tumbler
from sicbo.server.live.cluster import Claims, DatabaseClaims, JournalWatch, Listener, SoleClaims
from sicbo.server.live.house_clock import house_clock
from sicbo.server.live.licence import Licence
from sicbo.server.live.live_table import LiveTable
from sicbo.server.live.measured_floor import MeasuredFloor
from sicbo.server.live.stalled_journal import TimedAnswers
from sicbo.server.live.table_stream import OwnParts, StreamReader, encode_json
from sicbo.server.live.witness_timer import WitnessTimer
from sicbo.server.metrics import Metrics
from sicbo.server.settings import Settings
from sicbo.server.views.player import player_view
from sicbo.server.views.staff import staff_view
from sicbo.server.views.table import table_view

if TYPE_CHECKING:
    from sicbo.server.live.tournament_stream import TournamentStream

HOUSE_ACTOR = "house"
UPDATE_SECONDS = 0.02
GATHER_SECONDS = 0.002
QUIET_SECONDS, QUIET_READER, QUIET_FACTOR = 0.25, 0.001, 4
"""Updates that only concern slips are sent less often, and the longer an update takes the longer is the
pause.
"""


class LiveHouse:
    """A running house and all of its parts; used by one asyncio loop."""

    def __init__(self, settings: Settings, tumbler: Tumbler | None = None) -> None:
        self.settings, self.metrics = settings, Metrics()
        self.tumbler: Tumbler = tumbler or ElectronicTumbler()
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.keys = Keys(settings.data)
        if not self.keys.house_vkeys():
            self.keys.new_house_key(settings.house)
        where = settings.journal or str(settings.data)
        self.journal = open_house_journal(where, settings.data, settings.lock_patience)
        self.people = Pseudonyms(self.journal)
        self.care = (
            ResponsibleGambling(overlay_of(settings.overlay), self.journal) if settings.overlay else None
        )
        self.floor = MeasuredFloor(self.journal, self.keys, self.people, self.metrics, self.care)
        self.clock = house_clock(self.floor.logs.values(), settings.clock_behind)
        record_interruptions(self.floor, self.clock)
        self._open_shared_state(settings)
        self.live_tables: dict[str, LiveTable] = {}
        self.tournament_streams: dict[str, TournamentStream] = {}
        for name in self.floor.table_names:
            self._add_live_table(name)
        self.floor.followers.append(self._queue_records)
        feed = TicketCounter(self.floor, self.clock)
        feed.count_missed_play()
        self.floor.followers.append(feed)
        self.house_name = self.keys.house_key().name
        self.dealers: dict[str, AutomaticDealer] = {}
        self.approvals, self.entrant_codes = Approvals(self.sessions.staff), EntrantCodes()
        self.offered_keys: dict[str, Vkey] = {}  # by the member of staff who offered it
        self.stopping = False
        self._loop: Writer[asyncio.Future[CommandAnswer]] | None = None
        self._listener: Listener | None = None
        self._console_watch: asyncio.Task[None] | None = None
        self.witness_timer = WitnessTimer(self)
        self.journal_watch = JournalWatch(self._take_in_others, settings.is_shared)
        self._waiting_commands: list[tuple[asyncio.Future[CommandAnswer], CommandRequest]] = []
        self._timed_answers = TimedAnswers(self)
        self._update_tasks: dict[str, asyncio.Task[None]] = {}
        self._updates_due: set[str] = set()
        self._quiet_until: dict[str, float] = {}

    def _open_shared_state(self, settings: Settings) -> None:
        """Set up session store, claims and time, shared with other processes or not."""
        store = DatabaseStore(settings.journal) if settings.is_shared else open_session_file(settings.data)
        self.claims: Claims = DatabaseClaims(settings.journal) if settings.is_shared else SoleClaims()
        self.sessions, self.devices, self.licence = Sessions(store), Devices(store), Licence(store)
        self.owner_setup = OwnerSetup(self.journal, self.sessions, settings)
        self.heartbeats = Heartbeats(store, settings.console_seconds)
        self._record_arrived_at, self._started_at = dict[str, float](), time.monotonic()
        if settings.is_shared:
            self.floor.milliseconds_since_last_record = self._elapsed_since_record
        else:
            self.sessions.delete_other_seeds(needed_commitments(self.floor.logs.values()))

    def _add_live_table(self, name: str) -> LiveTable:
        """Create the asyncio side of a table from all records so far, without a gap or a duplicate."""
        with self.floor.write_lock:
            return self._new_live_table(name)

    def _new_live_table(self, name: str) -> LiveTable:
        live = LiveTable(self.floor.logs[name], self.people.names, self.tumbler.kind, self.clock)
        for player in {*live.table.seated, *(who for who, _ in live.table.racks), *live.table.on_duty}:
            self.people.name_of(player)
        for record in islice(self.journal.read(name), live.seq):
            written = read_record(record)
            live.history.add_record(written)
            live.stream.add_record(written)
        live.stream.discard_update(live.seq)
        self.live_tables[name] = live
        return live

    def open_reading(self) -> "closing[JournalReader]":
        """Open the journal for reading, beside its writer."""
        return closing(open_reader(self.settings.journal or str(self.settings.data)))

    def start(self) -> None:
        """Start to take commands."""
        self._asyncio = asyncio.get_running_loop()
        self._loop = Writer(self.floor, self._deliver)
        self._console_watch = asyncio.create_task(watch_consoles(self))
        if self.settings.is_shared:
            self._listener = Listener(self.journal, self.journal_watch.refresh)
        self.witness_timer.start()

    def _take_in_others(self) -> None:
        """Take in what another process wrote, and update the readers; the listener calls it."""
        with self.floor.write_lock:
            self.floor.catch_up()
            for table in (self.floor.logs[name].table for name in self.floor.table_names):
                for player in {*table.seated, *table.on_duty} - self.people.names.keys():
                    self.people.name_of(player)
        self._asyncio.call_soon_threadsafe(self._deliver_on_loop, [])

    async def stop(self) -> None:
        """Answer the waiting commands, then close everything."""
        self.stopping = True
        if self._console_watch is not None:
            self._console_watch.cancel()
        if self._loop is not None:
            self._submit_waiting()
            await asyncio.to_thread(self._loop.stop)
        if self._listener is not None:
            await asyncio.to_thread(self._listener.stop)
        await self.witness_timer.stop()
        for task in list(self._update_tasks.values()):
            task.cancel()
        for reader in self._readers():
            reader.end()
        self.journal.close()
        self.sessions.close()
        self.claims.close()

    def _readers(self) -> list[StreamReader]:
        """Return the readers of all streams."""
        tables = [reader for live in self.live_tables.values() for reader in live.stream.readers]
        return [*tables, *(reader for board in self.tournament_streams.values() for reader in board.readers)]

    @property
    def is_playing(self) -> bool:
        """Whether commands are taken."""
        return self._loop is not None and not self.stopping

    def live_table(self, table: str) -> LiveTable:
        """Return a table that has caught up with all of its records."""
        if table not in self.live_tables:
            raise NotFound("table", table, self.live_tables)
        self.live_tables[table].catch_up()
        return self.live_tables[table]

    def dealer_at(self, table: str) -> AutomaticDealer:
        """Return the automatic dealer of a table, which is started when it is first needed."""
        if table not in self.dealers:
            self.dealers[table] = AutomaticDealer(self, self.live_table(table))
        return self.dealers[table]

    def wall_time(self) -> int:
        """Return the time of the house's clock, in microseconds."""
        return self.clock.stamp(HOUSE_ACTOR, None).wall

    def new_command(
        self,
        table: str,
        kind: type[Command],
        by: str,
        rank: Rank | None,
        key: str = "",
        signatures: tuple[PersonSignature, ...] = (),
        **said: Any,
    ) -> CommandRequest:
        """Return a command to a log, stamped with the present time."""
        stamp = self.clock.stamp(by, rank)
        given = key or f"{HOUSE_ACTOR}-{secrets.token_hex(12)}"
        return CommandRequest(table, kind(id=given, stamp=stamp, **said), signatures)

    async def submit(self, asked: CommandRequest) -> CommandAnswer:
        """Return the answer to a command once its record is durable."""
        return await self._queue_command(asked)

    def submit_in_time(self, asked: CommandRequest) -> "asyncio.Future[CommandAnswer]":
        """Return the answer to a command for a request, which does not wait for a stalled journal."""
        future = self._queue_command(asked)
        self._timed_answers.add(future)
        return future

    def _queue_command(self, asked: CommandRequest) -> "asyncio.Future[CommandAnswer]":
        future: asyncio.Future[CommandAnswer] = self._asyncio.create_future()
        if asked.command.stamp.rank is not None:
            self._submit_all([(future, asked)])
        else:
            if not self._waiting_commands:
                self._asyncio.call_later(GATHER_SECONDS, self._submit_waiting)
            self._waiting_commands.append((future, asked))
        return future

    def _submit_waiting(self) -> None:
        """Submit the commands that players gave within some milliseconds; one commit serves them all."""
        asked, self._waiting_commands = self._waiting_commands, []
        self._submit_all(asked)

    def _submit_all(self, all_asked: list[tuple["asyncio.Future[CommandAnswer]", CommandRequest]]) -> None:
        assert self._loop is not None
        self._loop.submit_all(all_asked)

    async def submit_as_house(self, table: str, kind: type[Command], **said: Any) -> CommandAnswer:
        """Give a command of the house itself, at the highest rank, and return the answer."""
        return await self.submit(self.new_command(table, kind, HOUSE_ACTOR, Rank.SENIOR_MANAGER, **said))

    def chip_colours(self) -> frozenset[str]:
        """Return every chip colour that a table of this house has."""
        return frozenset(colour for live in self.live_tables.values() for colour in live.table.colours)

    async def found_table(self, table: str, layout: str) -> LiveTable:
        """Found a table without opening it."""
        said = self.settings
        founding = new_founding(
            self.house_name, table, layout, profile=said.profile, signatures=said.signatures
        )
        await asyncio.to_thread(self.floor.found_table, founding, self.wall_time())
        return self.live_tables.get(table) or self._add_live_table(table)

    def _queue_records(self, written: Sequence[WrittenRecord]) -> None:
        """Queue new records for the asyncio side; the writing thread calls it."""
        by_table, now = dict[str, list[WrittenRecord]](), time.monotonic()
        for one in written:
            by_table.setdefault(one.record.table, []).append(one)
        for name, part in by_table.items():
            self._record_arrived_at[name] = now
            if name in self.live_tables:
                self.live_tables[name].pending.append((part, self.floor.logs[name]))

    def _elapsed_since_record(self, table: str) -> int:
        """Return milliseconds since a table's last record arrived, never more than since it was written."""
        return int((time.monotonic() - self._record_arrived_at.get(table, self._started_at)) * 1_000)

    def _deliver(self, answers: list[tuple["asyncio.Future[CommandAnswer]", CommandAnswer]]) -> None:
        """Hand a batch of answers to the loop with one call; updates of readers follow them."""
        self._asyncio.call_soon_threadsafe(self._deliver_on_loop, answers)

    def _deliver_on_loop(self, answers: list[tuple["asyncio.Future[CommandAnswer]", CommandAnswer]]) -> None:
        for future, answer in answers:
            self._timed_answers.remove(future)
            if not future.done():
                future.set_result(answer)
        for name in [name for name in self.floor.table_names if name not in self.live_tables]:
            self._add_live_table(name)
            if self.settings.at_home:
                self.dealer_at(name)
        for name, live in self.live_tables.items():
            if (
                live.pending or live.stream.has_unsent
            ):  # a caller in between may have taken the records in already
                self.schedule_update(name)
        for board in self.tournament_streams.values():
            board.schedule_update()

    def schedule_update(self, name: str) -> None:
        """Schedule an update of a table's readers; only one runs at a time."""
        self._updates_due.add(name)
        if name not in self._update_tasks and not self.stopping:
            self._update_tasks[name] = asyncio.create_task(self._update_when_due(name))

    async def _update_when_due(self, name: str) -> None:
        try:
            while name in self._updates_due:
                await asyncio.sleep(UPDATE_SECONDS)
                live = self.live_table(name)
                if (
                    live.stream.readers
                    and not live.stream.is_urgent
                    and time.monotonic() < self._quiet_until.get(name, 0)
                ):
                    continue
                self._updates_due.discard(name)
                await self._send_update(live)
        finally:
            self._update_tasks.pop(name, None)

    async def _send_update(self, live: LiveTable) -> None:
        if not live.stream.readers:
            live.stream.discard_update(live.seq)
            return
        begun = time.monotonic()
        await live.stream.send_update(live.seq, table_view(live), self.own_parts(live))
        ended = time.monotonic()
        self.metrics.lag.observe(max(self.wall_time() - live.log_state.wall, 0) / 1_000_000)
        readers = len(live.stream.readers)
        rest = max(QUIET_SECONDS, readers * QUIET_READER, QUIET_FACTOR * (ended - begun))
        self._quiet_until[live.name] = ended + rest

    def own_parts(self, live: LiveTable) -> OwnParts:
        """Return the function that makes each reader's own parts of an update of a table."""
        held = self.sessions.consoles.get(live.name)

        def parts(reader: StreamReader) -> tuple[bytes, bytes]:
            mine = (
                player_view(live, reader.player, reader.language) if live.has_player(reader.player) else None
            )
            reader.rank = _rank(reader.session, held)
            desk = (
                staff_view(self, live, reader.rank, reader.session, reader.language)
                if reader.session and reader.rank
                else None
            )
            return encode_json(mine), encode_json(desk)

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
