"""Opening a journal by its address, and the databases that are refused."""

import sys
from pathlib import Path

import psycopg
import pytest

from sicbo.errors import BadInput, StorageError
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.opening import open_journal
from sicbo.journal.postgres import PostgresJournal
from sicbo.journal.sqlite import SqliteJournal
from tests.journal.postgres_server import Server, fresh_url


@pytest.fixture
def url() -> str:
    """The address of a new schema."""
    return fresh_url()


def run(url: str, *statements: str) -> None:
    """Run statements in the database without the journal."""
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def test_a_journal_is_opened_by_where_it_is(tmp_path: Path, url: str) -> None:
    """A journal is opened by a word, an address or a directory; a path is always a directory."""
    kinds = {"memory": MemoryJournal, url: PostgresJournal, str(tmp_path / "a"): SqliteJournal}
    for where, kind in kinds.items():
        opened = open_journal(where)
        assert isinstance(opened, kind)
        opened.close()
    opened = open_journal(tmp_path / "memory")
    assert isinstance(opened, SqliteJournal)
    opened.close()


def test_an_address_of_another_kind_is_refused() -> None:
    """It is refused rather than used as the name of a directory."""
    with pytest.raises(BadInput, match="A journal cannot be kept in 'mysql'"):
        open_journal("mysql://house/journal")


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has the command that installs it."""
    monkeypatch.delitem(sys.modules, "sicbo.journal.postgres")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StorageError, match=r"pip install 'sicbo\[postgres\]'"):
        open_journal("postgresql://127.0.0.1/journal")


@pytest.mark.parametrize("address", ["postgresql://127.0.0.1:1/none", "postgresql://127.0.0.1/none?what=1"])
def test_an_address_that_leads_nowhere_is_told(address: str) -> None:
    """The error is one sentence and comes without delay."""
    with pytest.raises(StorageError, match="start it, or correct the address"):
        open_journal(address)


def test_an_unsafe_session_is_refused(url: str) -> None:
    """A commit that is acknowledged before it is on disk is not safe."""
    for setting in ("off", "local", "remote_write"):
        with pytest.raises(StorageError, match=f"synchronous_commit = {setting}"):
            PostgresJournal(f"{url}%20-csynchronous_commit%3D{setting}")
    PostgresJournal(f"{url}%20-csynchronous_commit%3Dremote_apply").close()


def test_a_server_that_never_syncs_is_refused() -> None:
    """It would lose everything in a power cut without saying so."""
    reckless = Server(fsync="off")
    try:
        reckless.start()
        with pytest.raises(StorageError, match="fsync = off"):
            PostgresJournal(reckless.url)
    finally:
        reckless.stop()


def test_a_database_that_cannot_hold_every_text_is_refused(url: str) -> None:
    """Names may be in any script."""
    base = url.partition("?")[0]
    name = "sicbo_test_ascii"
    run(
        base,
        f"DROP DATABASE IF EXISTS {name}",
        f"CREATE DATABASE {name} ENCODING 'SQL_ASCII' TEMPLATE template0",
    )
    try:
        with pytest.raises(StorageError, match="server_encoding = SQL_ASCII"):
            PostgresJournal(f"{base.rpartition('/')[0]}/{name}")
    finally:
        run(base, f"DROP DATABASE {name}")


def test_another_format_is_refused(url: str) -> None:
    """A newer format is refused, and so are tables of the same name that are not ours."""
    PostgresJournal(url).close()
    run(url, "UPDATE format SET version = 2")
    with pytest.raises(StorageError, match="format 2, we know 1"):
        PostgresJournal(url)
    run(url, "DROP TABLE format")
    with pytest.raises(StorageError, match="already exists"):
        PostgresJournal(url)
