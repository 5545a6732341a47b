"""One storm from its seed: faults for some minutes, then a calm in which everything must be completed."""

import re
import subprocess
import traceback
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import process_time
from unittest import mock

from sicbo.rulebooks import every_layout
from sicbo.server.access import sessions
from sicbo.tournament.state import FINISHED
from tests.storm.actors.actor import Actor
from tests.storm.actors.managers import SECOND_PERSON, Manager
from tests.storm.actors.overreach import OverreachingStaff
from tests.storm.actors.players import Attacker, Terminal
from tests.storm.actors.staff import Dealer, SecondDealer, TrueDice
from tests.storm.actors.staff_keys import StaffKeys
from tests.storm.actors.tournament import (
    LAYOUTS,
    PLAYERS,
    TABLES,
    Director,
    Entrant,
    TableProvider,
    UnsignedAttacker,
    has_tournament,
)
from tests.storm.checks.checks import Checks
from tests.storm.checks.screens import SimulatedScreen
from tests.storm.checks.storm_report import describe_failure
from tests.storm.checks.verdict import verify_bundle
from tests.storm.fault_rates import MINUTE, SECOND
from tests.storm.house import CUP, SimulatedHouse
from tests.storm.process import CUT_POINTS
from tests.storm.seeds import failed_seeds
from tests.storm.world import World

STORM, CALM, REST = 4 * MINUTE, 4 * MINUTE, MINUTE
FAULT_PERIOD = 5 * SECOND
VERIFY_EVERY = 9
"""Verify one bundle of this many. It is not a multiple of five, so that bundles of tournaments are among
them.
"""
ROOT = Path(__file__).parent.parent.parent


@dataclass
class Outcome:
    """The outcome of a seed: `wrong` is the first check that failed, or empty."""

    seed: int
    events: int
    records: int
    journal: str
    counts: Counter[str] = field(default_factory=Counter)
    failure: str = ""
    traceback_text: str = ""
    seconds: float = 0.0

    @property
    def failed_check(self) -> str:
        """The check that failed: its number and words, or the invariant's own name."""
        named = re.findall(r"in (i\d\d_\w+)", self.traceback_text)
        return named[-1] if named else self.failure.removeprefix("AssertionError: ")


