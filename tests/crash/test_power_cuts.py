"""Power cuts: everything that was not synced may be kept, lost, reordered or torn.

A recorded day is cut at random operations, and each image that a cut may leave is opened. The same check
fails if commits are not synced, so it can fail.
"""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from sicbo.errors import LostRecords
from sicbo.house.clock import Clock
from sicbo.house.interruptions import record_interruptions
from sicbo.journal.heads.heads_file import HEADS
from sicbo.journal.record import Head, Record, initial_head, verify_chain
from sicbo.journal.sqlite import FILE, SqliteJournal
from tests.crash.disk import Image
from tests.crash.ends import finish_round, wrong_ends
from tests.crash.places import fast_directory
from tests.crash.recording import NOTES, ROWS, Recording, record_day
from tests.house.houses import floor_on, recovered_facts
from tests.journal.heads import heads_in
from tests.soak.figures import add_count

IMAGES = int(os.environ.get("SICBO_IMAGES", "10000"))
RECOVERED = max(200, IMAGES // 100)
WHOLE = 25
LAYOUTS = ("canberra-2005", "crown-sydney-2024", "singapore-etg/1", "star-sydney-2016")
PARTS = len(LAYOUTS)
FINE, LOST, BROKEN = "fine", "an acknowledged record is lost", "not what was written"
AHEAD = "the heads file has more than the journal, or less than was acknowledged"
AROUND = (FILE, f"{FILE}-wal", f"{FILE}-journal", HEADS)


@pytest.fixture(scope="module")
def directory() -> Iterator[Path]:
    """A directory for images, in memory, because only their content is tested."""
    with fast_directory() as path:
        yield path


def test_the_recording_is_a_whole_chain_with_the_log_emptied_many_times(directory: Path) -> None:
    """The recording with which images are compared is whole, and it has the dangerous operations."""
    recording = record_day(directory / "whole", "FULL")
    records = [Record._make((*row[:5], row[5].encode(), *row[6:])) for row in recording.rows]

    kinds = Counter(op.kind for op in recording.ops)
    assert len(list(verify_chain("T1", initial_head("T1"), records))) == len(records) > 100
    assert recording.promised[-1][1] == recording.given[-1][1] == len(records)
    assert sorted(recording.live) == [number for _, number in recording.promised]
    assert kinds["sync"] > 100 and kinds["truncate"] > 10 and kinds["delete"] >= 3


@pytest.mark.parametrize("part", range(PARTS))
def test_no_power_cut_loses_what_was_acknowledged(directory: Path, part: int) -> None:
    """Every image opens with a prefix of what was written that has at least what was acknowledged."""
    recording = record_day(directory / f"full-{part}", "FULL", LAYOUTS[part])

    found = Counter(verdicts(recording, directory / "image", IMAGES // PARTS, seed=part))

    assert found == {FINE: IMAGES // PARTS}
    add_count("power cuts", found[FINE])


@pytest.mark.parametrize(("synchronous", "wrong"), [("NORMAL", LOST), ("OFF", BROKEN)])
def test_the_same_cuts_are_noticed_where_commits_are_not_synced(
    directory: Path, synchronous: str, wrong: str
) -> None:
    """The check finds lost records without syncs at commits, and broken files without any syncs."""
    recording = record_day(directory / synchronous, synchronous)

    found = Counter(verdicts(recording, directory / "image", 500, seed=0))

    assert found[wrong] > 50, found


def test_what_a_cut_takes_from_a_journal_that_is_not_synced_is_refused_at_the_start(directory: Path) -> None:
    """The heads file is synced separately, so each image that lacks an acknowledged record is refused."""
    recording, refused = record_day(directory / "behind", "NORMAL"), 0

    for at, image in recording.images(300, seed=3):
        write_image(directory / "behind-image", image)
        try:
            with closing(SqliteJournal(directory / "behind-image")) as journal:
                heads = journal.heads()
            assert heads.get("T1", initial_head("T1")).number >= recording.last_acknowledged(at)
        except LostRecords as error:
            assert "T1 has " in str(error)
            refused += 1

    assert refused > 30


def test_after_a_cut_the_house_stands_where_it_stood_and_ends_the_round_once(directory: Path) -> None:
    """Recovery gives the state of the table at that record, and every wager ends once."""
    recording = record_day(directory / "live", "FULL")
    for at, image in recording.images(RECOVERED, seed=2):
        write_image(directory / "house", image)
        journal = SqliteJournal(directory / "house")
        floor = floor_on(journal)
        number = journal.heads()["T1"].number if floor.logs else 0
        assert recording.last_acknowledged(at) <= number <= recording.last_written(at)
        if number:
            assert recovered_facts(floor.logs["T1"]) == recording.live[number]
            record_interruptions(floor, Clock())
            finish_round(floor)
            assert wrong_ends(journal) == []
        journal.close()


def verdicts(recording: Recording, directory: Path, count: int, seed: int) -> Iterator[str]:
    """Yield the verdict on this many cuts."""
    for index, (at, image) in enumerate(recording.images(count, seed)):
        write_image(directory, image)
        yield _open_after_cut(directory, recording, at, whole=index % WHOLE == 0)


def write_image(directory: Path, image: Image) -> None:
    """Put the files of an image into a directory, in place of all files of a journal."""
    directory.mkdir(exist_ok=True)
    for name in AROUND:
        path = os.path.join(directory, name)
        if name in image:
            with open(path, "wb", buffering=0) as file:
                file.write(image[name])
        elif os.path.exists(path):
            os.unlink(path)


def _open_after_cut(directory: Path, recording: Recording, at: int, *, whole: bool) -> str:
    connection = apsw.Connection(f"{directory}/{FILE}")
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        started = connection.execute("SELECT count(*) FROM sqlite_schema").get
        rows = list(connection.execute(ROWS)) if started else []
        notes = [size for (size,) in connection.execute(NOTES)] if started else []
        good = not whole or connection.pragma("integrity_check") == "ok"
    except apsw.Error:
        return BROKEN
    finally:
        connection.close()
    number = len(rows)
    if not good or rows != recording.rows[:number] or number > recording.last_written(at):
        return BROKEN
    if notes != [size for size in recording.notes if size <= number]:
        return BROKEN
    if number < recording.last_acknowledged(at):
        return LOST
    return FINE if _heads_agree(heads_in(directory / HEADS), recording, at, number) else AHEAD


def _heads_agree(heads: dict[str, Head] | None, recording: Recording, at: int, number: int) -> bool:
    """Return whether the heads file is between what was acknowledged and what is there."""
    head = (heads or {}).get("T1", initial_head("T1"))
    if not recording.last_acknowledged(at) <= head.number <= number:
        return False
    return head.number == 0 or recording.rows[head.number - 1][7] == head.hash
