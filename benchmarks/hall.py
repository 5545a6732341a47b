"""Simulated terminals for the benchmarks: their connections, and the servers that they use."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

import msgspec

from benchmarks.served import TABLE
from tests.soak.figures import measured

Made = TypeVar("Made")
PING, PONG, AT_ONCE = 9, 10, 200
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


class Wire(asyncio.Protocol):
    """One connection of a terminal, which sends requests or waits for a text in a stream."""

    def __init__(self) -> None:
        self.heard, self.size = b"", 0
        self.waiting: asyncio.Future[bytes] | None = None
        self.wanted, self.came = b"", 0.0
        self.upgraded = self.lost = False
        self.answer = b""

    def connection_made(self, transport: Any) -> None:
        """Keep the transport."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Read an answer by its length, or search a stream for the expected text."""
        self.heard += data
        if self.upgraded:
            self._frames()
            return
        head, found, rest = self.heard.partition(b"\r\n\r\n")
        if not found:
            return
        if head.startswith(b"HTTP/1.1 101"):
            self.upgraded, self.heard = True, rest
            self._answer(head)
            self._frames()
            return
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0] or 0)
        if len(rest) >= length:
            self.heard = rest[length:]
            self._answer(head + b"\r\n\r\n" + rest[:length])

    def connection_lost(self, _: Exception | None) -> None:
        """Fail the pending request, which can no longer be answered."""
        self.lost = True
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(ConnectionResetError("The server closed the connection."))

    def _frames(self) -> None:
        """Search complete frames, and answer pings as browsers do, because the stream is closed otherwise."""
        while len(self.heard) >= 2:
            short = self.heard[1] & 127
            more = {126: 2, 127: 8}.get(short, 0)
            begins = 2 + more
            size = int.from_bytes(self.heard[2:begins], "big") if more else short
            if len(self.heard) < begins + size:
                return
            kind, frame = self.heard[0] & 15, self.heard[begins : begins + size]
            self.heard = self.heard[begins + size :]
            self.size += begins + size
            if kind == PING:
                self.transport.write(bytes((0x80 | PONG, 0x80 | size)) + b"\0\0\0\0" + frame)
            elif self.wanted and not self.came and self.wanted in frame:
                self.came = perf_counter()

    def _answer(self, whole: bytes) -> None:
        self.answer = whole
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(whole)

    async def ask(self, sent: bytes) -> bytes:
        """Return the answer to a request, even if the server then closed the connection."""
        if self.lost or self.transport.is_closing():
            raise ConnectionResetError("The server closed the connection.")
        self.waiting = asyncio.get_running_loop().create_future()
        self.transport.write(sent)
        return await self.waiting


