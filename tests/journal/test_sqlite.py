"""The journal in SQLite: locked, refused, full, broken or erased, it always has what it acknowledged."""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import apsw
import pytest

from sicbo.errors import InUse, JournalError, StorageBroken, StorageError
from sicbo.journal import sqlite
from sicbo.journal.record import Record
from sicbo.journal.sqlite import FILE, RESERVE, SqliteJournal
from sicbo.journal.store import Checkpoint
from tests.journal.contract import make_records
from tests.journal.faulty_disk import FaultyDisk

_names = count(1)


@pytest.fixture
def disk() -> Iterator[FaultyDisk]:
    """A disk that works until a test makes it fail."""
    faulty = FaultyDisk(f"faulty-{next(_names)}")
    yield faulty
    faulty.heal()
    faulty.unregister()


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a Python process from the root of the repository."""
    root = Path(__file__).parent.parent.parent
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=60)


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    """The lock belongs to the operating system and ends with its process."""
    opening = "import sys; from sicbo.journal.opening import open_journal; open_journal(sys.argv[1]).close()"
    command = (sys.executable, "-c", opening, str(tmp_path))
    journal = SqliteJournal(tmp_path)

    refused = run(*command)
    with pytest.raises(InUse):
        SqliteJournal(tmp_path)
    journal.close()

    assert refused.returncode == 1
    assert refused.stderr.splitlines()[-1].endswith(
        f"Another process has {tmp_path} open: stop it, or give this one a directory of its own."
    )
    assert run(*command).returncode == 0


def test_closing_twice_closes_nothing_else(tmp_path: Path) -> None:
    """By then the descriptor of a closed file may belong to another file."""
    journal = SqliteJournal(tmp_path / "journal")
    journal.close()
    with (tmp_path / "other").open("w") as other:
        journal.close()
        other.write("still open")

    with pytest.raises(StorageBroken):
        journal.append(make_records("T1", 1))
    with pytest.raises(StorageBroken):
        journal.heads()


def test_an_old_library_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before 3.51.3 a write-ahead log could be damaged."""
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.51.2")
    with pytest.raises(StorageError, match=r"3\.51\.2.*install 3\.51\.3"):
        SqliteJournal(tmp_path / "journal")
    assert not (tmp_path / "journal").exists()

    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.51.3")
    SqliteJournal(tmp_path / "journal").close()


@pytest.mark.parametrize("statement", ["PRAGMA user_version = 2", "PRAGMA user_version = 0"])
def test_another_format_is_refused_untouched(tmp_path: Path, statement: str) -> None:
    """A newer format and tables that are not ours are refused; afterwards the directory is free again."""
    SqliteJournal(tmp_path).close()
    other = apsw.Connection(str(tmp_path / FILE))
    other.execute(statement)
    other.close()
    before = (tmp_path / FILE).read_bytes()

    for _ in range(2):
        with pytest.raises(StorageError, match="use the program that wrote it"):
            SqliteJournal(tmp_path)

    assert (tmp_path / FILE).read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """The lock is released as well."""
    (tmp_path / FILE).write_bytes(b"not a database, but long enough to be looked at" * 100)
    for _ in range(2):
        with pytest.raises(StorageBroken, match="not a database"):
            SqliteJournal(tmp_path)


def test_a_file_layer_without_a_log_is_refused(tmp_path: Path) -> None:
    """Without shared memory there is no write-ahead log, and SQLite would silently use another mode."""
    with pytest.raises(StorageError, match="write-ahead log does not work"):
        SqliteJournal(tmp_path, vfs="unix-none")


def test_commits_are_synced(tmp_path: Path, disk: FaultyDisk) -> None:
    """Each commit is synced at least once before it is acknowledged."""
    journal = SqliteJournal(tmp_path, vfs=disk.name)
    disk.fail(0, only="sync")
    for number, record in enumerate(make_records("T1", 5), 1):
        journal.append([record])
        assert disk.done >= number
    journal.close()


def test_a_failed_sync_breaks_the_journal(tmp_path: Path, disk: FaultyDisk) -> None:
    """The content of the disk is uncertain then: it accepts nothing more, even when the disk works again."""
    journal = SqliteJournal(tmp_path, vfs=disk.name)
    written = make_records("T1", 3)
    journal.append(written[:1])

    disk.fail(1, only="sync")
    with pytest.raises(StorageBroken, match="stop, check the disk, start again"):
        journal.append(written[1:2])
    disk.heal()
    with pytest.raises(StorageBroken):
        journal.append(written[1:2])
    with pytest.raises(StorageBroken):
        journal.put_aside("p-1", "Ana")
    journal.close()

    journal = SqliteJournal(tmp_path)
    assert list(journal.read("T1")) in (written[:1], written[:2])
    journal.close()


