"""The contract of a journal, on memory, SQLite and PostgreSQL."""

from hashlib import sha256
from pathlib import Path

import pytest

from sicbo.journal.opening import open_journal
from sicbo.journal.record import initial_head
from tests.journal.contract import Contract, evening_commits
from tests.journal.postgres_server import fresh_url

SEED_7 = "7a1d513fa8ab4c35d8b6bd30eb95855070f15da56b0a00c502fee12377558870"


class TestMemory(Contract):
    """The journal that ends with the process."""

    lasts = False

    @pytest.fixture
    def address(self, tmp_path: Path) -> str | Path:
        """No address: it is in memory."""
        return "memory"


class TestSqlite(Contract):
    """The journal in a directory."""

    @pytest.fixture
    def address(self, tmp_path: Path) -> str | Path:
        """A directory that does not exist yet."""
        return tmp_path / "house" / "journal"


class TestPostgres(Contract):
    """The journal in a database."""

    @pytest.fixture
    def address(self, tmp_path: Path) -> str | Path:
        """A new schema."""
        return fresh_url()


def hash_of_a_journal(address: str | Path, seed: int) -> str:
    """Return the hash of everything that a seeded evening leaves in a journal, in the order of tables."""
    journal = open_journal(address)
    try:
        for commit in evening_commits(seed):
            journal.append(commit)
        whole = sha256()
        for table in sorted(journal.heads()):
            whole.update(initial_head(table).hash)
            for record in journal.read(table):
                whole.update(repr(tuple(record)).encode())
        return whole.hexdigest()
    finally:
        journal.close()


def test_one_evening_is_the_same_journal_everywhere(tmp_path: Path) -> None:
    """One seed gives the same chains in memory, SQLite and PostgreSQL, as when this test was written."""
    places: tuple[str | Path, ...] = ("memory", tmp_path, fresh_url())

    assert [hash_of_a_journal(place, seed=7) for place in places] == [SEED_7] * 3
    assert hash_of_a_journal("memory", seed=8) != SEED_7