class Server:
    """A process of `benchmarks/served.py`."""

    def __init__(self, kind: str, data: str, terminals: int, connections: int = 100_000) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        figures = (str(self.port), data, str(terminals), str(connections))
        words = [sys.executable, "-m", "benchmarks.served", kind, *figures]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        self.tokens: dict[str, Any] = msgspec.json.decode(self.process.stdout.readline())

    def worked(self) -> float:
        """The processor time that it has used, in seconds."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(one.read_text().split()[0]) for one in threads) / 1e9

    def memory(self) -> int:
        """Its memory, in kilobytes."""
        said = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(said.partition("VmRSS:")[2].split()[0])

    @property
    def lives(self) -> bool:
        """Whether it is still running."""
        return self.process.poll() is None

    async def wire(self) -> Wire:
        """Open a connection; retry while the server starts."""
        for _ in range(500):
            try:
                _, made = await asyncio.get_running_loop().create_connection(Wire, "127.0.0.1", self.port)
            except ConnectionRefusedError:
                await asyncio.sleep(0.02)
            else:
                return made
        raise SystemExit("A server does not answer.")

    async def stream(self, path: str, headers: str) -> Wire:
        """Open a stream."""
        wire = await self.wire()
        upgrade = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\n"
        more = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: sicbo.v1\r\n"
        answer = await wire.ask(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}{upgrade}{more}\r\n".encode()
        )
        assert answer.startswith(b"HTTP/1.1 101"), answer
        return wire


def request(method: str, path: str, body: object, headers: str = "") -> bytes:
    """Return a request as bytes."""
    content = msgspec.json.encode(body)
    kind = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}{kind}\r\n".encode() + content


async def many(makers: Sequence[Callable[[], Awaitable[Made]]]) -> list[Made]:
    """Run all makers, with fewer at a time than the listen backlog."""
    made: list[Made] = []
    for first in range(0, len(makers), AT_ONCE):
        made += await asyncio.gather(*(maker() for maker in makers[first : first + AT_ONCE]))
    return made


class Terminals:
    """The players of the hall, each with one connection for slips and one for the stream."""

    def __init__(self, server: Server) -> None:
        self.server, self.count = server, 0
        self.device = server.tokens["device"]
        self.versions: dict[str, int] = {}
        self.wires: list[tuple[Wire, str]] = []
        self.streams: list[Wire] = []
        self.round = 0
        self.desk: Wire | None = None

    def who(self, token: str) -> str:
        """Return the authentication headers of a token."""
        return f"Cookie: sicbo={token}\r\nAuthorization: Bearer {self.device}\r\n"

    async def connect(self) -> None:
        """Connect all terminals."""
        path = f"/api/v1/tables/{TABLE}/stream"
        come = [partial(self.server.stream, path, self.who(token)) for token in self.server.tokens["players"]]
        self.streams = await many(come)
        await self.open_desk()
        await self.order("console", {})

    async def open_desk(self) -> None:
        """Open a fresh connection for the dealer."""
        if self.desk is not None:
            self.desk.transport.close()
        self.desk = await self.server.wire()

    async def lift(self) -> None:
        """Open a fresh connection for slips for each terminal, because idle ones are closed after some
        seconds.
        """
        for wire, _ in self.wires:
            wire.transport.close()
        players = self.server.tokens["players"]
        self.wires = list(zip(await many([self.server.wire] * len(players)), players, strict=True))
        livez = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
        await asyncio.gather(*(wire.ask(livez) for wire, _ in self.wires))
        await self.open_desk()

    async def order(self, path: str, body: object) -> bytes:
        """Send a request of the dealer."""
        self.count += 1
        headers = (
            f"Cookie: sicbo={self.server.tokens['dealer']}\r\nIdempotency-Key: desk-key-{self.count}\r\n"
        )
        assert self.desk is not None
        return await self.desk.ask(request("POST", f"/api/v1/tables/{TABLE}/{path}", body, headers))

    async def step(self, step: str, **more: Any) -> bytes:
        """Request a step of the round."""
        return await self.order("commands", {"type": "perform", "step": step, **more})

    async def do(self, step: str, **more: Any) -> None:
        """Perform a step that is due; any refusal ends the benchmark."""
        answer = await self.step(step, **more)
        if not answer.startswith(b"HTTP/1.1 200"):
            raise SystemExit(f"The dealer could not {step}: {answer.decode()}")

    async def open_bets(self) -> None:
        """Begin a round."""
        answer = msgspec.json.decode((await self.step("place-bets")).partition(b"\r\n\r\n")[2])
        self.round = answer["events"][0]["data"]["round"]
        self.versions.clear()

    def written(self, token: str) -> bytes:
        """Return the next version of a terminal's slip of three wagers, as a request."""
        self.count += 1
        version = self.versions[token] = self.versions.get(token, 0) + 1
        stakes = [{"bet": bet, "cents": 500} for bet in ("small", "big", "total-9")]
        body = {"round": self.round, "version": version, "stakes": stakes}
        key = f"Idempotency-Key: slip-key-{self.count}\r\n{self.who(token)}"
        return request("PUT", f"/api/v1/tables/{TABLE}/slip", body, key)

    async def slip(self, wire: Wire, token: str) -> bytes:
        """Send a slip of three wagers and return the answer."""
        return await wire.ask(self.written(token))


def show(what: str, value: float, goal: str = "") -> None:
    """Print one line of a report."""
    measured(what, round(value, 3))
    print(f"{what:<62}{value:>10.2f}  {goal}".rstrip(), flush=True)
