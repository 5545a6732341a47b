"""Kills: a real process with a dealer and players is stopped by `kill -9`, or by a disk that fails."""

import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from sicbo.errors import Refusal
from sicbo.house.clock import Clock
from sicbo.house.entries import CommandRequest, read_entry
from sicbo.house.floor import Floor
from sicbo.house.interruptions import record_interruptions
from sicbo.house.writer import STORAGE_EXIT
from sicbo.journal.sqlite import SqliteJournal
from sicbo.table.messages.round import SlipRegistered
from tests.crash.ends import events_of, finish_round, wrong_ends
from tests.house.houses import floor_on
from tests.soak.figures import add_count

KILLS = int(os.environ.get("SICBO_KILLS", "20"))
LAYOUTS = [
    "canberra-2005",
    "crown-melbourne-6.1/a",
    "crown-sydney-2024",
    "singapore-etg/1",
    "star-sydney-2016",
]
AGAIN = 20
LARGEST = 300_000
ROOT = Path(__file__).parents[2]


class Acknowledged(NamedTuple):
    """An acknowledgement: the id, its record, and whether the slip was registered."""

    id: str
    number: int
    hash: str
    registered: bool


@contextmanager
def house(directory: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A house at work in its own process."""
    command = [sys.executable, "-m", "tests.crash.writer", str(directory), *words]
    with subprocess.Popen(
        command, text=True, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def parse_answers(lines: Sequence[str]) -> list[Acknowledged]:
    """Parse the answers that came complete through the pipe."""
    words = [line.split() for line in lines if line.endswith("\n")]
    return [Acknowledged(name, int(number), bound, yes == "yes") for name, number, bound, yes in words]


def run_and_kill(directory: Path, layout: str, seconds: float) -> list[Acknowledged]:
    """Let a house work for a moment after its first answer, kill it, and return its answers."""
    with house(directory, layout) as process:
        assert process.stdout is not None and process.stderr is not None
        first = process.stdout.readline()
        assert first, process.stderr.read()
        time.sleep(seconds)
        process.kill()
        return parse_answers([first, *process.stdout])


def check_answers(directory: Path, told: list[Acknowledged]) -> Floor:
    """Check that every answer is kept and is given again to a repeated command."""
    journal = SqliteJournal(directory)
    floor = floor_on(journal)
    kept = {record.id: record for record in journal.read("T1")}
    assert [one for one in told if one.id not in kept] == []
    for one in told:
        record, entry = kept[one.id], read_entry(kept[one.id].text)
        assert (record.number, record.hash.hex()) == (one.number, one.hash)
        assert isinstance(entry.outcome, Refusal) is not one.registered
    asked = [CommandRequest("T1", read_entry(kept[one.id].text).decoded_command) for one in told[-AGAIN:]]
    again = floor.handle(asked)
    assert [answer.record for answer in again] == [kept[one.id] for one in told[-AGAIN:]]
    return floor


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_kill_of_a_house_at_work_loses_a_slip(tmp_path: Path, layout: str) -> None:
    """One journal survives many kills; each time everything answered is there and ends once."""
    chance, told = random.Random(layout), list[Acknowledged]()
    for turn in range(KILLS // len(LAYOUTS)):
        directory = tmp_path / str(turn // 4)
        told = [] if turn % 4 == 0 else told
        new = run_and_kill(directory, layout, chance.uniform(0, 0.15))
        told = [*told, *new]
        floor = check_answers(directory, told)
        record_interruptions(floor, Clock())
        finish_round(floor)
        assert wrong_ends(floor.journal) == []
        slips = [event for event in events_of(floor.journal) if isinstance(event, SlipRegistered)]
        assert len({event.command for event in slips}) == len(slips)
        floor.journal.close()
        add_count("kills", 1)
    assert any(one.registered for one in told)


@pytest.mark.parametrize("good", [40, 41, 60])
def test_a_failed_sync_ends_the_process_and_nothing_answered_is_lost(tmp_path: Path, good: int) -> None:
    """The sync is not tried again; the next process starts from the content of the disk."""
    with house(tmp_path, "crown-sydney-2024", str(good)) as process:
        said, complaint = process.communicate(timeout=60)
    told = parse_answers(said.splitlines(keepends=True))

    assert process.returncode == STORAGE_EXIT
    assert "check the disk, start again" in complaint
    assert told
    floor = check_answers(tmp_path, told)
    record_interruptions(floor, Clock())
    finish_round(floor)
    assert wrong_ends(floor.journal) == []
    floor.journal.close()


def test_a_write_that_fails_ends_the_process_too(tmp_path: Path) -> None:
    """Files may not grow, which is not a full disk: what was written is uncertain."""
    with house(tmp_path, "crown-sydney-2024") as process:
        assert process.stdout is not None and process.stderr is not None
        first = process.stdout.readline()
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (LARGEST, LARGEST))
        told = parse_answers([first, *process.stdout])
        complaint = process.stderr.read()

    assert process.returncode == STORAGE_EXIT, complaint
    assert "check the disk, start again" in complaint
    floor = check_answers(tmp_path, told)
    record_interruptions(floor, Clock())
    finish_round(floor)
    assert wrong_ends(floor.journal) == []
    floor.journal.close()


def test_a_second_process_is_refused_while_the_first_has_the_directory(tmp_path: Path) -> None:
    """The second process says so and touches nothing; when the first ends, the directory is free at once."""
    with house(tmp_path, "crown-sydney-2024") as first:
        assert first.stdout is not None
        assert first.stdout.readline()
        with house(tmp_path, "crown-sydney-2024") as second:
            said, complaint = second.communicate(timeout=60)
        assert first.poll() is None
        assert first.stdout.readline()
        first.kill()
        first.wait()
        check_answers(tmp_path, parse_answers([])).journal.close()

    assert second.returncode == 1 and said == ""
    assert f"InUse: Another process has {tmp_path}" in complaint