def test_a_failed_sync_of_the_file_breaks_it_too(
    tmp_path: Path, disk: FaultyDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite by itself would not report a failure while it moves the log into the file."""
    journal = SqliteJournal(tmp_path, vfs=disk.name)
    monkeypatch.setattr(sqlite, "LOG_PAGES", 1)
    disk.fail(1, only="sync file")

    with pytest.raises(StorageBroken):
        journal.append(make_records("T1", 1))
    journal.close()


@pytest.mark.parametrize("for_ever", [False, True])
def test_no_failing_operation_loses_what_was_acknowledged(
    tmp_path: Path, disk: FaultyDisk, monkeypatch: pytest.MonkeyPatch, for_ever: bool
) -> None:
    """Fail the first write, sync or truncation, then the second, and so on until a whole run succeeds."""
    monkeypatch.setattr(sqlite, "LOG_PAGES", 12)
    written = make_records("T1", 4)
    for place in count(1):
        home = tmp_path / str(place)
        disk.fail(place, for_ever=for_ever)
        acknowledged, clean = _run_on(disk, home, written)
        disk.heal()
        journal = SqliteJournal(home, vfs=disk.name)
        found = list(journal.read("T1"))
        assert len(acknowledged) <= len(found) <= len(acknowledged) + 1
        assert found == written[: len(found)]
        assert len(list(journal.checkpoints("T1"))) == len(found)
        journal.append(written[len(found) :])
        journal.close()
        if clean:
            break
    assert place > 60


def _run_on(disk: FaultyDisk, home: Path, written: list[Record]) -> tuple[list[Record], bool]:
    """Write all records; return those acknowledged before the disk failed, and whether it never did."""
    acknowledged: list[Record] = []
    try:
        journal = SqliteJournal(home, vfs=disk.name)
    except StorageBroken:
        return acknowledged, False
    try:
        for record in written:
            journal.append([record], [Checkpoint("T1", record.number, "note", b"")])
            acknowledged.append(record)
        journal.put_aside("p-1", "Ana")
        journal.erase("p-1")
    except StorageBroken:
        return acknowledged, False
    finally:
        journal.close()
    return acknowledged, True


def test_a_full_disk_loses_nothing_and_lets_the_round_finish(tmp_path: Path) -> None:
    """On a small disk a commit is refused, the reserve is released, the round ends, the reserve returns."""
    alone = (
        ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "--user", "--map-root-user"]
    )

    played = run(*alone, sys.executable, "-m", "tests.journal.full_disk", str(tmp_path))

    assert (played.returncode, played.stderr) == (0, "")


def test_without_a_reserve_it_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk cannot reserve space, only the rounds in play are finished."""

    def refuse(handle: int, start: int, size: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", refuse)
    journal = SqliteJournal(tmp_path)
    before = journal.is_full
    journal.append(make_records("T1", 1))
    monkeypatch.undo()

    assert (before, journal.is_full) == (True, False)
    assert (tmp_path / RESERVE).exists()
    journal.close()


def test_what_was_erased_is_in_no_file(tmp_path: Path) -> None:
    """Replaced values are gone too, although SQLite moves rows and may leave copies behind."""
    chance = Random(3)
    journal = SqliteJournal(tmp_path, synchronous="OFF")
    journal.append(make_records("T1", 3))
    kept: dict[str, str] = {}
    gone: list[str] = []
    for _ in range(2500):
        key = f"p-{chance.randrange(400)}"
        gone += [kept.pop(key)] if key in kept else []
        kept[key] = chance.randbytes(chance.choice([12, 20, 60, 400, 700])).hex()
        journal.put_aside(key, kept[key])
    gone.append(kept.pop("p-1"))
    journal.erase("p-1")

    files = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.name != RESERVE)
    assert [value for value in gone if value[:24].encode() in files or value[-24:].encode() in files] == []
    assert journal.aside("p-1") is None
    assert all(journal.aside(key) == value for key, value in kept.items())
    journal.close()


def test_erasing_waits_for_readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader may still see the old log: the house has to erase again, and then it succeeds."""
    monkeypatch.setattr(sqlite, "BUSY_MILLISECONDS", 10)
    journal = SqliteJournal(tmp_path)
    journal.put_aside("p-1", "Ana Aardvark")
    reader = apsw.Connection(str(tmp_path / FILE), flags=apsw.SQLITE_OPEN_READONLY)
    reader.execute("BEGIN; SELECT * FROM aside").fetchall()

    with pytest.raises(StorageError, match="erase again"):
        journal.erase("p-1")
    assert journal.aside("p-1") is None
    reader.close()
    journal.erase("p-1")

    files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Aardvark" not in files
    journal.append(make_records("T1", 1))
    journal.close()


def test_damaged_text_names_its_record(tmp_path: Path) -> None:
    """Bytes that are not text are found at their record, after all the records before it."""
    written = make_records("T1", 5)
    journal = SqliteJournal(tmp_path)
    journal.append(written)
    journal._write("UPDATE record SET text = CAST(x'ff' AS TEXT) WHERE number = ?", (4,))
    found = []

    with pytest.raises(JournalError) as damage:
        for record in journal.read("T1"):
            found.append(record)

    assert found == written[:3]
    assert (damage.value.table, damage.value.number) == ("T1", 4)
    journal.close()


def test_a_backup_is_a_journal(tmp_path: Path) -> None:
    """A copy made while the journal is in use opens with everything written by then."""
    written = make_records("T1", 300)
    journal = SqliteJournal(tmp_path / "house")
    journal.append(written[:200], [Checkpoint("T1", 200, "note", b"")])
    (tmp_path / "copy").mkdir()
    journal.backup(tmp_path / "copy" / FILE)
    journal.append(written[200:])
    journal.close()

    copy = SqliteJournal(tmp_path / "copy")
    assert list(copy.read("T1")) == written[:200]
    assert [one.size for one in copy.checkpoints("T1")] == [200]
    copy.close()


def test_a_backup_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """The journal itself is not harmed."""
    journal = SqliteJournal(tmp_path)
    with pytest.raises(StorageError, match="cannot be copied"):
        journal.backup(tmp_path / "nowhere" / FILE)
    (tmp_path / "other").write_bytes(b"something else that is there already" * 100)
    with pytest.raises(StorageError, match="cannot be copied"):
        journal.backup(tmp_path / "other")
    journal.append(make_records("T1", 1))
    journal.close()
