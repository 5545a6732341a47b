"""One seeded day gives the same journal in every store, whatever the clock and the order of sets."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sicbo.house.maintenance.sample_day import Day
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.postgres import PostgresJournal
from sicbo.journal.record import Record
from sicbo.journal.sqlite import SqliteJournal
from sicbo.journal.store import Checkpoint, Journal
from sicbo.rulebooks import every_layout
from tests.crash.places import fast_directory
from tests.house.houses import floor_on
from tests.journal.postgres_server import fresh_url

ROOT = Path(__file__).parents[2]
CHILD = """
from tests.crash.test_same_day import day_on
from sicbo.journal.memory import MemoryJournal
print(day_on(MemoryJournal(), "star-sydney-2016"))
"""


def day_on(journal: Journal, layout: str, seed: int = 1) -> str:
    """Return the hash of the last record, which covers all of them."""
    Day(floor_on(journal), layout, seed=seed).deal(3)
    return journal.heads()["T1"].hash.hex()


def kept_on(journal: Journal, layout: str) -> tuple[str, list[Record], list[Checkpoint]]:
    """Return the hash of the chain of a day, its records and its checkpoints, as they are read back."""
    chain = day_on(journal, layout)
    kept = chain, list(journal.read("T1")), list(journal.checkpoints("T1"))
    journal.close()
    return kept


@pytest.mark.parametrize("layout", every_layout())
def test_memory_sqlite_and_postgresql_hold_the_same_day(layout: str) -> None:
    """One seeded day gives one hash of the chain, wherever it is written; another seed gives another day."""
    in_memory = kept_on(MemoryJournal(), layout)
    with fast_directory() as path:
        in_file = kept_on(SqliteJournal(path), layout)
    in_database = kept_on(PostgresJournal(fresh_url()), layout)

    assert in_memory[0] == in_file[0] == in_database[0]
    assert in_memory == in_file == in_database
    assert day_on(MemoryJournal(), layout, seed=2) != in_memory[0]


def test_another_process_with_another_order_of_sets_leaves_the_same() -> None:
    """The hashes of strings in that process do not matter."""
    found = {
        subprocess.run(
            [sys.executable, "-c", CHILD],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
        ).stdout.strip()
        for seed in ("1", "2")
    }

    assert found == {day_on(MemoryJournal(), "star-sydney-2016")}
