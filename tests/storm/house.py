"""The house in the storm: one or two processes over one disk, and the sessions of its people."""

from collections.abc import Callable

import apsw
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from sicbo.errors import StorageBroken
from sicbo.house.entries import new_founding
from sicbo.house.floor import Floor
from sicbo.house.identity.signatures import HouseSigner
from sicbo.journal.notes import SigningKey
from sicbo.server.access.sessions import Session, Sessions, StaffAccount, token_hash
from tests.storm.actors.staff_keys import StaffKeys
from tests.storm.checks.checks import Checks
from tests.storm.disk import Disk, DiskJournal
from tests.storm.fault_rates import SECOND
from tests.storm.messages import Request, SeenState
from tests.storm.process import SimulatedProcess
from tests.storm.world import World

HOUSE, CUP = "storm.example", "cup"
SCREENS_CHANCE, SHARED_CHANCE = 0.25, 0.2
"""The share of seeds with screens on the server's own stream, which cost more than everything else, and the
share in which two processes share the journal.
"""


class SimulatedHouse:
    """Processes over one disk; each may be up or down."""

    def __init__(
        self, world: World, checks: Checks, layouts: dict[str, str], staff_keys: StaffKeys | None = None
    ) -> None:
        self.world, self.checks, self.staff_keys = world, checks, staff_keys
        self.signed_last: Request | None = None
        self.disk, self.session_database = Disk(world.random, world.counts), apsw.Connection(":memory:")
        self.sessions = Sessions(self.session_database)
        self.key = SigningKey(HOUSE, Ed25519PrivateKey.from_private_bytes(world.random.randbytes(32)))
        self.signer = HouseSigner(self.key)
        self.shared = checks.shared = world.random.random() < SHARED_CHANCE
        self.processes = [SimulatedProcess(self, number) for number in range(1 + self.shared)]
        self.with_screens = world.random.random() < SCREENS_CHANCE
        self.journal = DiskJournal(self.disk)
        self._given = 0
        first, *others = self.processes
        first.start()
        for name, layout in layouts.items():
            founding = new_founding(HOUSE, name, layout, kind="tournament" if name == CUP else "table")
            signed = founding.log_kind.signed_orders if staff_keys else ()
            founding = replace(founding, signed=tuple(sorted(signed)))
            first.floor.found_log(founding, first.clock.stamp("house", None).wall)
        if self.with_screens:
            first.show_screens()
        for process in others:
            process.start()

    @property
    def is_up(self) -> bool:
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
            self.sessions.add_staff(StaffAccount(person, person, rank, ""))
        token = f"{person}-{self._given}"
        self.sessions.save(Session(token_hash(token), person, person, rank, person, int(self.world.time())))
        return token

    def add_follower(self, table: str, name: str, see: Callable[[SeenState], None]) -> None:
        """Send every new state of a table to an actor, from one of the processes."""
        process = self.processes[len(self.processes[0].followers.get(table, ())) % len(self.processes)]
        process.followers.setdefault(table, []).append((name, see))

    def submit(self, message: Request) -> None:
        """Pass a message to a process that is up, if there is one."""
        living = [process for process in self.processes if process.up]
        if living:
            (self.world.random.choice(living) if self.shared else living[0]).take_request(message)

    def register_start(self, process: SimulatedProcess) -> bool:
        """Register a starting process and return whether it is alone; the first one opens the disk and the
        session store again.
        """
        alone = not any(one.up for one in self.processes if one is not process)
        if alone:
            self.journal = DiskJournal(self.disk)
            self.sessions = Sessions(self.session_database)
        self.journal.alone = alone
        return alone

    def notify_others(self, writer: SimulatedProcess) -> None:
        """Let the other processes learn, after some time, that a process wrote records."""
        for process in self.processes:
            if process is not writer:
                process.schedule_reading(int(self.world.random.expovariate(1 / self.world.fault_rates.lag)))

    def handle_error(self, process: SimulatedProcess, error: BaseException) -> None:
        """Handle an error of a process: the machine fails with all processes, or this one alone."""
        if self.disk.full and isinstance(error, StorageBroken):
            self.world.schedule(self.world.random.randint(SECOND, 10 * SECOND), self.make_room)
        if not self.shared or isinstance(error, StorageBroken) or self.world.random.random() < 0.5:
            self.crash()
            return
        self.kill(process)

    def kill(self, process: SimulatedProcess) -> None:
        """End one process: its uncommitted writes are rolled back, and nothing on disk is lost."""
        self.world.counts["processes killed"] += 1
        self.disk.roll_back()
        self.journal.reload()
        process.die()
        self.notify_others(process)

    def crash(self) -> None:
        """Lose every process and all unsynced bytes."""
        counts = self.world.counts
        counts["crashes"] += 1
        if pending := len(self.disk.pending):
            kept = self.disk.crash(self.world.fault_rates.torn)
            counts["crashes with a commit in the making"] += 1
            counts["torn writes"] += 0 < kept < pending
        else:
            self.disk.crash(self.world.fault_rates.torn)
        for process in self.processes:
            process.die()

    def make_room(self) -> None:
        """Free space on the disk."""
        self.disk.full = False

    def fill_disk(self) -> None:
        """Fill the disk for a while; only the reserve is left."""
        self.world.counts["full disks"] += 1
        self.disk.full = True
        self.world.schedule(self.world.random.randint(SECOND, 60 * SECOND), self.make_room)
