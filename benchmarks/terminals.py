"""What a terminal costs: memory, processor time, and who is answered when everybody asks at once.

`python -m benchmarks.terminals [10 100 1000 5000]` prints a row for each number, of the house and of a bare
echo on the same stack; processor time is the server's own, so it does not hear its neighbours.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

import uvloop

from benchmarks.server import Server, Terminals, Wire, request

COUNTS, HOLD_SECONDS, RUSH_SECONDS, BEYOND, SILENT_SECONDS = (10, 100, 1_000, 5_000), 5.0, 4.0, 50, 60.0
HEADS = (
    "terminals", "kB a terminal", "kB a bare reader", "ms CPU to connect one", "µs CPU a second to hold one",
    "slips answered", "refused", "silent", "ms p50", "ms p99", "µs CPU a slip", "µs CPU a bare echo",
    "told a result", "µs CPU to tell one", "refused beyond the limit",
)  # fmt: skip
DESKS = 2
STAKES = [{"bet": bet, "cents": 500} for bet in ("small", "big", "total-9")]
ECHOED = request("PUT", "/slip", {"round": 1, "version": 1, "stakes": STAKES})


def memory(server: Server) -> int:
    """Kilobytes that a server has."""
    said = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(said.partition("VmRSS:")[2].split()[0])


async def rush(hall: Terminals) -> tuple[Counter[str], list[float]]:
    """Everybody registers a slip within some seconds: what was answered, and after how long."""
    ends: Counter[str] = Counter()
    took: list[float] = []

    async def terminal(place: int, wire: Wire, token: str) -> None:
        await asyncio.sleep(RUSH_SECONDS * place / len(hall.wires))
        began = perf_counter()
        try:
            async with asyncio.timeout(SILENT_SECONDS):
                answer = await hall.slip(wire, token)
        except TimeoutError:
            ends["silent"] += 1
            return
        took.append(perf_counter() - began)
        ends["answered" if answer.startswith(b"HTTP/1.1 200") else "refused"] += 1

    await asyncio.gather(*(terminal(place, *one) for place, one in enumerate(hall.wires)))
    return ends, sorted(took)


async def beyond(hall: Terminals, limit: int) -> int:
    """Connect until the limit of one source is passed; how many of the last ones were sent away at once."""
    lost = 0

    class Sent(Wire):
        def connection_lost(self, _: Exception | None) -> None:
            nonlocal lost
            lost += 1

    loop = asyncio.get_running_loop()
    more = limit - len(hall.streams) - len(hall.wires) - DESKS + BEYOND
    for _ in range(more):
        await loop.create_connection(Sent, "127.0.0.1", hall.server.port)
    await asyncio.sleep(1)
    return lost


async def told(hall: Terminals) -> tuple[int, float]:
    """How many terminals hear a result, and the processor time for each."""
    for step in ("cover", "spin", "close", "uncover", "call"):
        await hall.step(step, **({"tumbles": 3} if step == "spin" else {}))
    await asyncio.sleep(1)
    before, ends = hall.server.worked(), perf_counter() + SILENT_SECONDS
    for reader in hall.streams:
        reader.wanted, reader.came, reader.heard = b'"result":{"round":%d' % hall.round, 0.0, b""
    await hall.step("enter", dice=[1, 4, 4])
    while perf_counter() < ends and not all(reader.came for reader in hall.streams):
        await asyncio.sleep(0.01)
    heard = sum(reader.came > 0 for reader in hall.streams)
    return heard, (hall.server.worked() - before) / max(1, heard)


async def echoed(bare: Server, count: int) -> tuple[float, float]:
    """Kilobytes of a bare reader, processor time of a bare echo."""
    before = memory(bare)
    readers = [await bare.stream("/stream", "") for _ in range(count)]
    each = (memory(bare) - before) / len(readers)
    wires = [await bare.wire() for _ in range(min(count, 256))]
    began, asked = bare.worked(), 0
    while asked < 4_000:
        await asyncio.gather(*(wire.ask(ECHOED) for wire in wires))
        asked += len(wires)
    return each, (bare.worked() - began) / asked


async def row(count: int) -> list[Any]:
    """What so many terminals cost."""
    limit = 2 * count + 20
    with tempfile.TemporaryDirectory() as data:
        house, bare = Server("house", data, count, limit), Server("echo", data, count)
        try:
            hall = Terminals(house)
            size, work = memory(house), house.worked()
            await hall.connect()
            size, work = memory(house) - size, house.worked() - work
            held = house.worked()
            await asyncio.sleep(HOLD_SECONDS)
            held = (house.worked() - held) / HOLD_SECONDS
            await hall.lift()
            await hall.open_bets()
            slips = house.worked()
            ends, took = await rush(hall)
            slips = (house.worked() - slips) / count
            heard, tell = await told(hall)
            sent_away = await beyond(hall, limit)
            reader, echo = await echoed(bare, count)
        finally:
            house.process.terminate()
            bare.process.terminate()
    return [
        f"{count:,}", f"{size / count:.0f}", f"{reader:.0f}", f"{1e3 * work / count:.2f}",
        f"{1e6 * held / count:.0f}", ends["answered"], ends["refused"], ends["silent"],
        f"{1e3 * took[len(took) // 2]:.0f}", f"{1e3 * took[int(len(took) * 0.99)]:.0f}",
        f"{1e6 * slips:.0f}", f"{1e6 * echo:.0f}", heard, f"{1e6 * tell:.0f}", f"{sent_away} of {BEYOND}",
    ]  # fmt: skip


async def main(counts: list[int]) -> None:
    """Print a row for each number of terminals."""
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for count in counts:
        print(f"| {' | '.join(map(str, await row(count)))} |", flush=True)


if __name__ == "__main__":
    uvloop.run(main([int(one) for one in sys.argv[1:]] or list(COUNTS)))
