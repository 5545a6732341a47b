"""A foreign program locks the files of a running house: writers wait or get 503, then all continue."""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from sicbo.errors import StorageBroken
from sicbo.journal import waits
from sicbo.journal.record import Head
from sicbo.journal.sqlite import FILE, SqliteJournal
from sicbo.server.access import access_database
from sicbo.server.live import stalled_journal
from tests.journal.contract import make_records
from tests.server.houses import House, running_house
from tests.server.test_crash import running_process

HANGS = 15.0
"""Seconds after which an answer is not only slow, as on a busy machine: nothing waits for less than these."""
LOCKER = """
import sys, apsw
file = apsw.Connection(sys.argv[1])
file.set_busy_timeout(20_000)
file.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def lock_file(path: Path) -> Iterator[None]:
    """Lock a file of the house in another process."""
    command = [sys.executable, "-c", LOCKER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "locked\n"
        yield
        other.communicate("")


def ready(house: House) -> tuple[int, bool]:
    """Return the status of `/readyz`, and its answer on the journal."""
    answer = httpx.get(f"{house.address}/readyz")
    return answer.status_code, answer.json()["checks"]["journal"]


def until(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def stalled_for(house: House) -> float:
    """Return the metric of how many seconds the journal cannot be written."""
    lines = httpx.get(f"{house.address}/metrics").text.splitlines()
    [line] = [one for one in lines if one.startswith("sicbo_journal_stalled_seconds")]
    return float(line.split()[1])


def test_19_a_locked_journal_puts_writers_off_and_goes_on_when_it_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Slips in flight wait, later ones get 503 at once, readers are answered, and nothing is duplicated."""
    monkeypatch.setattr(stalled_journal, "STALLED_SECONDS", 0.2)
    monkeypatch.setattr(stalled_journal, "ANSWER_SECONDS", HANGS)
    monkeypatch.setattr(waits, "SLOW", 1.0)
    monkeypatch.setattr(waits, "SOON", 0.1)
    with running_house(tmp_path) as house, ThreadPoolExecutor(1) as apart:
        player, other = house.browser(), house.browser()
        for one, name in ((player, "Mei"), (other, "Ana")):
            one.sit("sydney", name)
        player.console("sydney", "dealer")
        number, sent, put_off = player.open_bets("sydney"), str(uuid4()), str(uuid4())
        assert ready(house) == (200, True)
        with lock_file(tmp_path / FILE):
            waiting = apart.submit(player.slip, "sydney", {"small": 500}, number, 1, sent)
            until(lambda: ready(house) == (503, False))
            began = time.monotonic()
            late = other.slip("sydney", {"big": 700}, number, 1, put_off)
            assert (late.status_code, late.json()["code"]) == (503, "no-database")
            assert late.json()["retryable"] and late.headers["retry-after"]
            assert player.view("sydney")["round"] == number
            assert time.monotonic() - began < HANGS
            until(lambda: stalled_for(house) > waits.SLOW)
            assert not waiting.done()
        assert waiting.result(20).status_code == 200
        assert ready(house) == (200, True)
        assert other.slip("sydney", {"big": 700}, number, 1, put_off).status_code == 200
        assert [one.player_view("sydney")["rack"] for one in (player, other)] == [99_500, 99_300]
        ids = [record.id for record in house.live_house.journal.read("sydney")]
        assert [ids.count(f"web-{key}") for key in (sent, put_off)] == [1, 1]
    events = [record.message for record in caplog.records if record.name == "sicbo.journal"]
    assert events.count("journal-locked") == 1
    assert events.count("journal-slow") == 1


