"""Two processes on one PostgreSQL against one: durable slips, and which resource they use up.

`python -m benchmarks.processes` lets one process and two take turns, each with tables of its own, and counts
the processor time of everybody: on a machine that others use too, that is what can be believed.
"""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.scale import opened, slips
from sicbo.house.floor import Floor
from sicbo.house.signing import HouseSigner
from sicbo.journal.notes import Key
from sicbo.journal.postgres import PostgresJournal
from tests.journal.postgres_server import Server

TABLES, SECONDS, TURNS, AT_ONCE = 16, 3.0, 5, 320


def worked(processes: Iterable[int]) -> float:
    """Seconds of processor time that processes have used, all their threads together."""
    threads = [one for pid in processes for one in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    return sum(int(one.read_text().split()[0]) for one in threads) / 1e9


def work(url: str, name: str) -> None:
    """A process: open tables, then register slips for some seconds whenever a line comes."""
    floor = Floor(PostgresJournal(url), HouseSigner(Key.new("sample.example")))
    days = opened(floor, TABLES, name)
    print("ready", flush=True)
    for _ in sys.stdin:
        ends, done = perf_counter() + SECONDS, 0
        while perf_counter() < ends:
            slips(floor, days, AT_ONCE)
            done += AT_ONCE
        print(done, flush=True)


class Worker:
    """Such a process, from outside."""

    def __init__(self, url: str, name: str) -> None:
        words = [sys.executable, "-m", "benchmarks.processes", url, name]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.said()

    def said(self) -> str:
        """What it says next."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def go(self) -> None:
        """Let it work."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()


def turn(workers: list[Worker], server: Server) -> tuple[float, float, float]:
    """Slips a second of all of them, and microseconds of a slip: theirs and the database's."""
    pids, began = [worker.process.pid for worker in workers], perf_counter()
    ours, database = worked(pids), worked(server.pids)
    for worker in workers:
        worker.go()
    done = sum(int(worker.said()) for worker in workers)
    took, each = perf_counter() - began, 1e6 / done
    return done / took, each * (worked(pids) - ours), each * (worked(server.pids) - database)


def main() -> None:
    """Print a row for one and for two, and their ratio."""
    server = Server()
    server.start()
    workers = [Worker(server.url, name) for name in ("A", "B")]
    try:
        pairs = [(turn(workers[:1], server), turn(workers, server)) for _ in range(TURNS)]
    finally:
        for worker in workers:
            worker.process.kill()
        server.stop()
    print(
        "| processes | slips/s, wall | µs CPU a slip, house | µs CPU a slip, PostgreSQL |\n|---|---|---|---|"
    )
    for count, rows in enumerate(zip(*pairs, strict=True), 1):
        rate, ours, theirs = (median(column) for column in zip(*rows, strict=True))
        print(f"| {count} | {rate:,.0f} | {ours:.0f} | {theirs:.0f} |")
    print(f"two / one: {median(two[0] / one[0] for one, two in pairs):.2f}, turn by turn")


if __name__ == "__main__":
    if sys.argv[1:]:
        work(*sys.argv[1:])
    else:
        main()