class Storm:
    """The house and all its actors, for one seed."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        staff_keys = StaffKeys(world.random) if has_tournament(seed) else None
        self.checks = Checks(staff_keys, (CUP,), world.counts, world.nanoseconds)
        names = [f"T{number}" for number in range(1, world.random.choice((1, 1, 1, 2)) + 1)]
        layouts = {name: world.random.choice(every_layout()) for name in names}
        if staff_keys is not None:
            staff_keys.add_key(SECOND_PERSON)
            layouts = dict.fromkeys((*TABLES, CUP), world.random.choice(LAYOUTS))
        self.house = SimulatedHouse(world, self.checks, layouts, staff_keys)
        self.checks.vkeys = (self.house.key.vkey,)
        self.truth = TrueDice(world)
        self.actors: list[Actor] = []
        self.screens: list[SimulatedScreen] = []
        for name in self.house.floor.table_names:
            self._add_people(name)
        if staff_keys is not None:
            self._add_tournament(layouts[CUP])
        world.schedule(FAULT_PERIOD, self._apply_faults)

    def _add_people(self, table: str) -> None:
        world, house = self.world, self.house
        dealer = Dealer(world, house, table, f"{table}-dealer", self.truth)
        second = SecondDealer(world, house, table, f"{table}-second", self.truth)
        manager = Manager(world, house, table, f"{table}-manager", self.truth)
        terminals = [
            Terminal(world, house, table, f"{table}-t{n}") for n in range(world.random.randint(2, 5))
        ]
        climber = OverreachingStaff(world, house, table, f"{table}-climber", self.truth)
        attacker = Attacker(world, house, table, f"{table}-mallory", [one.person for one in terminals])
        dealer.terminals = [one.name for one in terminals]
        manager.players = climber.players = [one.person for one in (*terminals, attacker)]
        dealer.take_console()
        if house.with_screens:
            first = house.processes[0]
            self.screens += [SimulatedScreen(world, first, table, one.person) for one in terminals[:2]]
            self.screens.append(SimulatedScreen(world, first, table, ""))
        self.actors += [dealer, second, manager, climber, *terminals, attacker]

    def _add_tournament(self, layout: str) -> None:
        """Add a director and entrants; they use every table of the house for a while."""
        world, house = self.world, self.house
        players = [Entrant(world, house, f"entrant-{number}") for number in range(PLAYERS)]
        director = Director(world, house, layout, [one.person for one in players], self.truth)
        director.tables = house.floor.table_names
        director.marshals = [TableProvider(world, house, table, director) for table in director.tables]
        for dealer in self.actors:
            if type(dealer) is Dealer:
                dealer.stops = director.is_using_tables
        self.actors += [director, *director.marshals, *players, UnsignedAttacker(world, house, CUP, "thief")]

    def _apply_faults(self) -> None:
        """Apply faults of the machine itself."""
        world, weather, house = self.world, self.world.fault_rates, self.house
        world.schedule(world.random.randint(FAULT_PERIOD // 2, 3 * FAULT_PERIOD // 2), self._apply_faults)
        if world.chance(weather.jump):
            world.move_wall_clock()
        if world.chance(weather.leap):
            world.skip_time()
        if world.chance(weather.full) and not house.disk.full:
            house.fill_disk()
        process = world.random.choice(house.processes)
        if not process.up:
            return
        if world.chance(weather.snapshot):
            process.keep_snapshots()
        elif world.chance(weather.sync_fails):
            world.counts["failed syncs"] += 1
            house.disk.sync_fails = True
        elif house.shared and world.chance(weather.kill):
            house.kill(process)
        elif world.chance(weather.crash):
            if world.random.random() < 0.1:
                house.crash()
            else:
                house.disk.cut_in = world.random.choice(CUT_POINTS)

    def run(self) -> None:
        """Run storm, calm and rest; raise the first invariant that does not hold."""
        world = self.world
        world.run(STORM)
        world.fault_rates.switch_off()
        world.unblock_links()
        self.house.make_room()
        before = {table: self.checks.logs[table].table for table in self.house.floor.table_names}
        world.run(STORM + CALM)
        for table, then in before.items():
            now = self.house.floor.logs[table].table
            assert now.spins >= then.spins + 2, "30: rounds do not go on"
            assert not now.designated, "30: a table was not given back"
        for actor in self.actors:
            actor.resting = True
        world.run(STORM + CALM + REST)
        self._assert_completed()

    def _assert_completed(self) -> None:
        """Assert that every request was answered and every actor sees the newest state."""
        assert self.house.is_up, "30: the house stays down"
        for actor in self.actors:
            assert actor.pending is None, f"30: {actor.name} waits for an answer to {actor.pending}"
            place = self.house.floor.logs[actor.table]
            assert actor.view is not None and actor.view.seq == place.head.number, (
                "30: an actor sees an old state"
            )
        if CUP in self.house.floor.logs:
            assert self.house.floor.logs[CUP].state.stage == FINISHED, "30: a tournament does not end"
        for screen in self.screens:
            place = self.house.floor.logs[screen.table]
            assert screen.checked and screen.seq == place.head.number, "30: a screen shows an old state"
        for process in self.house.processes:
            assert not process.owed, "31: a request was not answered"
            for table, place in process.floor.logs.items():
                assert place.head.number == len(self.checks.logs[table].hashes), "30: a process lags behind"
                self.checks.check_log(table, place)

    def hash(self) -> str:
        """Return the hash of everything on the disk."""
        return sha256(self.house.disk.synced).hexdigest()


def run(seed: int, verify: bool = False) -> Outcome:
    """Run one seed; with `verify` also run the verifier on its bundle."""
    begun = process_time()
    wrong = where = ""
    storm, world = None, World(seed)
    try:
        with mock.patch.object(sessions, "time", world):
            storm = Storm(world, seed)
            storm.run()
        if verify:
            verify_bundle(storm.house, storm.checks)
    except Exception as error:
        wrong = f"{type(error).__name__}: {error}"
        where = traceback.format_exc()
    if storm is None:
        return Outcome(seed, 0, 0, "", failure=wrong, traceback_text=where)
    return Outcome(
        seed,
        world.events_run,
        storm.checks.records,
        storm.hash(),
        world.counts,
        wrong,
        where,
        process_time() - begun,
    )


def run_and_sometimes_verify(every: int, seed: int) -> Outcome:
    """Run one seed, and verify it if its number is a multiple of `every`."""
    return run(seed, verify=seed % every == 0)


def commit() -> str:
    """Return the commit under test, and whether there are uncommitted changes."""
    git = ["git", "-C", str(ROOT)]
    name = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout
    changed = subprocess.run([*git, "status", "--porcelain"], capture_output=True).stdout
    return (name.strip() or "unknown") + " with uncommitted changes" * bool(changed)


def failure_message(outcome: Outcome) -> str:
    """Return the message for a seed that failed: the check, the place, and how to replay it."""
    listed = outcome.seed in failed_seeds()
    then = "it is in tests/storm/seeds.txt already" if listed else "then add it to tests/storm/seeds.txt"
    return (
        f"Seed {outcome.seed} at commit {commit()}:\n"
        f"{describe_failure(outcome.failed_check, outcome.failure, outcome.traceback_text)}\n"
        f"Replay it with `make long PART=storm SEED={outcome.seed}`; {then}."
    )
