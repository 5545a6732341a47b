"""The house in the storm: the real loop, floor, recovery and restart, on a disk and a network of ours."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import apsw
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from sicbo.errors import Broken, NoSpace
from sicbo.game.authority import Rank
from sicbo.house.clock import Clock
from sicbo.house.entries import Asked, founded
from sicbo.house.floor import Answer, Floor
from sicbo.house.keys import PersonSignature
from sicbo.house.loop import Loop
from sicbo.house.restart import restarted
from sicbo.house.signing import HouseSigner
from sicbo.house.snapshots import taken
from sicbo.journal.notes import Key
from sicbo.journal.record import Record
from sicbo.server.room import Room
from sicbo.server.routes_console import FOR_PLAYERS
from sicbo.server.sessions import RANKS, Session, Sessions
from sicbo.table.commands import RegisterSlip
from sicbo.tournament.spin_messages import OpenSeal, PlaceSlip, PlayPass, SealSlip, UseFeature
from sicbo.tournament.state import CLOSED, OPEN, Tournament
from tests.storm.checks import Checks
from tests.storm.disk import Disk, DiskJournal, PowerCut
from tests.storm.hands import Hands
from tests.storm.screens import Screens
from tests.storm.weather import MILLISECOND, SECOND
from tests.storm.world import World

HOUSE, CUP = "storm.example", "cup"
TAKES_CONSOLE, LOOKS = "takes console", "looks"
AUTHORITY = "authority-required"
ENTRANTS = (PlaceSlip, SealSlip, PlayPass, UseFeature, OpenSeal)
OURS = (RegisterSlip, *FOR_PLAYERS, *ENTRANTS)
FOR_EVER = 1 << 40
LAST_OPERATION = 5
SCREENS = 0.25
"""In so many seeds somebody follows the server's own stream, which costs more than all the rest."""


class View(NamedTuple):
    """What somebody sees of a table, or of a tournament: it cannot change any more, so it is handed out."""

    seq: int
    table: Any


class Reply(NamedTuple):
    """What comes back for an id: the floor's answer, or why it never got there."""

    id: str
    answer: Answer | None
    problem: str = ""


class Message(NamedTuple):
    """What somebody asks; `around` goes past whoever looks at ranks at the door."""

    sender: str
    token: bytes
    table: str
    kind: type[Any] | str
    id: str
    words: dict[str, Any]
    replies: Callable[[Reply], None]
    around: bool = False
    signatures: tuple[PersonSignature, ...] = ()


def between(state: Any) -> bool:
    """Whether no round of a table, or no spin of a tournament, is in play."""
    if isinstance(state, Tournament):
        return all(heat.phase not in (OPEN, CLOSED) for heat in state.heats)
    return state.round is None


