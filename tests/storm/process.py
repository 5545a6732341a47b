"""A process of the house: the real loop, floor, recovery and restart, over a journal that may be shared."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sicbo.errors import NoSpace, StorageBroken
from sicbo.game.ranks import Rank
from sicbo.house.clock import Clock
from sicbo.house.entries import CommandRequest, WrittenRecord
from sicbo.house.floor import DISK_FULL, CommandAnswer, Floor
from sicbo.house.interruptions import record_interruptions
from sicbo.house.recovery.snapshots import take_snapshot
from sicbo.house.writer import BUSY, Writer
from sicbo.server.access.sessions import RANKS, Session, Sessions
from sicbo.server.live.house import LiveHouse
from sicbo.server.routes.staff.console import PLAYER_COMMANDS
from sicbo.table.messages.round import RegisterSlip
from sicbo.tournament.messages.heats import HeatRegisterSlip
from sicbo.tournament.messages.spins import OpenSeal, PlayPass, SealSlip, UseFeature
from sicbo.tournament.state import Tournament
from tests.storm.checks.screens import LiveTables
from tests.storm.disk import DiskJournal, PowerCut
from tests.storm.fault_rates import MILLISECOND, SECOND
from tests.storm.messages import (
    AUTHORITY,
    FETCH_STATE,
    NO_SESSION,
    TAKE_CONSOLE,
    Reply,
    Request,
    SeenState,
    TakenRequest,
)

if TYPE_CHECKING:
    from tests.storm.house import SimulatedHouse

ENTRANTS = (HeatRegisterSlip, SealSlip, PlayPass, UseFeature, OpenSeal)
OURS = (RegisterSlip, *PLAYER_COMMANDS, *ENTRANTS)
LONGEST_ANSWER = SECOND
CUT_POINTS = (0, 1, 1, 1, 1, 2, 4)
"""After how many operations the power fails: before a write, after it, after its sync, or in the next one."""
SKEW = 2 * SECOND
UNANSWERED = {BUSY.outcome: "too busy to answer", DISK_FULL: "not registered for want of room"}


def is_between_rounds(state: Any) -> bool:
    """Whether no round of a table, or no spin of a tournament, is in play."""
    if isinstance(state, Tournament):
        return all(table.round is None for table in state.table_states.values())
    return state.round is None


class SimulatedProcess:
    """A process that starts, takes requests, decides, answers and dies; the answers it owes die with it."""

    def __init__(self, house: "SimulatedHouse", number: int) -> None:
        self.house, self.world, self.checks = house, house.world, house.checks
        self.up, self.life, self._due, self._behind = False, 0, False, False
        self.skew = house.world.random.randint(-SKEW, SKEW) if number else 0
        self.followers: dict[str, list[tuple[str, Callable[[SeenState], None]]]] = {}
        self.owed: dict[int, tuple[int, Request]] = {}
        self.learned_at: dict[str, int] = {}
        self.screens: LiveTables | None = None
        self._heard = 0

    @property
    def sessions(self) -> Sessions:
        """The sessions of the house: processes that share a journal share these too."""
        return self.house.sessions

    @property
    def journal(self) -> DiskJournal:
        """The journal of the house."""
        return self.house.journal

    def start(self) -> None:
        """Recover from the disk and record interruptions; the power may fail during recovery too."""
        world, house = self.world, self.house
        if self.life and world.chance(world.fault_rates.crash_again):
            house.disk.cut_in = world.random.choice(CUT_POINTS)
        try:
            self._recover()
        except (PowerCut, StorageBroken) as error:
            world.counts["crashes in recovery"] += 1
            house.handle_error(self, error)
            return
        most = world.random.choice((3, 20_000))
        self.loop = Writer[TakenRequest](
            self.floor, self._deliver, queue_limit=most, on_broken=self._raise_broken, without_thread=True
        )
        self.up = True
        self._sign_slips(self.life)

    def _recover(self) -> None:
        house = self.house
        alone = house.register_start(self)
        self.checks.check_recovered_journal(self.journal)
        self.floor = Floor(self.journal, house.signer)
        if house.staff_keys is not None:
            self.floor.guard = house.staff_keys.refuse_if_unsigned
        self.checks.check_recovered_logs(self.floor.logs)
        self.clock, self._began = self._clock(), self.world.nanoseconds()
        self.learned_at.clear()
        self.floor.followers.append(self._after_write)
        if self.screens is not None:
            self.show_screens()
        self.checks.note_start(self.floor.table_names, alone)
        self.checks.check_started(self.floor.table_names, record_interruptions(self.floor, self.clock), alone)
        if house.shared:
            self.floor.milliseconds_since_last_record = self._elapsed_since_record

    def show_screens(self) -> None:
        """Build the state of every table as screens follow it."""
        places = self.floor.logs
        self.screens = LiveTables(self.journal, {name: places[name] for name in self.floor.table_names})

    def _clock(self) -> Clock:
        places = self.floor.logs.values()
        return Clock(
            max((place.wall for place in places), default=0),
            max((place.elapsed for place in places), default=0),
            lambda: self.world.wall_nanoseconds() + self.skew * 1_000,
            self.world.nanoseconds,
        )

    def _elapsed_since_record(self, table: str) -> int:
        """Milliseconds since this process learned of a table's last record."""
        return (self.world.nanoseconds() - self.learned_at.get(table, self._began)) // 1_000_000

    def die(self) -> None:
        """End with everything that waits; the process is started again later."""
        self.up, self._due, self._behind = False, False, False
        self.life += 1
        self.owed.clear()
        self.world.schedule(self.world.random.randint(SECOND // 10, 5 * SECOND), self._start_again, self.life)

    def _start_again(self, life: int) -> None:
        if life == self.life and not self.up:
            self.start()

    def _sign_slips(self, life: int) -> None:
        """Sign for the slips of the last second, as the thread of a real loop does."""
        if not self.up or life != self.life:
            return
        try:
            self.floor.sign_checkpoints()
        except (PowerCut, StorageBroken) as error:
            self.house.handle_error(self, error)
        else:
            self.world.schedule(SECOND, self._sign_slips, life)

    def keep_snapshots(self) -> None:
        """Write a snapshot of every table."""
        try:
            for place in self.floor.logs.values():
                self.journal.keep_snapshot(take_snapshot(place, self.house.signer))
                self.world.counts["snapshots"] += 1
        except NoSpace:
            self.world.counts["snapshots without room"] += 1
        except (PowerCut, StorageBroken) as error:
            self.house.handle_error(self, error)

    def take_request(self, message: Request) -> None:
        """Take a request: check the session and the rank, then pass it to the floor."""
        if message.kind == FETCH_STATE:
            self.world.send("house", message.sender, message.replies, self._state_of(message.table))
            return
        self._assert_none_overdue()
        session = self.sessions.find(message.token)
        if session is None:
            self._reply(self.life, message, Reply(message.id, None, NO_SESSION))
            return
        if message.kind == TAKE_CONSOLE:
            self.sessions.hold(message.table, session, "dealer")
            self.checks.note_console(message.table, message.token)
            self._reply(self.life, message, Reply(message.id, None))
            return
        rank = LiveHouse.rank_at(self, session, message.table)  # type: ignore[arg-type]
        if not rank and message.kind not in OURS and not message.around:
            self._reply(self.life, message, Reply(message.id, None, AUTHORITY))
            return
        self._submit(message, session, RANKS[rank] if rank else None)

    def _submit(self, message: Request, session: Session, rank: Rank | None) -> None:
        words, kind = message.words, message.kind
        assert not isinstance(kind, str)
        if rank is not None and not session.rank:
            self.checks.check_console(message.table, message.token)
        if rank is None and not message.around:
            words = words | {"player": session.pseudonym}
        stamp = self.clock.stamp(session.person, rank)
        if message.signatures:
            self.house.signed_last = message
        heard = TakenRequest(self._heard, message, kind(id=message.id, stamp=stamp, **words))
        self._heard += 1
        self.owed[heard.number] = self.world.now, message
        self.loop.submit(heard, CommandRequest(message.table, heard.command, message.signatures))
        if not self._due:
            self._due = True
            self.world.schedule(self.world.random.randint(0, 20 * MILLISECOND), self._run_loop, self.life)

    def _assert_none_overdue(self) -> None:
        """Assert that no answer is overdue."""
        for asked, message in self.owed.values():
            late = self.world.now - asked > LONGEST_ANSWER
            assert not late, f"31: a request of {message.sender} was not answered"
            return

    def _run_loop(self, life: int) -> None:
        """Let the loop take everything that waits."""
        if not self.up or life != self.life:
            return
        self._due = False
        self._assert_none_overdue()
        if not (self.loop._staff or self.loop._players):
            return
        self.checks.note_batch(self.floor.logs)
        try:
            self.loop.answer_batch()
        except (PowerCut, StorageBroken) as error:
            self.house.handle_error(self, error)

    def read_other_records(self, life: int) -> None:
        """Read the records of other processes, some time after they were written."""
        self._behind = False
        if self.up and life == self.life:
            self.floor.catch_up()

    def schedule_reading(self, delay: int) -> None:
        """Schedule reading the records that another process wrote."""
        if self.up and not self._behind:
            self._behind = True
            self.world.schedule(delay, self.read_other_records, self.life)

    def _raise_broken(self, error: StorageBroken) -> None:
        raise error

    def _after_write(self, written: Sequence[WrittenRecord]) -> None:
        """Check the records that the floor wrote, and send the new state to its followers."""
        records = [one.record for one in written]
        if self.checks.check_written(records, self.journal):
            self.house.notify_others(self)
        for table in dict.fromkeys(record.table for record in records):
            self.learned_at[table] = self.world.nanoseconds()
            view = self._state_of(table)
            if is_between_rounds(view.table):
                self.checks.check_log(table, self.floor.logs[table])
            if self.screens is not None and table in self.screens.lives:
                part = [one for one in written if one.record.table == table]
                self.screens.add_records(table, part, self.floor.logs[table])
            for name, see in self.followers.get(table, ()):
                self.world.send("house", name, see, view)

    def _state_of(self, table: str) -> SeenState:
        place = self.floor.logs[table]
        return SeenState(place.head.number, place.state)

    def _deliver(self, answers: list[tuple[TakenRequest, CommandAnswer]]) -> None:
        self.checks.check_order(answers)
        for heard, answer in answers:
            assert self.owed.pop(heard.number, None), "31: a request was answered twice"
            self.checks.check_answer(heard, answer, self.journal)
            if answer.record is None and answer.outcome in UNANSWERED:
                self.world.counts[UNANSWERED[answer.outcome]] += 1
            delay = self.world.random.randint(0, 5 * MILLISECOND)
            reply = Reply(heard.message.id, answer)
            self.world.schedule(delay, self._reply, self.life, heard.message, reply)

    def _reply(self, life: int, message: Request, reply: Reply) -> None:
        if life == self.life:
            self.world.send("house", message.sender, message.replies, reply)
