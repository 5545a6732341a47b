"""One request cannot block the house: exact distributions have a separate process, and limits."""

import asyncio
import json
import os
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from sicbo.server import calculations
from sicbo.server.calculations import MOST_WAITING, Calculations
from sicbo.server.problems import Problem
from tests.server.houses import Browser, House, running_house

LAYOUT = "crown-sydney-2024"
LONG: dict[str, int] = {
    f"domino-{pair}": 1_000 + 50 * number for number, pair in enumerate((12, 13, 14, 25, 36))
}
LONG |= {f"total-{total}": 1_000 + 450 * total for total in range(4, 18)} | {"any-triple": 39_950}
"""A slip whose distribution over ten rounds takes many seconds, but has few enough results."""
SHORT = {"small": 2_500}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A home house."""
    with running_house(tmp_path_factory.mktemp("house")) as house:
        yield house


def ask(browser: Browser, stakes: dict[str, int], rounds: int) -> Any:
    """Ask for a distribution."""
    return browser.send_request(
        "POST", "/analysis/distribution", {"layout": LAYOUT, "stakes": stakes, "rounds": rounds}
    )


def has_ended(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_too_many_results_are_refused_before_any_work(house: House) -> None:
    """A slip that once blocked a floor for twenty seconds gets a 422 at once, without a process."""
    odd = {f"domino-{a}{b}": 10_007 + 13 * a * b for a in range(1, 6) for b in range(a + 1, 7)}
    refused = ask(house.browser(), odd, 100)

    assert (refused.status_code, refused.json()["code"]) == (422, "too-much-work")
    assert "Ask for fewer rounds" in refused.json()["detail"]


def test_rounds_over_few_results_may_have_any_stakes(house: House) -> None:
    """Large and odd stakes are fine if a round has few results."""
    answer = ask(house.browser(), {"small": 999_999_937, "any-triple": 3}, 100)

    assert answer.status_code == 200, answer.text
    assert answer.json()["worst"] == -100 * (999_999_937 + 3)


def worker_of(pool: Calculations, work: Callable[[], Awaitable[None]]) -> None:
    """Run work with calculations, and end their process."""

    async def whole() -> None:
        try:
            await work()
        finally:
            await pool.stop()

    asyncio.run(whole())


def test_work_that_takes_too_long_is_ended_and_the_next_is_done() -> None:
    """The process is killed during any work, and another one answers."""
    pool = Calculations(seconds=0.6)

    async def work() -> None:
        begun = time.monotonic()
        with pytest.raises(Problem, match=r"takes longer than 0\.6 seconds") as refused:
            await pool.distribution("ana", LAYOUT, LONG, 10)
        assert (refused.value.status, pool.worker_pid) == (422, None)
        assert time.monotonic() - begun < 5
        pool._seconds = calculations.TIME_LIMIT_SECONDS
        assert (await pool.distribution("ana", LAYOUT, SHORT, 2)).worst == -5_000

    worker_of(pool, work)


def test_a_caller_has_one_calculation_at_a_time_and_all_have_few() -> None:
    """A second one of the same caller gets a 429, one too many in all a 503."""
    pool = Calculations()

    async def work() -> None:
        callers = [f"caller {number}" for number in range(MOST_WAITING)]
        running = [asyncio.create_task(pool.distribution(one, LAYOUT, LONG, 10)) for one in callers]
        await asyncio.sleep(0.05)
        with pytest.raises(Problem) as second:
            await pool.distribution(callers[0], LAYOUT, SHORT, 1)
        with pytest.raises(Problem) as another:
            await pool.distribution("ben", LAYOUT, SHORT, 1)
        assert [(no.value.status, no.value.retry_after) for no in (second, another)] == [(429, 1), (503, 1)]
        for one in running:
            one.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        assert (await pool.distribution("ben", LAYOUT, SHORT, 1)).best == 2_500

    worker_of(pool, work)


def test_stopping_ends_the_work_and_waits_for_nothing() -> None:
    """Waiting callers are told that the house is stopping."""
    pool = Calculations()

    async def work() -> None:
        asked = asyncio.create_task(pool.distribution("ana", LAYOUT, LONG, 10))
        while pool.worker_pid is None:
            await asyncio.sleep(0.01)
        pid = pool.worker_pid
        await pool.stop()
        with pytest.raises(Problem) as stopped:
            await asked
        assert stopped.value.code == "stopping" and has_ended(pid)

    worker_of(pool, work)


def test_the_worker_dies_with_the_house_and_knows_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends with its input, has neither our settings nor our files, and its memory is limited."""
    monkeypatch.setenv("SICBO_JOURNAL", "postgresql://user:secret@db/house")
    pool = Calculations()

    async def work() -> None:
        with open(os.devnull):
            await pool.distribution("ana", LAYOUT, SHORT, 1)
            assert pool.worker_pid is not None and pool._worker is not None and pool._worker.stdin is not None
            process = Path(f"/proc/{pool.worker_pid}")
            assert b"SICBO_" not in (process / "environ").read_bytes()
            assert {path.name for path in (process / "fd").iterdir()} == {"0", "1", "2"}
            assert f"{calculations.MEMORY_BYTES}" in (process / "limits").read_text()
        pool._worker.stdin.close()
        async with asyncio.timeout(5):
            assert await pool._worker.wait() == 0

    worker_of(pool, work)


def test_a_client_that_leaves_ends_its_work_and_the_house_answers_meanwhile(house: House) -> None:
    """During a calculation the lobby answers; when its client leaves, the process ends."""
    browser = house.browser()
    assert ask(browser, SHORT, 1).status_code == 200
    (worker,) = workers()
    body = json.dumps({"layout": LAYOUT, "stakes": LONG, "rounds": 10})
    head = (
        f"POST /api/v1/analysis/distribution HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    )
    host, port = house.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as line:
        line.sendall(f"{head}Content-Type: application/json\r\n\r\n{body}".encode())
        time.sleep(0.3)
        begun = time.monotonic()
        assert browser.get("/tables")
        assert time.monotonic() - begun < 5 and workers() == [worker]
    until = time.monotonic() + 5
    while not has_ended(worker):
        assert time.monotonic() < until, "The work goes on although no request waits for it."
        time.sleep(0.01)
    assert ask(browser, SHORT, 1).status_code == 200


def workers() -> list[int]:
    """Return the worker processes of this process."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            status, words = (process / "stat").read_text(), (process / "cmdline").read_bytes()
            if (
                calculations.WORKER_MODULE.encode() in words
                and int(status.rpartition(")")[2].split()[1]) == os.getpid()
            ):
                found.append(int(process.name))
    return found
