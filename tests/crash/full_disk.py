"""A house on a disk that is full or read-only: what it answers, what continues, and what is kept.

Run as `python -m tests.crash.full_disk DIRECTORY`, where a disk of a few megabytes can be mounted.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

from sicbo.cli.main import main as main_of_sicbo
from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.house.clock import Clock
from sicbo.house.entries import CommandRequest
from sicbo.house.export.readers import SqliteReader, checked_records
from sicbo.house.floor import DISK_FULL, CommandAnswer, Floor
from sicbo.house.interruptions import record_interruptions
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.writer import STORAGE_EXIT, Writer, resolve_futures
from sicbo.journal.sqlite import RESERVE, SqliteJournal
from tests.crash.ends import finish_round, wrong_ends
from tests.house.houses import floor_on, recovered_facts

LAYOUT = "crown-sydney-2024"
SIZE = "12m"
LEFT = 40_000
Breaks = Callable[[SqliteJournal], None]


def main(directory: Path) -> None:
    """Mount a small disk and test it with space for the round in play, with no space, and read-only."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(directory)], check=True)
    ballast = directory / "ballast"
    house = directory / "house"
    _full_but_for_the_reserve(house, ballast)
    _full_to_the_last_byte(house, ballast)
    _read_only(directory, house)
    sys.stdout.write("well")


def submit(loop: Writer["Future[CommandAnswer]"], asked: CommandRequest) -> CommandAnswer:
    """Give a command through the loop and wait for its answer."""
    future: Future[CommandAnswer] = Future()
    loop.submit(future, asked)
    return future.result()


def fill(ballast: Path, left: int) -> None:
    """Fill the disk except for a few bytes."""
    disk = os.statvfs(ballast.parent)
    room = disk.f_bavail * disk.f_frsize
    with ballast.open("ab") as file:
        os.posix_fallocate(file.fileno(), 0, ballast.stat().st_size + room - left)


def _full_but_for_the_reserve(house: Path, ballast: Path) -> None:
    journal = SqliteJournal(house)
    day = SampleDay(floor_on(journal), LAYOUT, players=3)
    loop: Writer[Future[CommandAnswer]] = Writer(day.floor, resolve_futures)
    day.deal(1)
    day.perform_through(Step.PLACE_BETS)
    day.submit(*(day.slip(player) for player in day.players))
    fill(ballast, LEFT)
    for _ in range(100):
        slip = day.slip(day.players[0])
        answer = submit(loop, slip)
        if answer.outcome is DISK_FULL:
            break
    assert answer.outcome is DISK_FULL and answer.record is None
    assert not (house / RESERVE).exists()
    before = recovered_facts(day.floor.logs["T1"])
    assert submit(loop, slip).outcome is DISK_FULL
    assert recovered_facts(day.floor.logs["T1"]) == before
    while day.table.round is not None:
        assert not isinstance(submit(loop, day.command_for_step()).outcome, Refusal)
    assert not isinstance(submit(loop, day.command_for_step()).outcome, Refusal)
    late = day.slip(day.players[1])
    assert submit(loop, late).outcome is DISK_FULL
    ballast.unlink()
    assert not isinstance(submit(loop, late).outcome, Refusal)
    assert (house / RESERVE).exists()
    loop.stop()
    finish_round(day.floor)
    _nothing_lost(journal, day.floor, house)


def _nothing_lost(journal: SqliteJournal, floor: Floor, house: Path) -> None:
    assert wrong_ends(journal) == []
    expected = recovered_facts(floor.logs["T1"])
    journal.close()
    journal = SqliteJournal(house)
    assert recovered_facts(floor_on(journal).logs["T1"]) == expected
    journal.close()


def _full_to_the_last_byte(house: Path, ballast: Path) -> None:
    """Without a reserve the process ends, and with space again the round is finished."""

    def full(_: SqliteJournal) -> None:
        (house / RESERVE).unlink()
        fill(ballast, 0)

    numbers = _records_until_broken(house, full)
    ballast.unlink()
    _check_round_finished(house, numbers)


def _read_only(directory: Path, house: Path) -> None:
    """On a read-only disk the process ends and none starts, but readers read; later everything is there."""

    def assert_refused(journal: SqliteJournal) -> None:
        journal._connection.pragma("query_only", True)

    numbers = _records_until_broken(house, assert_refused)
    SqliteJournal(house).close()
    subprocess.run(["mount", "-o", "remount,ro", str(directory)], check=True)
    assert main_of_sicbo(["serve", "--data", str(house), "--no-browser"]) == STORAGE_EXIT
    with closing(SqliteReader(house)) as journal:
        assert len(list(checked_records(journal, "T1"))) >= max(numbers)
    subprocess.run(["mount", "-o", "remount,rw", str(directory)], check=True)
    _check_round_finished(house, numbers)


def _check_round_finished(house: Path, numbers: list[int]) -> None:
    """Check that everything answered is there and that the round is finished."""
    journal = SqliteJournal(house)
    floor = floor_on(journal)
    assert numbers and floor.logs["T1"].head.number >= max(numbers)
    record_interruptions(floor, Clock())
    finish_round(floor)
    _nothing_lost(journal, floor, house)


def _records_until_broken(house: Path, breaks: Breaks) -> list[int]:
    """Return the records that a process acknowledged until its disk failed, and check its exit code."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _until_it_breaks(house, breaks, writing)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as heard:
        numbers = [int(line) for line in heard]
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == STORAGE_EXIT
    return numbers


def _until_it_breaks(house: Path, breaks: Breaks, pipe: int) -> None:
    journal = SqliteJournal(house)
    day = SampleDay(floor_on(journal), LAYOUT, players=3)
    loop: Writer[Future[CommandAnswer]] = Writer(day.floor, resolve_futures)
    while True:
        answer = submit(loop, day.command_for_step())
        assert answer.record is not None
        os.write(pipe, f"{answer.record.number}\n".encode())
        if day.table.takes_wagers:
            breaks(journal)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
