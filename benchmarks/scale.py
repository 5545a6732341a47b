"""How the house scales: tables, the cost of a slip, records per gigabyte of journal. A minute, in CPU time.

`python -m benchmarks.scale` prints a table for docs/evidence/scale.md; read its ratios.
"""

import resource
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time

from sicbo.game.policies import Step
from sicbo.house.entries import CommandRequest
from sicbo.house.floor import Floor
from sicbo.house.identity.signatures import HouseSigner
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.journal.notes import SigningKey
from sicbo.journal.sqlite import FILE, SqliteJournal
from sicbo.rulebooks import every_layout

TABLES, SLIPS, PLAYERS, BATCH = (1, 4, 16, 64), 6_400, 8, 100


@contextmanager
def measure_block() -> Iterator[list[float]]:
    """Measure the CPU seconds and wall seconds of the block."""
    cpu, wall = process_time(), perf_counter()
    taken: list[float] = []
    yield taken
    taken += [process_time() - cpu, perf_counter() - wall]


def open_tables(floor: Floor, tables: int, name: str = "T") -> list[SampleDay]:
    """Open tables with open bets, every layout in turn."""
    layouts = list(every_layout())
    days = [
        SampleDay(floor, layouts[n % len(layouts)], players=PLAYERS, name=f"{name}{n + 1}")
        for n in range(tables)
    ]
    for day in days:
        day.open()
        day.perform_through(Step.PLACE_BETS)
    return days


def slips(floor: Floor, days: list[SampleDay], count: int) -> None:
    """Send slips to tables across the house, a hundred per commit."""
    while count > 0:
        waiting: list[CommandRequest] = []
        for at in range(BATCH):
            day = days[at % len(days)]
            if at < len(days):
                waiting.append(day.slip(day.players[count % PLAYERS]))
        floor.handle(waiting)
        count -= len(waiting)


def row(tables: int) -> str:
    """Return the costs of this number of tables."""
    with tempfile.TemporaryDirectory() as place:
        journal = SqliteJournal(Path(place))
        signer = HouseSigner(SigningKey.new("sample.example"))
        floor = Floor(journal, signer)
        with measure_block() as founding:
            days = open_tables(floor, tables)
        with measure_block() as staking:
            slips(floor, days, SLIPS)
        records = sum(one.head.number for one in floor.logs.values())
        journal.close()
        size = sum((Path(place) / name).stat().st_size for name in (FILE,))
        with measure_block() as recovery:
            again = SqliteJournal(Path(place))
            Floor(again, signer)
        again.close()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    cells = (
        tables,
        f"{1e3 * founding[0] / tables:.1f}",
        f"{1e6 * staking[0] / SLIPS:.0f}",
        f"{SLIPS / staking[1]:,.0f}",
        f"{size / records:.0f}",
        f"{1e6 * recovery[0] / records:.0f}",
        memory,
    )
    return f"| {' | '.join(map(str, cells))} |"


def main() -> int:
    """Print one row for each number of tables."""
    heads = (
        "tables",
        "ms to open one",
        "µs CPU a slip",
        "slips/s, wall",
        "bytes a record",
        "µs to recover a record",
        "MB",
    )
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for tables in TABLES:
        print(row(tables), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
