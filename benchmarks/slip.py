"""Where the time of a slip goes: `python -m benchmarks.slip [--batch N]`, in microseconds of processor time.

A batch of slips is measured as a whole, and then part by part, with the journal in memory so that no disk is
waited for. The minimum of many turns counts. The rest is the work of the floor around the parts, and cache
misses when the whole batch is processed.
"""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import thread_time
from typing import Any

from benchmarks.journal import SIGNER, Bare, JournalBench, show
from sicbo.house.commit import PendingCommit
from sicbo.house.entries import CommandRequest, entry_text
from sicbo.house.log_state import LogState
from sicbo.journal.merkle import MerkleTree
from sicbo.journal.record import Draft, Head, Record, chain_records
from sicbo.journal.sqlite import SqliteJournal
from sicbo.table.log_kind import decide, evolve

FAST = Path("/dev/shm")
TURNS = 60


def least(batch: int, work: Callable[[Any], object], before: Callable[[], Any] = lambda: None) -> float:
    """Return the microseconds per slip of a batch, in the best of many turns, without the preparation."""
    best = float("inf")
    for _ in range(TURNS):
        given = before()
        start = thread_time()
        work(given)
        best = min(best, thread_time() - start)
    return best / batch * 1e6


def parts(house: JournalBench, batch: int) -> dict[str, float]:
    """Measure each part of what the floor does with a batch."""
    place, asked = house.floor.logs["T1"], next_slips(house, batch)
    decided = [decide(place.table, one.command) for one in asked]
    events = [event for outcome in decided if isinstance(outcome, tuple) for event in outcome]
    assert len(events) == batch, "Every slip is taken."
    drafts = [Draft(*record[2:6]) for record in take_slips(place, asked)]
    records = chain_records("T1", place.head, drafts)

    def believe(_: None) -> None:
        table = place.table
        for event in events:
            table = evolve(table, event)

    def grow(_: None) -> None:
        tree = MerkleTree(place.peaks)
        for record in records:
            tree.append(record.hash)

    answers = list(zip(asked, decided, strict=True))
    return {
        "decide": least(batch, lambda _: [decide(place.table, one.command) for one in asked]),
        "evolve and ledger": least(batch, believe),
        "canonical text": least(batch, lambda _: [entry_text(*one) for one in answers]),
        "hash chain": least(batch, lambda _: chain_records("T1", place.head, drafts)),
        "tree": least(batch, grow),
        "journal": least(
            batch, house.floor.journal.append, lambda: chain_records("T1", end_of(house), drafts)
        ),
    }


def take_slips(place: LogState, asked: list[CommandRequest]) -> list[Record]:
    """Return the records of a batch."""
    turn = PendingCommit(place, SIGNER)
    for one in asked:
        turn.decide_command(one)
    return [one.record for one in turn.written]


def end_of(house: JournalBench) -> Head:
    """Return the current end of the journal."""
    return house.floor.journal.heads()["T1"]


def next_slips(house: JournalBench, batch: int) -> list[CommandRequest]:
    """Return the next slips, prepared."""
    return [house.next() for _ in range(batch)]


def main() -> None:
    """Print the whole, the parts, and the cost of a bare insert."""
    parser = argparse.ArgumentParser(description="Measure where the time of a slip goes.")
    parser.add_argument("--batch", type=int, default=100, help="number of slips per commit")
    batch = parser.parse_args().batch
    with tempfile.TemporaryDirectory(dir=FAST if FAST.is_dir() else None) as name:
        house = JournalBench(SqliteJournal(Path(name)), batch)
        bare = Bare(Path(name) / "bare", house.bytes())
        whole = least(batch, house.floor.handle, lambda: next_slips(house, batch))
        each = parts(house, batch)
        for what, microseconds in each.items():
            show(what, microseconds)
        show("the rest", whole - sum(each.values()))
        show("the floor as a whole", whole)
        show("a bare insert of the same bytes", least(batch, lambda _: bare.commit(batch)))


if __name__ == "__main__":
    main()
