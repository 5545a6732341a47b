"""A process of the house: the real loop, floor, recovery and restart, over a journal that may be shared."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sicbo.errors import Broken, NoSpace
from sicbo.game.ranks import Rank
from sicbo.house.clock import Clock
from sicbo.house.entries import Asked
from sicbo.house.floor import NOT_REGISTERED, Answer, Floor
from sicbo.house.interruptions import restarted
from sicbo.house.recovery.snapshots import taken
from sicbo.house.writer import BUSY, Loop
from sicbo.journal.record import Record
from sicbo.server.access.sessions import RANKS, Session, Sessions
from sicbo.server.live.house import Room
from sicbo.server.routes.staff.console import FOR_PLAYERS
from sicbo.table.messages.commands import RegisterSlip
from sicbo.tournament.messages.spins import OpenSeal, PlaceSlip, PlayPass, SealSlip, UseFeature
from sicbo.tournament.state import CLOSED, OPEN, Tournament
from tests.storm.checks.screens import Screens
from tests.storm.disk import DiskJournal, PowerCut
from tests.storm.messages import AUTHORITY, LOOKS, NO_SESSION, TAKES_CONSOLE, Heard, Message, Reply, View
from tests.storm.weather import MILLISECOND, SECOND

if TYPE_CHECKING:
    from tests.storm.house import House

ENTRANTS = (PlaceSlip, SealSlip, PlayPass, UseFeature, OpenSeal)
OURS = (RegisterSlip, *FOR_PLAYERS, *ENTRANTS)
LONGEST_ANSWER = SECOND
CUTS = (0, 1, 1, 1, 1, 2, 4)
"""After how many operations the power fails: before a write, after it, after its sync, or in the next one."""
SKEW = 2 * SECOND
UNHEARD = {BUSY.outcome: "too busy to answer", NOT_REGISTERED: "not registered for want of room"}


def between(state: Any) -> bool:
    """Whether no round of a table, or no spin of a tournament, is in play."""
    if isinstance(state, Tournament):
        return all(heat.phase not in (OPEN, CLOSED) for heat in state.heats)
    return state.round is None


class Process:
    """A process that starts, takes requests, decides, answers and dies; the answers it owes die with it."""

    def __init__(self, house: "House", number: int) -> None:
        self.house, self.world, self.checks = house, house.world, house.checks
        self.up, self.life, self._due, self._behind = False, 0, False, False
        self.skew = house.world.random.randint(-SKEW, SKEW) if number else 0
        self.followers: dict[str, list[tuple[str, Callable[[View], None]]]] = {}
        self.owed: dict[int, tuple[int, Message]] = {}
        self.told_at: dict[str, int] = {}
        self.screens: Screens | None = None
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
        if self.life and world.chance(world.weather.crash_again):
            house.disk.cut_in = world.random.choice(CUTS)
        try:
            self._recover()
        except (PowerCut, Broken) as error:
            world.counts["crashes in recovery"] += 1
            house.struck(self, error)
            return
        most = world.random.choice((3, 20_000))
        self.loop = Loop[Heard](self.floor, self._deliver, most=most, broken=self._broken, driven=True)
        self.up = True
        self._sign(self.life)

    def _recover(self) -> None:
        house = self.house
        alone = house.opened(self)
        self.checks.recovered(self.journal)
        self.floor = Floor(self.journal, house.signer)
        if house.hands is not None:
            self.floor.guard = house.hands.guard
        self.checks.recovered_places(self.floor.places)
        self.clock, self._began = self._clock(), self.world.nanoseconds()
        self.told_at.clear()
        self.floor.followers.append(self._written)
        if self.screens is not None:
            self.show_screens()
        self.checks.interrupted(self.floor.tables, alone)
        self.checks.resumed(self.floor.tables, restarted(self.floor, self.clock), alone)
        if house.shared:
            self.floor.gone_by = self._gone_by

    def show_screens(self) -> None:
        """Build the state of every table as screens follow it."""
        places = self.floor.places
        self.screens = Screens(self.journal, {name: places[name] for name in self.floor.tables})

    def _clock(self) -> Clock:
        places = self.floor.places.values()
        return Clock(
            max((place.wall for place in places), default=0),
            max((place.elapsed for place in places), default=0),
            lambda: self.world.wall_nanoseconds() + self.skew * 1_000,
            self.world.nanoseconds,
        )

    def _gone_by(self, table: str) -> int:
        """Milliseconds since this process learned of a table's last record."""
        return (self.world.nanoseconds() - self.told_at.get(table, self._began)) // 1_000_000

    def die(self) -> None:
        """End with everything that waits; the process is started again later."""
        self.up, self._due, self._behind = False, False, False
        self.life += 1
        self.owed.clear()
        self.world.after(self.world.random.randint(SECOND // 10, 5 * SECOND), self._again, self.life)

    def _again(self, life: int) -> None:
        if life == self.life and not self.up:
            self.start()

    def _sign(self, life: int) -> None:
        """Sign for the slips of the last second, as the thread of a real loop does."""
        if not self.up or life != self.life:
            return
        try:
            self.floor.sign_all()
        except (PowerCut, Broken) as error:
            self.house.struck(self, error)
        else:
            self.world.after(SECOND, self._sign, life)

    def keep_snapshots(self) -> None:
        """Write a snapshot of every table."""
        try:
            for place in self.floor.places.values():
                self.journal.keep(taken(place, self.house.signer))
                self.world.counts["snapshots"] += 1
        except NoSpace:
            self.world.counts["snapshots without room"] += 1
        except (PowerCut, Broken) as error:
            self.house.struck(self, error)

    def hear(self, message: Message) -> None:
        """Take a request: check the session and the rank, then pass it to the floor."""
        if message.kind == LOOKS:
            self.world.send("house", message.sender, message.replies, self._view(message.table))
            return
        self._overdue()
        session = self.sessions.of(message.token)
        if session is None:
            self._reply(self.life, message, Reply(message.id, None, NO_SESSION))
            return
        if message.kind == TAKES_CONSOLE:
            self.sessions.hold(message.table, session, "dealer")
            self.checks.holds(message.table, message.token)
            self._reply(self.life, message, Reply(message.id, None))
            return
        rank = Room.rank_at(self, session, message.table)  # type: ignore[arg-type]
        if not rank and message.kind not in OURS and not message.around:
            self._reply(self.life, message, Reply(message.id, None, AUTHORITY))
            return
        self._submit(message, session, RANKS[rank] if rank else None)

    def _submit(self, message: Message, session: Session, rank: Rank | None) -> None:
        words, kind = message.words, message.kind
        assert not isinstance(kind, str)
        if rank is not None and not session.rank:
            self.checks.acts(message.table, message.token)
        if rank is None and not message.around:
            words = words | {"player": session.pseudonym}
        stamp = self.clock.stamp(session.person, rank)
        if message.signatures:
            self.house.signed_last = message
        heard = Heard(self._heard, message, kind(id=message.id, stamp=stamp, **words))
        self._heard += 1
        self.owed[heard.number] = self.world.now, message
        self.loop.submit(heard, Asked(message.table, heard.command, message.signatures))
        if not self._due:
            self._due = True
            self.world.after(self.world.random.randint(0, 20 * MILLISECOND), self._turn, self.life)

    def _overdue(self) -> None:
        """Assert that no answer is overdue."""
        for asked, message in self.owed.values():
            late = self.world.now - asked > LONGEST_ANSWER
            assert not late, f"31: a request of {message.sender} was not answered"
            return

    def _turn(self, life: int) -> None:
        """Let the loop take everything that waits."""
        if not self.up or life != self.life:
            return
        self._due = False
        self._overdue()
        if not (self.loop._staff or self.loop._players):
            return
        self.checks.turn(self.floor.places)
        try:
            self.loop.turn()
        except (PowerCut, Broken) as error:
            self.house.struck(self, error)

    def follow(self, life: int) -> None:
        """Read the records of other processes, some time after they were written."""
        self._behind = False
        if self.up and life == self.life:
            self.floor.follow()

    def behind(self, delay: int) -> None:
        """Schedule reading the records that another process wrote."""
        if self.up and not self._behind:
            self._behind = True
            self.world.after(delay, self.follow, self.life)

    def _broken(self, error: Broken) -> None:
        raise error

    def _written(self, records: Sequence[Record]) -> None:
        """Check the records that the floor wrote, and send the new state to its followers."""
        if self.checks.written(records, self.journal):
            self.house.news(self)
        for table in dict.fromkeys(record.table for record in records):
            self.told_at[table] = self.world.nanoseconds()
            view = self._view(table)
            if between(view.table):
                self.checks.agree(table, self.floor.places[table])
            if self.screens is not None and table in self.screens.lives:
                part = [record for record in records if record.table == table]
                self.screens.written(table, part, self.floor.places[table])
            for name, see in self.followers.get(table, ()):
                self.world.send("house", name, see, view)

    def _view(self, table: str) -> View:
        place = self.floor.places[table]
        return View(place.head.number, place.state)

    def _deliver(self, answers: list[tuple[Heard, Answer]]) -> None:
        self.checks.in_order(answers)
        for heard, answer in answers:
            assert self.owed.pop(heard.number, None), "31: a request was answered twice"
            self.checks.leaving(heard, answer, self.journal)
            if answer.record is None and answer.outcome in UNHEARD:
                self.world.counts[UNHEARD[answer.outcome]] += 1
            delay = self.world.random.randint(0, 5 * MILLISECOND)
            reply = Reply(heard.message.id, answer)
            self.world.after(delay, self._reply, self.life, heard.message, reply)

    def _reply(self, life: int, message: Message, reply: Reply) -> None:
        if life == self.life:
            self.world.send("house", message.sender, message.replies, reply)