class House:
    """One process after the other over one disk; people find it up or not."""

    def __init__(
        self, world: World, checks: Checks, layouts: dict[str, str], hands: Hands | None = None
    ) -> None:
        self.world, self.checks, self.hands = world, checks, hands
        self.signed_last: Message | None = None
        self.disk, self.sessions = Disk(), Sessions(apsw.Connection(":memory:"))
        secret = world.random.randbytes(32)
        self.key = Key(HOUSE, Ed25519PrivateKey.from_private_bytes(secret))
        self.signer = HouseSigner(self.key)
        self.followers: dict[str, list[tuple[str, Callable[[View], None]]]] = {name: [] for name in layouts}
        self.up, self.life, self._due = False, 0, False
        self.screens: Screens | None = None
        self.with_screens = world.random.random() < SCREENS
        self.start()
        for name, layout in layouts.items():
            founding = founded(HOUSE, name, layout, kind="tournament" if name == CUP else "table")
            signed = founding.subject.privileged if hands else ()
            founding = replace(founding, signed=tuple(sorted(signed)))
            self.floor.found(founding, self.clock.stamp("house", None).wall)
        if self.with_screens:
            self._show_screens()

    def session(self, person: str, rank: str = "") -> bytes:
        """Let somebody in; the token of their session."""
        token = sha256(person.encode()).digest()
        self.sessions.keep(Session(token, person, person, rank, person, FOR_EVER))
        return token

    def start(self) -> None:
        """Recover from the disk and put interruptions on record; the power may fail in that too."""
        world = self.world
        if self.life and world.chance(world.weather.crash_again):
            self.disk.cut_in = world.random.randint(0, LAST_OPERATION)
        try:
            self.journal = DiskJournal(self.disk)
            self.checks.recovered(self.journal)
            self.floor = Floor(self.journal, self.signer)
            if self.hands is not None:
                self.floor.guard = self.hands.guard
            self.checks.recovered_places(self.floor.places)
            self.clock = self._clock()
            self.floor.followers.append(self._written)
            if self.with_screens:
                self._show_screens()
            restarted(self.floor, self.clock)
        except (PowerCut, Broken):
            self.fall()
            return
        most = world.random.choice((3, 20_000))
        self.loop = Loop[Message](self.floor, self._deliver, most=most, broken=self._broken, driven=True)
        self.up = True

    def _show_screens(self) -> None:
        places = self.floor.places
        self.screens = Screens(self.journal, {name: places[name] for name in self.floor.tables})

    def _clock(self) -> Clock:
        places = self.floor.places.values()
        return Clock(
            max((place.wall for place in places), default=0),
            max((place.elapsed for place in places), default=0),
            self.world.wall_nanoseconds,
            self.world.nanoseconds,
        )

    def fall(self) -> None:
        """Lose the process and what was not synced; somebody starts it again."""
        self.world.counts["crashes"] += 1
        self.up, self._due = False, False
        self.life += 1
        self.disk.crash(self.world.random, self.world.weather.torn)
        self.world.after(self.world.random.randint(SECOND // 10, 5 * SECOND), self.start)

    def keep_snapshots(self) -> None:
        """Keep a snapshot of every table."""
        try:
            for place in self.floor.places.values():
                self.journal.keep(taken(place, self.signer))
        except NoSpace:
            self.world.counts["snapshots without room"] += 1
        except (PowerCut, Broken):
            self.fall()

    def hear(self, message: Message) -> None:
        """Somebody asks: at the door it is looked at who, and the floor decides."""
        if not self.up:
            return
        if message.kind == LOOKS:
            self._show(message.sender, message.replies, message.table)
            return
        session = self.sessions._open[message.token]
        if message.kind == TAKES_CONSOLE:
            self.sessions.hold(message.table, session, "dealer")
            self.checks.holds(message.table, message.token)
            self._reply(self.life, message, Reply(message.id, None))
            return
        rank = Room.rank_at(self, session, message.table)  # type: ignore[arg-type]
        ours = message.kind in OURS
        if not rank and not ours and not message.around:
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
            self.signed_last = message
        command = kind(id=message.id, stamp=stamp, **words)
        self.loop.submit(message, Asked(message.table, command, message.signatures))
        if not self._due:
            self._due = True
            self.world.after(self.world.random.randint(0, 20 * MILLISECOND), self._turn, self.life)

    def _turn(self, life: int) -> None:
        """The loop takes everything that waits."""
        if not self.up or life != self.life:
            return
        self._due = False
        if not (self.loop._staff or self.loop._players):
            return
        try:
            self.loop.turn()
        except (PowerCut, Broken):
            self.fall()

    def _broken(self, error: Broken) -> None:
        raise error

    def _written(self, records: Sequence[Record]) -> None:
        """The floor tells of records: they are checked, and whoever follows hears of them."""
        self.checks.written(records, self.journal)
        for table in dict.fromkeys(record.table for record in records):
            view = self._view(table)
            if between(view.table):
                self.checks.agree(table, self.floor.places[table])
            if self.screens is not None and table in self.screens.lives:
                part = [record for record in records if record.table == table]
                self.screens.written(table, part, self.floor.places[table])
            for name, see in self.followers[table]:
                self.world.send("house", name, see, view)

    def _view(self, table: str) -> View:
        place = self.floor.places[table]
        return View(place.head.number, place.state)

    def _show(self, sender: str, see: Callable[[Any], None], table: str) -> None:
        self.world.send("house", sender, see, self._view(table))

    def _deliver(self, answers: list[tuple[Message, Answer]]) -> None:
        for message, answer in answers:
            self.checks.leaving(message, answer, self.journal)
            reply = Reply(message.id, answer)
            delay = self.world.random.randint(0, 5 * MILLISECOND)
            self.world.after(delay, self._reply, self.life, message, reply)

    def _reply(self, life: int, message: Message, reply: Reply) -> None:
        if life == self.life:
            self.world.send("house", message.sender, message.replies, reply)
