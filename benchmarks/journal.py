"""How fast the house writes durably, as ratios within one run: `python benchmarks/journal.py [--quick] …`.

Slices of the case and of its limit take turns, and the median of the ratios counts, so that a noisy machine
affects both. The limit is a bare insert of the same bytes with the same batch and the same sync, or a raw
append with fdatasync. `benchmarks/recovery.py` measures recovery and the verifier.
"""

import argparse
import os
import tempfile
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import apsw
import psycopg
from msgspec.structs import replace

from sicbo.game.policies import Step
from sicbo.house.entries import CommandRequest
from sicbo.house.floor import CommandAnswer, Floor
from sicbo.house.identity.pseudonyms import Pseudonyms
from sicbo.house.identity.signatures import HouseSigner
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.writer import Writer
from sicbo.journal.notes import SigningKey
from sicbo.journal.postgres import PostgresJournal
from sicbo.journal.record import Draft, Head, Record, chain_records, initial_head
from sicbo.journal.sqlite import SqliteJournal
from sicbo.journal.store import Journal
from tests.journal.postgres_server import fresh_url
from tests.soak.figures import set_figure

SLICE = 0.15
SIGNER = HouseSigner(SigningKey.new("sample.example"))
Slice = Callable[[float], float]
"""Works for a number of seconds and returns the work done per second."""
Commit = Callable[[int], int]
"""Writes a number of rows with one synced commit."""


def show(what: str, value: float, goal: str = "") -> None:
    """Print one line of the report."""
    set_figure(what, round(value, 3))
    print(f"{what:<66}{value:>9.2f}  {goal}".rstrip(), flush=True)


def quotient(case: Slice, limit: Slice, turns: int) -> float:
    """Return the median of case over limit, in turns."""
    case(SLICE), limit(SLICE)
    return median(case(SLICE) / limit(SLICE) for _ in range(turns))


def timed_repetition(work: Callable[[], int]) -> Slice:
    """Return a slice that repeats a piece of work and counts what each returns."""

    def slice_of_work(seconds: float) -> float:
        done, start = 0, perf_counter()
        while perf_counter() - start < seconds:
            done += work()
        return done / (perf_counter() - start)

    return slice_of_work


class JournalBench:
    """A floor with open bets, and for each client a player with prepared slips."""

    def __init__(self, journal: Journal, clients: int, wagers: int = 3) -> None:
        self.floor = Floor(journal, SIGNER, pseudonymize=Pseudonyms(journal).pseudonymize)
        self.day = SampleDay(self.floor, "crown-sydney-2024", players=clients)
        self.day.open()
        self.day.perform_through(Step.PLACE_BETS)
        self.first = [[self.day.slip(player, wagers) for _ in range(2)] for player in self.day.players]
        self.versions = [0] * clients
        self.given = 0
        self.ready: deque[CommandRequest] = deque()
        self.stamp = self.first[-1][-1].command.stamp

    def slip(self, client: int) -> CommandRequest:
        """Return the next slip of a client: one of two that replace each other."""
        asked = self.first[client][self.versions[client] % 2]
        self.versions[client] += 1
        self.given += 1
        command = replace(
            asked.command, id=f"b-{self.given}", version=self.versions[client], stamp=self.stamp
        )
        return asked._replace(command=command)

    def prepare(self, rounds: int) -> None:
        """Prepare slips for each client, in the order of sending."""
        self.ready += [self.slip(client) for _ in range(rounds) for client in range(len(self.versions))]

    def next(self) -> CommandRequest:
        """Return the next slip to send."""
        if not self.ready:
            self.prepare(1)
        return self.ready.popleft()

    def record(self) -> Record:
        """Return the record of a slip."""
        record = self.floor.handle([self.next()])[0].record
        assert record is not None
        return record

    def bytes(self) -> bytes:
        """Return everything that the record of a slip stores."""
        return b"".join(part if isinstance(part, bytes) else str(part).encode() for part in self.record())


class Clients:
    """Clients that send their next slip as soon as the last one is answered.

    Slips are prepared before a slice begins, because that is the clients' work.
    """

    def __init__(self, house: JournalBench, count: int, receipts: bool) -> None:
        self.house, self.count, self.receipts = house, count, receipts
        self.answered, self.batches, self.waiting = 0, 0, 0
        self.until = 0.0
        self.idle = threading.Event()
        self.loop: Writer[int] = Writer(house.floor, self.deliver)

    def deliver(self, answers: list[tuple[int, CommandAnswer]]) -> None:
        """Count the answers, make receipts, and send the next slips while there is time."""
        self.answered += len(answers)
        self.batches += 1
        goes_on = perf_counter() < self.until
        for client, answer in answers:
            if self.receipts:
                answer.receipt()
            if goes_on:
                self.loop.submit(client, self.house.next())
        if not goes_on:
            self.waiting -= len(answers)
            if not self.waiting:
                self.idle.set()

    def slice(self, seconds: float) -> float:
        """Return the slips answered per second."""
        self.idle.clear()
        rounds = 2 + 2 * self.answered // self.count
        self.house.prepare(rounds)
        self.waiting, self.answered, self.batches = self.count, 0, 0
        start = perf_counter()
        self.until = start + seconds
        for client in range(self.count):
            self.loop.submit(client, self.house.next())
        self.idle.wait()
        return self.answered / (perf_counter() - start)

    @property
    def batch(self) -> int:
        """The mean number of slips in a commit of the last slice."""
        return max(1, round(self.answered / max(1, self.batches)))


