"""Houses of several processes for tests, each process with its own connection to the database."""

import signal
from contextlib import suppress
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import httpx
from psycopg.conninfo import conninfo_to_dict

from sicbo.house.identity.keys import Keys
from sicbo.house.writer import STORAGE_EXIT
from tests.journal.proxy import Cut, Proxy
from tests.processes.balancer import Balancer
from tests.processes.players import Player, until
from tests.server.houses import Json
from tests.server.test_crash import Process

QUICK = {"SICBO_BETTING_SECONDS": "0.6", "SICBO_PACE": "0.02"}


class Many:
    """Processes on one journal behind one balancer, each with its own connection, proxied or direct."""

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
        """Cut the next commit of every process; by then there is one."""
        before = sum(wire.cuts for wire in self.wires)
        for wire in self.wires:
            wire.cut(where)
        until(lambda: sum(wire.cuts for wire in self.wires) > before)

    def kill(self, index: int) -> None:
        """Kill a process."""
        self.processes[index].end(signal.SIGKILL)

    def start_again(self, index: int) -> None:
        """Start another process in its place, with a new connection."""
        self.wires[index].close()
        self.wires[index] = Proxy(self.url)
        self.processes[index] = self._process(self._over(self.wires[index]))
        self.balancer.replace(index, _place(self.processes[index]))

    def ended(self, index: int) -> bool:
        """Whether a process ended because it lost its database; its supervisor restarts it."""
        code = self.processes[index].process.poll()
        assert code in (None, STORAGE_EXIT)
        return code is not None

    def back(self, index: int, to: Player) -> None:
        """Wait until a process plays again, and restart it if it ended meanwhile."""
        path = f"/tables/{to.table}"
        until(lambda: self.ended(index) or "view" in self.says(index, path, to))
        if self.ended(index):
            self.start_again(index)
            until(lambda: "view" in self.says(index, path, to))

    def says(self, index: int, path: str, to: Player) -> Json:
        """Return the answer of one process to a player, or nothing if it does not answer."""
        with suppress(httpx.TransportError):
            cookies = dict(to.browser.http.cookies)
            answer = httpx.get(f"{self.processes[index].address}/api/v1{path}", cookies=cookies, timeout=10)
            return cast(Json, answer.json())
        return {}

    @property
    def alive(self) -> list[int]:
        """Return the processes that run."""
        return [index for index, one in enumerate(self.processes) if one.process.poll() is None]

    def errors(self) -> str:
        """End the processes and return their error output."""
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
