"""How fast the house serves, as ratios within one run: `python -m benchmarks.server [--terminals N]`.

The limit is a bare echo on the same stack (Litestar on uvicorn with our protocols), asked by the same clients
in turns with the house, so that a noisy machine moves both.
"""

import argparse
import asyncio
import random
import socket
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import msgspec
import uvloop

from benchmarks.served import TABLE
from tests.soak.figures import measured

SECONDS, TURNS, LANES = 1.0, 5, 256
RUSH, PING, PONG = 2.0, 9, 10
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


class Wire(asyncio.Protocol):
    """One connection of a terminal: asks and awaits, or listens for a text."""

    def __init__(self) -> None:
        self.heard, self.size = b"", 0
        self.waiting: asyncio.Future[bytes] | None = None
        self.wanted, self.came = b"", 0.0
        self.upgraded = self.lost = False
        self.answer = b""

    def connection_made(self, transport: Any) -> None:
        """Ready."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Answers end by their length; a stream is looked through for what is wanted."""
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
        """The server hung up, or went."""
        self.lost = True

    def _frames(self) -> None:
        """Look through whole frames, and answer a ping as every browser does: else the stream is closed."""
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
        """The answer to a request."""
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
        """The seconds of processor time that it has used."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(one.read_text().split()[0]) for one in threads) / 1e9

    async def wire(self) -> Wire:
        """A new connection; the server may just be starting."""
        for _ in range(500):
            try:
                _, made = await asyncio.get_running_loop().create_connection(Wire, "127.0.0.1", self.port)
            except ConnectionRefusedError:
                await asyncio.sleep(0.02)
            else:
                return made
        raise SystemExit("A server does not answer.")

    async def stream(self, path: str, headers: str) -> Wire:
        """A reader of the stream."""
        wire = await self.wire()
        upgrade = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\n"
        more = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: sicbo.v1\r\n"
        answer = await wire.ask(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}{upgrade}{more}\r\n".encode()
        )
        assert answer.startswith(b"HTTP/1.1 101"), answer
        return wire


def request(method: str, path: str, body: object, headers: str = "") -> bytes:
    """A request as it goes out."""
    content = msgspec.json.encode(body)
    kind = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}{kind}\r\n".encode() + content


class Terminals:
    """The players of the hall, each with a connection for slips and one for the stream."""

    def __init__(self, server: Server) -> None:
        self.server, self.count = server, 0
        self.device = server.tokens["device"]
        self.versions: dict[str, int] = {}
        self.wires: list[tuple[Wire, str]] = []
        self.streams: list[Wire] = []
        self.round = 0

    def who(self, token: str) -> str:
        """Whoever asks."""
        return f"Cookie: sicbo={token}\r\nAuthorization: Bearer {self.device}\r\n"

    async def connect(self) -> None:
        """Everybody comes."""
        for token in self.server.tokens["players"]:
            path = f"/api/v1/tables/{TABLE}/stream"
            self.streams.append(await self.server.stream(path, self.who(token)))
        self.desk = await self.server.wire()
        await self.order("console", {})

    async def lift(self) -> None:
        """Everybody has a connection for slips, just used: idle ones are closed after some seconds."""
        for wire, _ in self.wires:
            wire.transport.close()
        self.wires = [(await self.server.wire(), token) for token in self.server.tokens["players"]]
        livez = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
        await asyncio.gather(*(wire.ask(livez) for wire, _ in self.wires))
        self.desk.transport.close()
        self.desk = await self.server.wire()

    async def order(self, path: str, body: object) -> bytes:
        """Something that the dealer asks for."""
        self.count += 1
        headers = (
            f"Cookie: sicbo={self.server.tokens['dealer']}\r\nIdempotency-Key: desk-key-{self.count}\r\n"
        )
        return await self.desk.ask(request("POST", f"/api/v1/tables/{TABLE}/{path}", body, headers))

    async def step(self, step: str, **more: Any) -> bytes:
        """A step of the round."""
        return await self.order("commands", {"type": "perform", "step": step, **more})

    async def open_bets(self) -> None:
        """Begin a round."""
        answer = msgspec.json.decode((await self.step("place-bets")).partition(b"\r\n\r\n")[2])
        self.round = answer["events"][0]["data"]["round"]
        self.versions.clear()

    async def slip(self, wire: Wire, token: str) -> bytes:
        """A slip of three wagers."""
        self.count += 1
        version = self.versions[token] = self.versions.get(token, 0) + 1
        stakes = [{"bet": bet, "cents": 500} for bet in ("small", "big", "total-9")]
        body = {"round": self.round, "version": version, "stakes": stakes}
        key = f"Idempotency-Key: slip-key-{self.count}\r\n{self.who(token)}"
        return await wire.ask(request("PUT", f"/api/v1/tables/{TABLE}/slip", body, key))


Once = Callable[[int], Awaitable[bytes]]


async def rate(once: Once, lanes: int, seconds: float) -> float:
    """How many answers a second so many lanes get, each asking again as soon as it is answered."""
    ends, done = perf_counter() + seconds, 0

    async def lane(number: int) -> None:
        nonlocal done
        while perf_counter() < ends:
            answer = await once(number)
            assert answer.startswith(b"HTTP/1.1 200"), answer
            done += 1

    began = perf_counter()
    await asyncio.gather(*(lane(number) for number in range(lanes)))
    return done / (perf_counter() - began)


def show(what: str, value: float, goal: str = "") -> None:
    """One line of the report."""
    measured(what, round(value, 3))
    print(f"{what:<62}{value:>10.2f}  {goal}".rstrip(), flush=True)


async def worked(server: Server, once: Once, lanes: int) -> tuple[float, float]:
    """Answers a second, and the server's processor time for each: that one does not hear its neighbours."""
    before, began = server.worked(), perf_counter()
    each = await rate(once, lanes, SECONDS)
    return each, (server.worked() - before) / (each * (perf_counter() - began))


