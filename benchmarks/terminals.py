"""What a terminal costs: memory, processor time, and who is answered when everybody asks at once.

`python -m benchmarks.terminals [10 100 1000 5000]` prints a column for each number, of the house and of a
bare echo on the same stack; processor time is the server's own, so it does not hear its neighbours.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from os import environ
from pathlib import Path
from time import perf_counter

import uvloop

from benchmarks.server import Server, Terminals, Wire, request
from tests.soak.figures import measured

COUNTS, RUSH_SECONDS, SILENT_SECONDS = (10, 100, 1_000, 5_000), 4.0, 60.0
BEYOND, BEYOND_SECONDS = 50, 3.0
Row = dict[str, float]
HOLD_SECONDS = 45.0
"""Longer than a ping and the time to answer it, after which a silent stream is closed."""
LAST_HOLD_SECONDS = float(environ.get("SICBO_HOLD", HOLD_SECONDS))
"""The last number of terminals may be held for longer."""
LIVEZ = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
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


async def beyond(hall: Terminals, limit: int) -> tuple[int, int]:
    """Connect until the limit of one source is passed: how many were refused, and how many heard nothing."""
    there = [hall.desk, *hall.streams, *(wire for wire, _ in hall.wires)]
    more = limit - sum(not wire.lost for wire in there) + BEYOND
    wires = [await hall.server.wire() for _ in range(more)]
    for wire in wires:
        if not wire.transport.is_closing():
            wire.transport.write(LIVEZ)
    await asyncio.sleep(BEYOND_SECONDS)
    refused = sum(wire.answer.startswith(b"HTTP/1.1 429") for wire in wires)
    return refused, sum(not wire.answer for wire in wires)


async def told(hall: Terminals) -> tuple[int, float]:
    """How many terminals hear a result, and the processor time for each."""
    for step in ("cover", "spin", "close", "uncover", "call"):
        await hall.step(step, **({"tumbles": 3} if step == "spin" else {}))
    await asyncio.sleep(1)
    before, ends = hall.server.worked(), perf_counter() + SILENT_SECONDS
    for reader in hall.streams:
        reader.wanted, reader.came = b'"result":{"round":%d' % hall.round, 0.0
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


async def row(count: int, hold: float) -> Row:
    """What so many terminals cost."""
    with tempfile.TemporaryDirectory() as data:
        house, bare = Server("house", data, count, 2 * count + 20), Server("echo", data, count)
        try:
            return await costs(Terminals(house), bare, count, hold)
        finally:
            house.process.terminate()
            bare.process.terminate()


async def costs(hall: Terminals, bare: Server, count: int, hold: float) -> Row:
    """Connect, hold, rush, tell, and go beyond the limit; by the processor time of the house."""
    house = hall.server
    size, work = memory(house), house.worked()
    await hall.connect()
    size, work = memory(house) - size, house.worked() - work
    held = house.worked()
    await asyncio.sleep(hold)
    held = (house.worked() - held) / hold
    await hall.lift()
    await hall.open_bets()
    slips = house.worked()
    ends, took = await rush(hall)
    slips = (house.worked() - slips) / count
    heard, tell = await told(hall)
    stay = sum(not reader.lost for reader in hall.streams)
    refused, silent = await beyond(hall, 2 * count + 20)
    reader, echo = await echoed(bare, count)
    return {
        "terminals": count,
        "terminals held": stay,
        "minutes held": round(hold / 60, 2),
        "kB a terminal": round(size / count),
        "kB a bare reader": round(reader),
        "ms CPU to connect one": round(1e3 * work / count, 2),
        "µs CPU a second to hold one": round(1e6 * held / count),
        "slips answered": ends["answered"],
        "slips refused": ends["refused"],
        "slips without an answer": ends["silent"],
        "slip p50, ms": round(1e3 * took[len(took) // 2]),
        "slip p99, ms": round(1e3 * took[int(len(took) * 0.99)]),
        "µs CPU a slip": round(1e6 * slips),
        "µs CPU a bare echo": round(1e6 * echo),
        "told a result": heard,
        "µs CPU to tell one": round(1e6 * tell),
        "refused beyond the limit": refused,
        "connections beyond the limit without an answer": silent,
    }


async def main(counts: list[int]) -> None:
    """Print a column for each number of terminals; the last one is what a soak notes."""
    holds = [HOLD_SECONDS] * (len(counts) - 1) + [LAST_HOLD_SECONDS]
    rows = [await row(count, hold) for count, hold in zip(counts, holds, strict=True)]
    for number, name in enumerate(rows[0]):
        print(f"| {name} | {' | '.join(f'{one[name]:,}' for one in rows)} |")
        if not number:
            print(f"|{'---|' * (1 + len(rows))}")
        measured(name, rows[-1][name])


if __name__ == "__main__":
    uvloop.run(main([int(one) for one in sys.argv[1:]] or list(COUNTS)))
