"""Restart with several processes: a round is interrupted only when no process plays it any more."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from sicbo.house.clock import Clock
from sicbo.house.floor import Floor
from sicbo.house.interruptions import record_interruptions
from sicbo.journal.postgres import PLAY_LOCK, PostgresJournal
from tests.house.houses import floor_on
from tests.journal.postgres_server import fresh_url

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0


@pytest.fixture
def url() -> str:
    """Return the address of a new database."""
    return fresh_url()


@contextmanager
def another_process(url: str) -> Iterator["subprocess.Popen[str]"]:
    """Run another process that has opened the bets of a round."""
    command = [sys.executable, "-m", "tests.house.playing", url]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "bets are open\n"
            yield process
        finally:
            process.kill()


@contextmanager
def start_on_journal(url: str) -> Iterator[Floor]:
    """Start this process on the same journal."""
    journal = PostgresJournal(url)
    floor = floor_on(journal)
    record_interruptions(floor, Clock())
    try:
        yield floor
    finally:
        journal.close()


def wait_until_empty(url: str) -> None:
    """Wait until the database has noticed that a process has ended."""
    deadline = time.monotonic() + PATIENCE
    with psycopg.connect(url, autocommit=True) as connection:
        while connection.execute(f"SELECT pg_try_advisory_xact_lock({PLAY_LOCK})").fetchone() != (True,):
            assert time.monotonic() < deadline
            time.sleep(0.02)


def test_a_process_that_comes_up_beside_another_reports_no_interruption(url: str) -> None:
    """The other process plays on; only when both have ended, the next one records the interruption, once."""
    with another_process(url) as other:
        with start_on_journal(url) as floor:
            table = floor.logs["T1"].table
            assert table.takes_wagers
            assert "power" not in table.faults
            assert other.stdin is not None
            assert other.stdout is not None
            other.stdin.write("\n")
            other.stdin.flush()
            assert other.stdout.readline() == "tuple\n"
        other.kill()
        other.wait()
    wait_until_empty(url)
    with start_on_journal(url) as floor:
        assert "power" in floor.logs["T1"].table.faults
        ended = floor.logs["T1"].head
    with start_on_journal(url) as floor:
        assert floor.logs["T1"].head == ended


def test_who_stays_plays_on_when_the_other_is_killed(url: str) -> None:
    """A third process that starts then reports nothing either, because one was always running."""
    with another_process(url) as other, start_on_journal(url) as floor:
        other.kill()
        other.wait()
        with start_on_journal(url) as third:
            assert "power" not in third.logs["T1"].table.faults
            assert third.logs["T1"].head == floor.logs["T1"].head


def test_while_one_puts_interruptions_on_record_no_other_begins(url: str) -> None:
    """The second process waits until the first has finished, and then is not alone."""
    first, second = PostgresJournal(url), PostgresJournal(url)
    order: list[str] = []

    def join() -> None:
        with second.join_play() as alone:
            order.append(f"second, alone: {alone}")

    with first.join_play() as alone:
        waiting = threading.Thread(target=join)
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive()
        order.append(f"first, alone: {alone}")
    waiting.join(PATIENCE)
    for journal in (first, second):
        journal.close()

    assert order == ["first, alone: True", "second, alone: False"]


def test_a_lost_line_does_not_lose_the_place(url: str) -> None:
    """A process whose connection broke counts as playing again once it has reconnected to the database."""
    playing = PostgresJournal(url)
    with playing.join_play():
        pass
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s)", [playing._connection.info.backend_pid])
    assert playing.heads() == {}
    other = PostgresJournal(url)
    with other.join_play() as alone:
        assert not alone
    for journal in (playing, other):
        journal.close()
