"""The cost of a terminal: memory, processor time, and response times while a hall plays.

`python -m benchmarks.terminals [10 100 1000 5000]` prints a column for each number, for the house and for a
bare echo on the same stack. Processor time is the server's own, so other load does not affect it.
"""

import asyncio
import sys
import tempfile
from functools import partial
from os import environ

import uvloop

from benchmarks.hall import BenchmarkServer, Terminals, many, request
from benchmarks.playing import RoundTimings, play
from tests.soak.figures import set_figure

COUNTS = (10, 100, 1_000, 5_000)
Row = dict[str, float]
ROUND_SECONDS, HOLD_SECONDS = 40.0, 45.0
"""A hold is longer than a ping and the time to answer it, after which a silent stream is closed."""
LAST_HOLD_SECONDS = float(environ.get("SICBO_HOLD", HOLD_SECONDS))
"""The hold for the last number of terminals, which may be longer."""
BEYOND, BEYOND_SECONDS = 50, 3.0
LIVEZ = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
STAKES = [{"bet": bet, "cents": 500} for bet in ("small", "big", "total-9")]
ECHOED = request("PUT", "/slip", {"round": 1, "version": 1, "stakes": STAKES})


async def beyond(hall: Terminals, limit: int) -> tuple[int, int]:
    """Connect until the limit of one source is passed; return how many were refused, and how many got no
    answer.
    """
    there = sum(wire is not None and not wire.lost for wire in (hall.desk, *hall.streams))
    more = limit - there + BEYOND
    wires = await many([hall.server.connect] * more)
    for wire in wires:
        if not wire.transport.is_closing():
            wire.transport.write(LIVEZ)
    await asyncio.sleep(BEYOND_SECONDS)
    refused = sum(wire.answer.startswith(b"HTTP/1.1 429") for wire in wires)
    return refused, sum(not wire.answer for wire in wires)


async def measure_echo(bare: BenchmarkServer, count: int) -> tuple[float, float]:
    """Return the kilobytes of a bare reader and the processor time of a bare echo."""
    before = bare.memory()
    readers = await many([partial(bare.stream, "/stream", "")] * count)
    each = (bare.memory() - before) / len(readers)
    wires = [await bare.connect() for _ in range(min(count, 256))]
    began, asked = bare.cpu_seconds(), 0
    while asked < 4_000:
        await asyncio.gather(*(wire.request(ECHOED) for wire in wires))
        asked += len(wires)
    return each, (bare.cpu_seconds() - began) / asked


async def row(count: int, hold: float) -> Row:
    """Return the costs of this number of terminals."""
    with tempfile.TemporaryDirectory() as data:
        house, bare = (
            BenchmarkServer("house", data, count, 2 * count + 20),
            BenchmarkServer("echo", data, count),
        )
        try:
            return await costs(Terminals(house), bare, count, hold)
        finally:
            house.process.terminate()
            bare.process.terminate()


async def costs(hall: Terminals, bare: BenchmarkServer, count: int, hold: float) -> Row:
    """Connect, play while all are held, go beyond the limit; measure the processor time of the house."""
    house = hall.server
    size, work = house.memory(), house.cpu_seconds()
    await hall.connect()
    size, work = house.memory() - size, house.cpu_seconds() - work
    held = house.cpu_seconds()
    played = await play(hall, hold, min(hold, ROUND_SECONDS))
    held = (house.cpu_seconds() - held) / played.seconds
    stay, whole = sum(not reader.lost for reader in hall.streams), house.memory()
    refused, silent = await beyond(hall, 2 * count + 20)
    reader, echo = await measure_echo(bare, count)
    return {
        "terminals": count,
        "terminals held": stay,
        "minutes held": round(played.seconds / 60, 2),
        "rounds played": played.rounds,
        "MB of the house": round(whole / 1024),
        "kB a terminal": round(size / count),
        "kB a bare reader": round(reader),
        "ms CPU to connect one": round(1e3 * work / count, 2),
        "µs CPU a second to hold one in play": round(1e6 * held / count),
        **slips(played),
        "µs CPU a bare echo": round(1e6 * echo),
        "told every result": min(played.heard),
        "result to the last terminal, slowest, ms": round(1e3 * max(played.last)),
        "µs CPU to tell one": round(1e6 * played.told_worked / max(1, sum(played.heard))),
        "refused beyond the limit": refused,
        "connections beyond the limit without an answer": silent,
    }


def slips(played: RoundTimings) -> Row:
    """Return how slips were answered, and the cost of one."""
    return {
        "slips answered": played.ends["answered"],
        "slips refused": played.ends["refused"],
        "slips without an answer": played.ends["silent"],
        "slip p50, ms": round(played.slip_milliseconds(0.5)),
        "slip p99, ms": round(played.slip_milliseconds(0.99)),
        "slip slowest, ms": round(played.slip_milliseconds(1)),
        "µs CPU a slip": round(1e6 * played.slips_worked / max(1, played.ends.total())),
    }


async def main(counts: list[int]) -> None:
    """Print a column for each number of terminals; a soak test records the last one."""
    holds = [HOLD_SECONDS] * (len(counts) - 1) + [LAST_HOLD_SECONDS]
    rows = [await row(count, hold) for count, hold in zip(counts, holds, strict=True)]
    for number, name in enumerate(rows[0]):
        print(f"| {name} | {' | '.join(f'{one[name]:,}' for one in rows)} |")
        if not number:
            print(f"|{'---|' * (1 + len(rows))}")
        set_figure(name, rows[-1][name])


if __name__ == "__main__":
    uvloop.run(main([int(one) for one in sys.argv[1:]] or list(COUNTS)))