async def throughput(hall: Terminals, bare: Server) -> None:
    """Durable slips a second against the echo, in turns, while every terminal follows the table."""
    plain = [await bare.wire() for _ in range(LANES)]
    stakes = [{"bet": bet, "cents": 500} for bet in ("small", "big", "total-9")]
    echoed = request("PUT", "/slip", {"round": 1, "version": 1, "stakes": stakes})

    async def ask_bare(number: int) -> bytes:
        return await plain[number].ask(echoed)

    async def ask_house(number: int) -> bytes:
        return await hall.slip(*hall.wires[number])

    lanes = min(LANES, len(hall.wires))
    ours, theirs = list[tuple[float, float]](), list[tuple[float, float]]()
    for _ in range(TURNS):
        theirs.append(await worked(bare, ask_bare, lanes))
        ours.append(await worked(hall.server, ask_house, lanes))
    show("echoes a second", median(each for each, _ in theirs))
    show("durable slips acknowledged a second, journal on", median(each for each, _ in ours))
    pairs = list(zip(ours, theirs, strict=True))
    show("slips / echoes", median(mine[0] / other[0] for mine, other in pairs), "goal: at least 0.33")
    show("processor time of an echo / of a slip", median(other[1] / mine[1] for mine, other in pairs))


async def rush(hall: Terminals) -> None:
    """Everybody registers within the last two seconds, then the dealer closes."""
    took: list[float] = []

    async def terminal(wire: Wire, token: str) -> None:
        await asyncio.sleep(random.uniform(0, RUSH))
        began = perf_counter()
        answer = await hall.slip(wire, token)
        took.append(perf_counter() - began)
        assert answer.startswith(b"HTTP/1.1 200") or b"bets-closed" in answer, answer

    async def close() -> float:
        await asyncio.sleep(RUSH)
        began = perf_counter()
        assert (await hall.step("cover")).startswith(b"HTTP/1.1 200")
        assert (await hall.step("spin", tumbles=3)).startswith(b"HTTP/1.1 200")
        answer = await hall.step("close")
        assert answer.startswith(b"HTTP/1.1 200"), answer
        return (perf_counter() - began) / 3

    closing = asyncio.create_task(close())
    await asyncio.gather(*(terminal(*one) for one in hall.wires))
    closed = await closing
    took.sort()
    show(f"{len(took)} of {len(hall.wires)} answered in the rush: p50, ms", 1000 * took[len(took) // 2])
    show("p99, ms", 1000 * took[int(len(took) * 0.99)], "goal: under 250")
    show("slowest, ms", 1000 * took[-1])
    show("the dealer's steps meanwhile, each, ms", 1000 * closed)


async def fan_out(hall: Terminals, bare: Server) -> None:
    """A result to the last terminal, against the same bytes to as many bare readers."""
    readers = [await bare.stream("/stream", "") for _ in hall.streams]
    ratios = []
    for turn in range(3):
        if turn:
            await hall.open_bets()
            for step in ("cover", "spin", "close"):
                await hall.step(step, **({"tumbles": 3} if step == "spin" else {}))
        await hall.step("uncover")
        await hall.step("call")
        await asyncio.sleep(1)
        ours, size = await heard(
            hall.streams, b'"result":{"round":%d' % hall.round, hall.step("enter", dice=[1, 4, 4])
        )
        tell = await bare.wire()
        sent = request("POST", f"/tell/{size}", {})
        theirs, _ = await heard(readers, b"xxxx", tell.ask(sent))
        ratios.append(ours / theirs)
        show(f"a result to the last of {len(readers)}, {size} bytes each, ms", 1000 * ours)
        show("the same bytes to as many bare readers, ms", 1000 * theirs)
        for step in ("light", "collect", "pay"):
            await hall.step(step)
    show("result / bare fan-out", median(ratios), "goal: at most 3")


async def heard(readers: list[Wire], wanted: bytes, act: Awaitable[bytes]) -> tuple[float, int]:
    """How long after an act the last reader has heard what is wanted, and how much each was sent."""
    for reader in readers:
        reader.wanted, reader.came, reader.size = wanted, 0.0, 0
    began = perf_counter()
    answer = await act
    assert answer.startswith(b"HTTP/1.1 20"), answer
    while not all(reader.came for reader in readers):
        await asyncio.sleep(0.001)
        if perf_counter() - began > 30:
            raise SystemExit("Not everybody heard of it.")
    return max(reader.came for reader in readers) - began, max(reader.size for reader in readers)


async def report(terminals: int) -> None:
    """Everything, in one run."""
    with tempfile.TemporaryDirectory() as data:
        house, bare = Server("house", data, terminals), Server("echo", data, terminals)
        try:
            hall = Terminals(house)
            await hall.connect()
            show("terminals held, each with a stream", len(hall.streams))
            await hall.lift()
            await hall.open_bets()
            await throughput(hall, bare)
            await hall.lift()
            await rush(hall)
            await fan_out(hall, bare)
        finally:
            house.process.terminate()
            bare.process.terminate()


if __name__ == "__main__":
    given = argparse.ArgumentParser()
    given.add_argument("--terminals", type=int, default=1_000)
    uvloop.run(report(given.parse_args().terminals))
