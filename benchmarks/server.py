"""How fast the house serves, as ratios within one run: `python -m benchmarks.server [--terminals N]`.

The limit is a bare echo on the same stack (Litestar on uvicorn with our protocols). The same clients use it
in turns with the house, so that a noisy machine affects both.
"""

import argparse
import asyncio
import random
import tempfile
from collections.abc import Awaitable, Callable
from statistics import median
from time import perf_counter

import uvloop

from benchmarks.hall import BenchmarkServer, Connection, Terminals, print_figure, request

SECONDS, TURNS, LANES = 1.0, 5, 256
RUSH = 2.0

Once = Callable[[int], Awaitable[bytes]]


async def rate(once: Once, lanes: int, seconds: float) -> float:
    """Return the answers per second of these connections, each sending again as soon as it is answered."""
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


async def measure_throughput(server: BenchmarkServer, once: Once, lanes: int) -> tuple[float, float]:
    """Return answers per second and the server's processor time per answer, which ignores other load."""
    before, began = server.cpu_seconds(), perf_counter()
    each = await rate(once, lanes, SECONDS)
    return each, (server.cpu_seconds() - before) / (each * (perf_counter() - began))


async def throughput(hall: Terminals, bare: BenchmarkServer) -> None:
    """Measure durable slips per second against the echo, in turns, while every terminal follows the table."""
    plain = [await bare.connect() for _ in range(LANES)]
    stakes = [{"bet": bet, "cents": 500} for bet in ("small", "big", "total-9")]
    echoed = request("PUT", "/slip", {"round": 1, "version": 1, "stakes": stakes})

    async def ask_bare(number: int) -> bytes:
        return await plain[number].request(echoed)

    async def ask_house(number: int) -> bytes:
        return await hall.slip(*hall.wires[number])

    lanes = min(LANES, len(hall.wires))
    ours, theirs = list[tuple[float, float]](), list[tuple[float, float]]()
    for _ in range(TURNS):
        theirs.append(await measure_throughput(bare, ask_bare, lanes))
        ours.append(await measure_throughput(hall.server, ask_house, lanes))
    print_figure("echoes a second", median(each for each, _ in theirs))
    print_figure("durable slips acknowledged a second, journal on", median(each for each, _ in ours))
    pairs = list(zip(ours, theirs, strict=True))
    print_figure("slips / echoes", median(mine[0] / other[0] for mine, other in pairs), "goal: at least 0.33")
    print_figure("processor time of an echo / of a slip", median(other[1] / mine[1] for mine, other in pairs))


async def rush(hall: Terminals) -> None:
    """Register every slip within the last two seconds, then close the bets."""
    took: list[float] = []

    async def terminal(wire: Connection, token: str) -> None:
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
    print_figure(
        f"{len(took)} of {len(hall.wires)} answered in the rush: p50, ms", 1000 * took[len(took) // 2]
    )
    print_figure("p99, ms", 1000 * took[int(len(took) * 0.99)], "goal: under 250")
    print_figure("slowest, ms", 1000 * took[-1])
    print_figure("the dealer's steps meanwhile, each, ms", 1000 * closed)


async def fan_out(hall: Terminals, bare: BenchmarkServer) -> None:
    """Measure a result to the last terminal, against the same bytes to the same number of bare readers."""
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
        ours, size = await measure_delivery(
            hall.streams, b'"result":{"round":%d' % hall.round, hall.step("enter", dice=[1, 4, 4])
        )
        tell = await bare.connect()
        sent = request("POST", f"/tell/{size}", {})
        theirs, _ = await measure_delivery(readers, b"xxxx", tell.request(sent))
        ratios.append(ours / theirs)
        print_figure(f"a result to the last of {len(readers)}, {size} bytes each, ms", 1000 * ours)
        print_figure("the same bytes to as many bare readers, ms", 1000 * theirs)
        for step in ("light", "collect", "pay"):
            await hall.step(step)
    print_figure("result / bare fan-out", median(ratios), "goal: at most 3")


async def measure_delivery(
    readers: list[Connection], wanted: bytes, act: Awaitable[bytes]
) -> tuple[float, int]:
    """Return the time from an act until the last reader has the expected text, and the bytes sent to each."""
    for reader in readers:
        reader.wanted, reader.came, reader.size = wanted, 0.0, 0
    began = perf_counter()
    answer = await act
    assert answer.startswith(b"HTTP/1.1 20"), answer
    while not all(reader.came for reader in readers):
        await asyncio.sleep(0.001)
        if perf_counter() - began > 30:
            raise SystemExit("Not every reader received it.")
    return max(reader.came for reader in readers) - began, max(reader.size for reader in readers)


async def report(terminals: int) -> None:
    """Run every measurement."""
    with tempfile.TemporaryDirectory() as data:
        house, bare = BenchmarkServer("house", data, terminals), BenchmarkServer("echo", data, terminals)
        try:
            hall = Terminals(house)
            await hall.connect()
            print_figure("terminals held, each with a stream", len(hall.streams))
            await hall.reconnect_terminals()
            await hall.open_bets()
            await throughput(hall, bare)
            await hall.reconnect_terminals()
            await rush(hall)
            await fan_out(hall, bare)
        finally:
            house.process.terminate()
            bare.process.terminate()


if __name__ == "__main__":
    given = argparse.ArgumentParser()
    given.add_argument("--terminals", type=int, default=1_000)
    uvloop.run(report(given.parse_args().terminals))
