"""The same seeded day leaves the same journal wherever it is kept: no clock, no chance, no order of sets."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sicbo.house.sample import Day
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.sqlite import SqliteJournal
from sicbo.journal.store import Journal
from sicbo.rulebooks import every_layout
from tests.crash.places import fast_directory
from tests.house.houses import floor_on

ROOT = Path(__file__).parents[2]
CHILD = """
from tests.crash.test_same_day import day_on
from sicbo.journal.memory import MemoryJournal
print(day_on(MemoryJournal(), "star-sydney-2016"))
"""


def day_on(journal: Journal, layout: str, seed: int = 1) -> str:
    """The hash of the last record, which stands for all of them."""
    Day(floor_on(journal), layout, seed=seed).deal(3)
    return journal.heads()["T1"].hash.hex()


@pytest.mark.parametrize("layout", every_layout())
def test_memory_and_sqlite_hold_the_same_records(layout: str) -> None:
    """Hash for hash; another seed gives another day."""
    memory = MemoryJournal()
    in_memory = day_on(memory, layout)
    with fast_directory() as path:
        journal = SqliteJournal(path)
        in_file = day_on(journal, layout)
        same = list(journal.read("T1")) == list(memory.read("T1"))
        journal.close()

    assert in_memory == in_file and same
    assert day_on(MemoryJournal(), layout, seed=2) != in_memory


def test_another_process_with_another_order_of_sets_leaves_the_same() -> None:
    """Whatever the hashes of strings are in it."""
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
