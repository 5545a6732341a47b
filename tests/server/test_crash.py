"""A real process, killed in mid-round or at its first start, and restarted; signals and ports in use."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from sicbo.cli.main import main
from sicbo.house.entries import new_founding
from sicbo.house.export.readers import SqliteReader
from sicbo.house.export.replay import replay_log
from sicbo.house.identity.keys import Keys
from sicbo.house.opening import open_house
from sicbo.server.live.home_tables import TABLE_NAMES
from tests.server.houses import WAIT, Browser, Json, running_house

SETTINGS = {
    "SICBO_PACE": "0.01",
    "SICBO_BOTS": "0",
    "SICBO_RATE": "100000",
    "SICBO_BETTING_SECONDS": "60",
    "PYTHONUNBUFFERED": "1",
}


def start_process(data: Path, port: int, **more: str) -> subprocess.Popen[str]:
    """Start a `sicbo serve` without waiting for it to open."""
    command = [sys.executable, "-m", "sicbo", "serve", "--data", str(data), "--port", str(port)]
    return subprocess.Popen(
        [*command, "--no-browser"],
        env={**os.environ, **SETTINGS, **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


class Process:
    """A running `sicbo serve`."""

    def __init__(self, data: Path, port: int, **more: str) -> None:
        self.process = start_process(data, port, **more)
        assert self.process.stdout is not None
        self.data, self.said = data, list[str]()
        for line in self.process.stdout:
            self.said.append(line.strip())
            if "open at" in line:
                break
        assert self.said, self.process.stderr.read() if self.process.stderr else ""
        self.address = self.said[-1].rpartition(" ")[2]

    def end(self, how: signal.Signals) -> int:
        """Send a signal, and return the exit code."""
        self.process.send_signal(how)
        code = self.process.wait(WAIT)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
        return code

    def stop(self) -> str:
        """Stop it as a service manager does, and return its standard error."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.communicate(timeout=WAIT)[1]


@contextmanager
def running_process(data: Path, port: int = 0, **more: str) -> Iterator[Process]:
    """Run a process that has ended afterwards."""
    process = Process(data, port, **more)
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.end(signal.SIGKILL)


def move_browser(browser: Browser, address: str) -> Browser:
    """Return the same browser, with its cookie, at another address."""
    again = Browser(address)
    for one in browser.http.cookies.jar:
        again.http.cookies.set(one.name, one.value or "")
    browser.http.close()
    return again


TABLES = {
    "sydney": {"small": 700, "big": 300},
    "star": {"small": 700, "odd": 300},
    "singapore-1": {"small": 1_000},
}


@dataclass
class RestartedHouse:
    """A house that was killed with open bets at three tables, and restarted on a port in use."""

    process: Process
    player: Browser
    taken: int
    before: dict[str, Json]


@pytest.fixture(scope="module")
def back(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RestartedHouse]:
    """Kill a house in mid-round and start it again."""
    data, before = tmp_path_factory.mktemp("killed"), {}
    with running_process(data) as first:
        player = Browser(first.address)
        for table, stakes in TABLES.items():
            player.sit(table, "Mei")
            with player.stream(table) as follows:
                view = follows.until(lambda seen: seen.view["phase"] == "betting")
                answer = player.slip(table, stakes, view["round"], key=f"slip-at-{table}")
                before[table] = {"answer": answer.json(), "round": view["round"], "tumbler": view["tumbler"]}
        first.end(signal.SIGKILL)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running_process(data, port) as second:
            player = move_browser(player, second.address)
            yield RestartedHouse(second, player, port, before)
            player.http.close()


def test_a_busy_port_moves_to_the_next_free_one_and_says_so(back: RestartedHouse) -> None:
    """The printed address is the one to open."""
    assert back.process.said[0] == f"Port {back.taken} is in use."
    assert back.process.address != f"http://localhost:{back.taken}"
    assert httpx.get(f"{back.process.address}/livez").text == "ok\n"


@pytest.mark.parametrize("table", ["sydney", "star"])
def test_a_killed_house_comes_back_to_the_same_round_with_the_same_slips(
    back: RestartedHouse, table: str
) -> None:
    """Registered slips and the session are still there, and the round is finished by the rules."""
    player, before = back.player, back.before[table]
    number = before["round"]
    whole = player.get(f"/tables/{table}")
    assert whole["view"]["round"] == number
    assert whole["mine"]["slip"]["total"] == 1_000
    assert whole["mine"]["slip"]["number"] == before["answer"]["number"]
    assert whole["mine"]["rack"] == 99_000
    again = player.slip(table, TABLES[table], number, key=f"slip-at-{table}")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json()["number"] == before["answer"]["number"]
    with player.stream(table) as follows:
        follows.until(lambda seen: not seen.view["faults"] and seen.view["betting"]["open"])
        player.succeed("POST", f"/tables/{table}/ready", {"ready": True})
        follows.until(lambda seen: seen.view["result"] and seen.view["result"]["settled"])
        result = follows.view["result"]
        follows.until(lambda seen: seen.mine["settlement"])
        assert follows.mine
        assert follows.mine["settlement"]["round"] == result["round"] == number
    assert result["opened"]["commitment"] == before["tumbler"]["commitment"]
    records = player.get(f"/tables/{table}/rounds/{number}")["records"]
    assert any("Power" in said["says"] for one in records for said in one["says"])


def test_a_round_without_an_outcome_is_void_where_the_rulebook_says_so(back: RestartedHouse) -> None:
    """Singapore voids a round that an interruption left without an outcome, and returns every stake."""
    with back.player.stream("singapore-1") as follows:
        follows.until(lambda seen: seen.view["history"])
        number = back.before["singapore-1"]["round"]
        assert follows.view["history"][-1] == {"round": number, "void": "interrupted"}
        follows.until(lambda seen: seen.mine["rack"] == 100_000)


def test_a_stopped_house_finishes_its_rounds_and_its_journal_holds(
    back: RestartedHouse, capsys: pytest.CaptureFixture[str]
) -> None:
    """After SIGTERM the round in play is settled, and a restart has nothing to repair."""
    player = back.player
    with player.stream("sydney") as follows:
        follows.until(lambda seen: seen.view["betting"]["open"] and not seen.mine["slip"])
        number = follows.view["round"]
        assert player.slip("sydney", {"small": 700}, number).status_code == 200
    began = time.monotonic()
    assert back.process.end(signal.SIGTERM) in (0, -signal.SIGTERM)
    assert time.monotonic() - began < WAIT

    assert main(["journal", "check", str(back.process.data)]) == 0
    assert "The journal is intact." in capsys.readouterr().out
    with closing(SqliteReader(back.process.data)) as journal:
        *_, last = replay_log(journal, "sydney")
    assert last.state.round is None
    assert last.state.last
    assert last.state.last.number == number
    assert not last.state.faults


@pytest.mark.parametrize(("known", "added"), [("canberra", set(TABLE_NAMES.values())), ("den", set())])
def test_a_home_that_was_killed_while_it_was_furnished_goes_on_with_it(
    tmp_path: Path, known: str, added: set[str]
) -> None:
    """Missing tables are founded and unopened ones are opened; a house with other tables gets none."""
    Keys(tmp_path).new_house_key("home.sicbo")
    with open_house(str(tmp_path)) as half:
        for name in (known, "kitchen"):
            half.floor.found_log(new_founding("home.sicbo", name, "canberra-2005"))

    with running_house(tmp_path) as house:
        lives = house.live_house.live_tables
        assert lives.keys() == {known, "kitchen"} | added
        assert all(live.table.sign for live in lives.values())
        house.browser().sit("kitchen")
