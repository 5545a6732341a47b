"""Two and four processes on one PostgreSQL against one: durable slips, and the resource that limits them.

`python -m benchmarks.processes` lets one process, two and four take turns, each with tables of its own. It
measures the processor time of every process, which is reliable on a shared machine, and samples what the
database's sessions wait for.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from threading import Event, Thread
from time import perf_counter
from typing import NamedTuple

import psycopg

from benchmarks.scale import open_tables, slips
from sicbo.house.floor import Floor
from sicbo.journal.postgres import PostgresJournal
from tests.house.houses import KEY
from tests.journal.postgres_server import PostgresServer
from tests.soak.figures import set_figure

TABLES, SECONDS, TURNS, AT_ONCE = 16, 3.0, 5, 320
COUNTS, LOOK = (1, 2, 4), 0.005
WAITS = """SELECT CASE WHEN state = 'idle' THEN 'the house' ELSE coalesce(wait_event, 'nothing') END
    FROM pg_stat_activity WHERE query LIKE '%INSERT INTO record%' AND pid <> pg_backend_pid()"""


def cpu_seconds(processes: Iterable[int]) -> float:
    """Return the processor time of processes in seconds, with all their threads."""
    threads = [one for pid in processes for one in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    return sum(int(one.read_text().split()[0]) for one in threads) / 1e9


def work(url: str, name: str) -> None:
    """Run a process: open tables, then register slips for some seconds after each line of input."""
    floor = Floor(PostgresJournal(url), KEY)
    days = open_tables(floor, TABLES, name)
    print("ready", flush=True)
    for _ in sys.stdin:
        ends, done = perf_counter() + SECONDS, 0
        while perf_counter() < ends:
            slips(floor, days, AT_ONCE)
            done += AT_ONCE
        print(done, flush=True)


class Worker:
    """The handle of such a process."""

    def __init__(self, url: str, name: str) -> None:
        words = [sys.executable, "-m", "benchmarks.processes", url, name]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.read_line()

    def read_line(self) -> str:
        """Return the next line of its output."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def start(self) -> None:
        """Start one turn of work."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()


class Turn(NamedTuple):
    """Slips per second, microseconds per slip of processes and database, and what the sessions waited for."""

    rate: float
    ours: float
    database: float
    waits: Counter[str]


@contextmanager
def looked_at(line: psycopg.Connection) -> Iterator[Counter[str]]:
    """Return how often the writing sessions wait for what, by sampling."""
    seen: Counter[str] = Counter()
    over = Event()

    def look() -> None:
        while not over.wait(LOOK):
            seen.update(what for (what,) in line.execute(WAITS))

    looking = Thread(target=look)
    looking.start()
    yield seen
    over.set()
    looking.join()


def turn(workers: list[Worker], server: PostgresServer, line: psycopg.Connection) -> Turn:
    """Let all processes work for some seconds."""
    pids, began = [worker.process.pid for worker in workers], perf_counter()
    ours, database = cpu_seconds(pids), cpu_seconds(server.pids)
    with looked_at(line) as waits:
        for worker in workers:
            worker.start()
        done = sum(int(worker.read_line()) for worker in workers)
        took, each = perf_counter() - began, 1e6 / done
    return Turn(
        done / took, each * (cpu_seconds(pids) - ours), each * (cpu_seconds(server.pids) - database), waits
    )


def print_report(turns: list[tuple[Turn, ...]]) -> None:
    """Print a row for each number of processes, the waits of the database, and the ratios."""
    print(
        "| processes | slips/s, wall | µs CPU a slip, house | µs CPU a slip, PostgreSQL"
        " | the database waits for |\n|---|---|---|---|---|"
    )
    for count, mine in zip(COUNTS, zip(*turns, strict=True), strict=True):
        rate, ours, theirs = (median(turn[place] for turn in mine) for place in range(3))
        waits = sum((turn.waits for turn in mine), Counter[str]())
        most = ", ".join(f"{what} {100 * of // waits.total()} %" for what, of in waits.most_common(4))
        print(f"| {count} | {rate:,.0f} | {ours:.0f} | {theirs:.0f} | {most} |")
    for place, count in enumerate(COUNTS[1:], 1):
        ratio = median(one[place].rate / one[0].rate for one in turns)
        set_figure(f"slips of {count} processes / of one", round(ratio, 2))
        print(f"{count} processes / one: {ratio:.2f}, turn by turn")


def main() -> None:
    """Run the turns."""
    server = PostgresServer()
    server.start()
    workers = [Worker(server.url, name) for name in "ABCD"[: max(COUNTS)]]
    try:
        with psycopg.connect(server.url, autocommit=True) as line:
            print_report(
                [tuple(turn(workers[:count], server, line) for count in COUNTS) for _ in range(TURNS)]
            )
    finally:
        for worker in workers:
            worker.process.kill()
        server.stop()


if __name__ == "__main__":
    if sys.argv[1:]:
        work(*sys.argv[1:])
    else:
        main()