class Bare:
    """A table of one column in SQLite, synced like the journal."""

    def __init__(self, path: Path, text: bytes) -> None:
        self.connection = apsw.Connection(str(path))
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        self.connection.execute("CREATE TABLE bare (seq INTEGER PRIMARY KEY, bytes BLOB) STRICT")
        self.row = (text,)

    def commit(self, batch: int) -> int:
        """Insert rows with one synced commit."""
        with self.connection:
            self.connection.executemany("INSERT INTO bare (bytes) VALUES (?)", [self.row] * batch)
        return batch


def synced_append(path: Path, text: bytes) -> Callable[[], int]:
    """Append to a plain file and wait for the disk."""
    handle = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def append_and_sync() -> int:
        os.write(handle, text)
        os.fdatasync(handle)
        return 1

    return append_and_sync


def compare_with_bare_commits(
    house: JournalBench, clients: int, receipts: bool, bare: Commit, turns: int
) -> tuple[Clients, float]:
    """Compare slips through the whole loop with bare commits of batches of the same size."""
    run = Clients(house, clients, receipts)
    return run, quotient(run.slice, timed_repetition(lambda: bare(run.batch)), turns)


def throughput(place: Path, turns: int) -> None:
    """Compare slips through the whole loop with bare inserts of the same bytes, and with a raw sync."""
    for clients in (1, 10, 100, 1_000):
        with tempfile.TemporaryDirectory(dir=place) as name:
            house = JournalBench(SqliteJournal(Path(name)), clients)
            text = house.bytes()
            bare, raw = Bare(Path(name) / "bare", text), synced_append(Path(name) / "raw", text)
            for receipts in (False, True):
                run, value = compare_with_bare_commits(house, clients, receipts, bare.commit, turns)
                what = f"{clients:>5} clients{', receipts' if receipts else ''}: slips"
                show(f"{what} / bare inserts, batches of {run.batch}", value, "goal: at least 0.5")
                goal = {1: "goal: at least 0.4", 100: "goal: at least 3"}.get(clients, "")
                show(
                    f"{what} / raw fdatasync of one", quotient(run.slice, timed_repetition(raw), turns), goal
                )
                run.loop.stop()


class BareRows:
    """A table of one column in PostgreSQL."""

    def __init__(self, connection: "psycopg.Connection[tuple[object, ...]]", text: bytes) -> None:
        self.connection, self.row = connection, (text,)
        connection.execute("CREATE TABLE bare (seq bigserial PRIMARY KEY, bytes bytea)")

    def commit(self, batch: int) -> int:
        """Insert rows with one commit."""
        with self.connection.transaction(), self.connection.cursor() as cursor:
            cursor.executemany("INSERT INTO bare (bytes) VALUES (%s)", [self.row] * batch)
        return batch


def on_postgres(turns: int) -> None:
    """Compare slips through the whole loop on PostgreSQL with bare inserts of the same bytes by psycopg."""
    for clients in (10, 100):
        url = fresh_url()
        house = JournalBench(PostgresJournal(url), clients)
        with psycopg.connect(url, autocommit=True) as connection:
            bare = BareRows(connection, house.bytes())
            run, value = compare_with_bare_commits(house, clients, False, bare.commit, turns)
            what = f"{clients:>5} clients on PostgreSQL: slips / bare inserts, batches of {run.batch}"
            show(what, value, "goal: at least 0.5")
            run.loop.stop()
        house.floor.journal.close()


def latency(place: Path, turns: int) -> None:
    """Compare one slip alone with a bare commit, and measure the share of the hash chain."""
    with tempfile.TemporaryDirectory(dir=place) as name:
        house = JournalBench(SqliteJournal(Path(name)), 1)
        bare = Bare(Path(name) / "bare", house.bytes())
        single = timed_repetition(lambda: len([one.receipt() for one in house.floor.handle([house.next()])]))
        commit = timed_repetition(lambda: bare.commit(1))
        value = 1 / quotient(single, commit, turns)
        show("one slip with its receipt / a bare commit, in time", value, "goal: at most 1.5")
        record = house.record()
        draft, head = Draft(record.wall, record.actor, record.id, record.text), Head(1, record.hash)
        chain = timed_repetition(lambda: len(chain_records("T1", head, [draft])))
        per_cent = 100 * quotient(commit, chain, turns)
        show("hash chain / a bare commit, in per cent of time", per_cent, "goal: at most 2")


def prepared_append(journal: Journal, text: bytes, batch: int) -> Callable[[], int]:
    """Append prepared records with one commit."""
    head = initial_head("T1")

    def append() -> int:
        nonlocal head
        records = chain_records("T1", head, [Draft(1, "p", "i", text)] * batch)
        journal.append(records)
        head = Head(records[-1].number, records[-1].hash)
        return batch

    return append


def journal_alone(place: Path, turns: int) -> None:
    """Compare appending prepared records with a raw sync."""
    text = b"x" * 200
    for batch, goal in ((1, "goal: at least 0.9"), (100, "goal: at least 15")):
        with tempfile.TemporaryDirectory(dir=place) as name:
            journal = SqliteJournal(Path(name))
            case, raw = (
                timed_repetition(prepared_append(journal, text, batch)),
                timed_repetition(synced_append(Path(name) / "raw", text)),
            )
            value = quotient(case, raw, turns)
            show(f"journal alone, {batch} a commit: rows / raw fdatasync", value, goal)
            journal.close()


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description="Measure how fast the house writes durably.")
    parser.add_argument("--quick", action="store_true", help="fewer turns and records")
    parser.add_argument("--place", type=Path, default=Path("."), help="a directory on the disk to measure")
    arguments = parser.parse_args()
    turns = 5 if arguments.quick else 15
    journal_alone(arguments.place, turns)
    latency(arguments.place, turns)
    throughput(arguments.place, turns)
    on_postgres(turns)


if __name__ == "__main__":
    main()
