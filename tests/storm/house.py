"""The house in the storm: one or two processes over one disk, and the sessions of its people."""

from collections.abc import Callable

import apsw
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from sicbo.errors import Broken
from sicbo.house.entries import founded
from sicbo.house.floor import Floor
from sicbo.house.identity.signatures import HouseSigner
from sicbo.journal.notes import Key
from sicbo.server.access.sessions import Session, Sessions, Staff, hashed
from tests.storm.actors.hands import Hands
from tests.storm.checks.checks import Checks
from tests.storm.disk import Disk, DiskJournal
from tests.storm.messages import Message, View
from tests.storm.process import Process
from tests.storm.weather import SECOND
from tests.storm.world import World

HOUSE, CUP = "storm.example", "cup"
SCREENS, SHARED = 0.25, 0.2
"""The share of seeds with screens on the server's own stream, which cost more than everything else, and the
share in which two processes share the journal.
"""


class House:
    """Processes over one disk; each may be up or down."""

    def __init__(
        self, world: World, checks: Checks, layouts: dict[str, str], hands: Hands | None = None
    ) -> None:
        self.world, self.checks, self.hands = world, checks, hands
        self.signed_last: Message | None = None
        self.disk, self.shelf = Disk(world.random, world.counts), apsw.Connection(":memory:")
        self.sessions = Sessions(self.shelf)
        self.key = Key(HOUSE, Ed25519PrivateKey.from_private_bytes(world.random.randbytes(32)))
        self.signer = HouseSigner(self.key)
        self.shared = checks.shared = world.random.random() < SHARED
        self.processes = [Process(self, number) for number in range(1 + self.shared)]
        self.with_screens = world.random.random() < SCREENS
        self.journal = DiskJournal(self.disk)
        self._given = 0
        first, *others = self.processes
        first.start()
        for name, layout in layouts.items():
            founding = founded(HOUSE, name, layout, kind="tournament" if name == CUP else "table")
            signed = founding.subject.privileged if hands else ()
            founding = replace(founding, signed=tuple(sorted(signed)))
            first.floor.found(founding, first.clock.stamp("house", None).wall)
        if self.with_screens:
            first.show_screens()
        for process in others:
            process.start()

    @property
    def up(self) -> bool:
        """Whether every process is up."""
        return all(process.up for process in self.processes)

    @property
    def floor(self) -> Floor:
        """The floor of the first process."""
        return self.processes[0].floor

    def session(self, person: str, rank: str = "") -> str:
        """Open a session for a person and return its token."""
        self._given += 1
        if rank and person not in self.sessions.staff:
            self.sessions.add_staff(Staff(person, person, rank, ""))
        token = f"{person}-{self._given}"
        self.sessions.keep(Session(hashed(token), person, person, rank, person, int(self.world.time())))
        return token

    def tells(self, table: str, name: str, see: Callable[[View], None]) -> None:
        """Send every new state of a table to an actor, from one of the processes."""
        process = self.processes[len(self.processes[0].followers.get(table, ())) % len(self.processes)]
        process.followers.setdefault(table, []).append((name, see))

    def hear(self, message: Message) -> None:
        """Pass a message to a process that is up, if there is one."""
        living = [process for process in self.processes if process.up]
        if living:
            (self.world.random.choice(living) if self.shared else living[0]).hear(message)

    def opened(self, process: Process) -> bool:
        """Register a starting process and return whether it is alone; the first one opens the disk and the
        session store again.
        """
        alone = not any(one.up for one in self.processes if one is not process)
        if alone:
            self.journal = DiskJournal(self.disk)
            self.sessions = Sessions(self.shelf)
        self.journal.alone = alone
        return alone

    def news(self, writer: Process) -> None:
        """Let the other processes learn, after some time, that a process wrote records."""
        for process in self.processes:
            if process is not writer:
                process.behind(int(self.world.random.expovariate(1 / self.world.weather.lag)))

    def struck(self, process: Process, error: BaseException) -> None:
        """Handle an error of a process: the machine fails with all processes, or this one alone."""
        if self.disk.full and isinstance(error, Broken):
            self.world.after(self.world.random.randint(SECOND, 10 * SECOND), self.make_room)
        if not self.shared or isinstance(error, Broken) or self.world.random.random() < 0.5:
            self.fall()
            return
        self.kill(process)

    def kill(self, process: Process) -> None:
        """End one process: its uncommitted writes are rolled back, and nothing on disk is lost."""
        self.world.counts["processes killed"] += 1
        self.disk.roll_back()
        self.journal.read_again()
        process.die()
        self.news(process)

    def fall(self) -> None:
        """Lose every process and all unsynced bytes."""
        counts = self.world.counts
        counts["crashes"] += 1
        if pending := len(self.disk.pending):
            kept = self.disk.crash(self.world.weather.torn)
            counts["crashes with a commit in the making"] += 1
            counts["torn writes"] += 0 < kept < pending
        else:
            self.disk.crash(self.world.weather.torn)
        for process in self.processes:
            process.die()

    def make_room(self) -> None:
        """Free space on the disk."""
        self.disk.full = False

    def fill(self) -> None:
        """Fill the disk for a while; only the reserve is left."""
        self.world.counts["full disks"] += 1
        self.disk.full = True
        self.world.after(self.world.random.randint(SECOND, 60 * SECOND), self.make_room)
