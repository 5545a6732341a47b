"""A journal on a disk that fills up, in a process with its own small disk that no other process sees."""

import subprocess
import sys
from pathlib import Path

import apsw

from sicbo.errors import NoSpace
from sicbo.journal.record import Head, Record, chain_records, initial_head
from sicbo.journal.sqlite import FILE, RESERVE, RESERVE_BYTES, SqliteJournal
from tests.journal.contract import make_drafts

SIZE, BALLAST = 32 << 20, 10 << 20
LARGE, SMALL = '{"large":"' + "x" * 60_000 + '"}', '{"small":1}'


def play(directory: Path) -> None:
    """Write until there is no space, finish the round, make space, and continue: every record is there."""
    ballast = directory / "ballast"
    ballast.write_bytes(bytes(BALLAST))
    journal = SqliteJournal(directory)
    written: list[Record] = []
    assert not _is_full(journal)
    assert (directory / RESERVE).stat().st_size == RESERVE_BYTES

    _until_full(journal, written, LARGE)
    assert _is_full(journal)
    assert not (directory / RESERVE).exists()
    for _ in range(20):
        _one_more(journal, written, SMALL)
    journal.put_aside("t-1", "why the round was void")
    assert _is_full(journal)

    _until_full(journal, written, LARGE)
    assert list(journal.read("T1")) == written
    journal.close()

    journal = SqliteJournal(directory)
    assert list(journal.read("T1")) == written
    assert _is_full(journal)
    ballast.unlink()
    assert not _is_full(journal)
    assert (directory / RESERVE).stat().st_size == RESERVE_BYTES
    for _ in range(5):
        _one_more(journal, written, SMALL)
    assert list(journal.read("T1")) == written
    journal.close()


def play_with_a_reader(directory: Path) -> None:
    """A reader keeps the log from being emptied, but must not use up the space reserved for the round."""
    journal = SqliteJournal(directory)
    written: list[Record] = []
    _one_more(journal, written, SMALL)
    reader = apsw.Connection(str(directory / FILE), flags=apsw.SQLITE_OPEN_READONLY)
    reader.execute("BEGIN; SELECT * FROM record").fetchall()
    _until_full(journal, written, LARGE)
    reader.close()

    for _ in range(20):
        _one_more(journal, written, SMALL)
    assert _is_full(journal)
    assert list(journal.read("T1")) == written
    journal.close()


def _is_full(journal: SqliteJournal) -> bool:
    return journal.is_full


def _one_more(journal: SqliteJournal, written: list[Record], text: str) -> None:
    head = Head(written[-1].number, written[-1].hash) if written else initial_head("T1")
    more = chain_records("T1", head, make_drafts(1, start=head.number, text=text))
    journal.append(more)
    written += more


def _until_full(journal: SqliteJournal, written: list[Record], text: str) -> None:
    for _ in range(2 * SIZE // len(text)):
        try:
            _one_more(journal, written, text)
        except NoSpace:
            return
    raise AssertionError("the disk never filled up")


if __name__ == "__main__":
    for scene in (play, play_with_a_reader):
        place = Path(sys.argv[1]) / scene.__name__
        place.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)], check=True)
        scene(place)