def test_19_while_a_lock_lasts_the_house_is_not_ready_and_every_writer_is_answered(tmp_path: Path) -> None:
    """Not ready within a second, 503 within five; the same key has the one answer once the lock is gone.

    A busy machine may add some seconds. Without the limits every writer would wait a minute.
    """
    assert stalled_journal.STALLED_SECONDS <= 1
    assert stalled_journal.ANSWER_SECONDS + stalled_journal.LOOK_SECONDS < 5
    with running_house(tmp_path) as house, ThreadPoolExecutor(2) as apart:
        player, newcomer = house.browser(), house.browser()
        player.sit("sydney", "Mei")
        player.console("sydney", "dealer")
        number, key, seat = player.open_bets("sydney"), str(uuid4()), str(uuid4())

        def slip() -> httpx.Response:
            return player.slip("sydney", {"small": 500}, number, 1, key)

        def sit() -> httpx.Response:
            return newcomer.send_request("POST", "/tables/sydney/seats", {"name": "Ana"}, seat)

        with lock_file(tmp_path / FILE):
            began = time.monotonic()
            waiting = [apart.submit(slip), apart.submit(sit)]
            until(lambda: ready(house) == (503, False))
            put_off = [one.result(HANGS) for one in waiting]
            assert time.monotonic() - began < HANGS
            for one in put_off:
                assert (one.status_code, one.json()["code"]) == (503, "no-database")
                assert "may still be recorded. Send it again with the same key" in one.json()["detail"]
                assert one.json()["retryable"] and one.headers["retry-after"]
            assert slip().status_code == 503
        until(lambda: ready(house) == (200, True))
        answers = [slip(), slip()]
        assert [one.status_code for one in answers] == [200, 200]
        assert len({one.json()["number"] for one in answers}) == 1
        assert sit().status_code in (200, 201)
        assert [one.player_view("sydney")["rack"] for one in (player, newcomer)] == [99_500, 100_000]
        assert [one.player_view("sydney")["seat"] for one in (player, newcomer)] == [1, 2]
        assert len(house.live_house.live_table("sydney").table.seated) == 2
        ids = [record.id for record in house.live_house.journal.read("sydney")]
        assert ids.count(f"web-{key}") == 1


def test_19_a_journal_that_stays_locked_ends_the_house_after_the_time_that_is_set(tmp_path: Path) -> None:
    """It does not end before; the error says what to do, and the next start finds everything."""
    data = tmp_path / "house"
    with running_process(data, SICBO_LOCK_PATIENCE="1.5") as house:
        began = time.monotonic()
        with lock_file(data / FILE):
            with pytest.raises(httpx.HTTPError):
                httpx.post(
                    f"{house.address}/api/v1/tables/sydney/seats",
                    json={"name": "Mei"},
                    headers={"Idempotency-Key": "a-seat-for-mei"},
                    timeout=30,
                )
            _, complaint = house.process.communicate(timeout=30)
        assert house.process.returncode == 7
        assert HANGS > time.monotonic() - began > 1.5
        waited = re.search(rf"Another program has had {data / FILE} locked for (\d+\.\d) seconds", complaint)
        assert waited and float(waited[1]) >= 1.5
    with closing(SqliteJournal(data)) as journal:
        assert len(journal.heads()) == 8


def test_19_one_writer_waits_for_the_lock_and_others_read_meanwhile(tmp_path: Path) -> None:
    """It waits as long as its patience lasts, and its record is written once."""
    written = make_records("T1", 2)
    with closing(SqliteJournal(tmp_path, patience=0.2)) as journal:
        journal.append(written[:1])
        with lock_file(tmp_path / FILE), pytest.raises(StorageBroken, match=r"locked for \d+\.\d seconds"):
            journal.append(written[1:])
    with closing(SqliteJournal(tmp_path)) as journal, ThreadPoolExecutor(1) as apart:
        with lock_file(tmp_path / FILE):
            waiting = apart.submit(journal.append, written[1:])
            until(lambda: journal.stalled_seconds > 0.1)
            assert list(journal.read("T1")) == written[:1]
            assert not waiting.done()
        waiting.result(20)
        assert journal.heads() == {"T1": Head(2, written[1].hash)}
        assert journal.stalled_seconds == 0


def test_19_a_locked_file_of_sessions_is_a_503_and_delays_no_others(tmp_path: Path) -> None:
    """Requests without a session are answered as usual, and later the same request succeeds."""
    with running_house(tmp_path) as house:
        player, looks = house.browser(), house.browser()
        with lock_file(tmp_path / access_database.FILE_NAME):
            began = time.monotonic()
            refused = [
                player.send_request("POST", "/tables/sydney/seats", {"name": "Mei"}) for _ in range(10)
            ]
            assert {(one.status_code, one.json()["code"]) for one in refused} == {(503, "no-database")}
            assert looks.view("sydney")["phase"]
            assert time.monotonic() - began < HANGS
        time.sleep(access_database.LOCKED_SECONDS)
        assert player.sit("sydney", "Mei")["rack"] == 100_000
