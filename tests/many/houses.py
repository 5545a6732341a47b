"""Houses of several processes for the tests, and what their journal must say in the end."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import httpx
from psycopg.conninfo import conninfo_to_dict

from sicbo.errors import Refusal
from sicbo.house.entries import read_entry
from sicbo.house.keys import Keys
from sicbo.house.reading import Readable
from sicbo.journal.postgres import PostgresJournal
from sicbo.journal.record import checked, start_of
from tests.journal.proxy import Cut, Proxy
from tests.many.balancer import Balancer
from tests.many.players import Player, until
from tests.server.houses import Json
from tests.server.test_crash import Process
from tests.table.invariants import hold

QUICK = {"SICBO_BETTING_SECONDS": "0.6", "SICBO_PACE": "0.02"}


class Many:
    """Processes on one journal behind one balancer, each over a wire of its own to the database or none."""

    def __init__(self, url: str, data: Path, count: int = 2, *, wired: bool = True) -> None:
        Keys(data).new_house("many.example")
        self.url, self.data = url, data
        self.wires = [Proxy(url) for _ in range(count if wired else 0)]
        self.processes: list[Process] = []
        self.balancer = Balancer([])
        addresses = [self._over(wire) for wire in self.wires] or [url] * count
        try:
            for address in addresses:
                self.processes.append(self._process(address))
                self.balancer.add(_place(self.processes[-1]))
        except BaseException:
            self.close()
            raise

    def _over(self, wire: Proxy) -> str:
        place = f"postgres@127.0.0.1:{conninfo_to_dict(wire.url)['port']}"
        return urlsplit(self.url)._replace(netloc=place).geturl()

    def _process(self, address: str) -> Process:
        return Process(self.data, 0, SICBO_JOURNAL=address, **QUICK)

    def cut(self, where: Cut) -> None:
        """Cut the next commit of every process; there is one by then."""
        before = sum(wire.cuts for wire in self.wires)
        for wire in self.wires:
            wire.cut(where)
        until(lambda: sum(wire.cuts for wire in self.wires) > before)

    def kill(self, index: int) -> None:
        """End a process without a word."""
        self.processes[index].end(signal.SIGKILL)

    def start_again(self, index: int) -> None:
        """Another process in its place, over a new wire."""
        self.wires[index].close()
        self.wires[index] = Proxy(self.url)
        self.processes[index] = self._process(self._over(self.wires[index]))
        self.balancer.replace(index, _place(self.processes[index]))

    def says(self, index: int, path: str, to: Player) -> Json:
        """What one process answers to somebody; nothing where it does not answer."""
        with suppress(httpx.TransportError):
            cookies = dict(to.browser.http.cookies)
            answer = httpx.get(f"{self.processes[index].address}/api/v1{path}", cookies=cookies, timeout=10)
            return cast(Json, answer.json())
        return {}

    def errors(self) -> str:
        """What the processes said of what went wrong; ends them."""
        for process in self.processes:
            process.process.kill()
        told = [process.process.communicate()[1] for process in self.processes]
        return "\n".join(text[-3_000:] for text in told)

    def close(self) -> None:
        """End everything."""
        self.balancer.close()
        for process in self.processes:
            if process.process.poll() is None:
                process.end(signal.SIGKILL)
        for wire in self.wires:
            wire.close()


def _place(process: Process) -> tuple[str, int]:
    parts = urlsplit(process.address)
    assert parts.port is not None
    return "127.0.0.1", parts.port


@contextmanager
def playing(many: Many, table: str, names: Sequence[str]) -> Iterator[list[Player]]:
    """Players who play while something happens to the house."""
    with ExitStack() as undo:
        undo.callback(many.close)
        players = [Player(many.balancer.address, table, name) for name in names]
        for player in players:
            player.start()
        yield players
        for player in players:
            player.stop()
        wrong = [player.wrong for player in players if player.wrong]
        assert wrong == [], many.errors()


def settled_rounds(url: str, table: str, players: Sequence[Player]) -> int:
    """How many rounds the journal of a database has; all holds."""
    with closing(PostgresJournal(url)) as journal:
        return rounds_that_hold(journal, table, players)


def rounds_that_hold(journal: Readable, table: str, players: Sequence[Player]) -> int:
    """Nothing acknowledged is lost, nothing is settled twice, every invariant holds; how many rounds."""
    first, *records = checked(table, start_of(table), journal.read(table))
    founding = read_entry(first.text).founding
    assert founding is not None
    entries = {record.id: (record.number, read_entry(record.text)) for record in records}
    assert len(entries) == len(records), "an id was answered twice"
    for player in players:
        acknowledged = dict(player.acknowledged)
        assert acknowledged.keys() <= entries.keys(), "an acknowledged slip is gone"
        for name, said in acknowledged.items():
            number, entry = entries[name]
            assert (number, entry.refusal) == (said["number"], None)
        for name in player.refused & entries.keys():
            assert isinstance(entries[name][1].outcome, Refusal)
    events = [event for _, entry in entries.values() for event in entry.events]
    hold(founding.new_state(), events)
    return sum(event.step == "pay" for event in events if hasattr(event, "step"))
