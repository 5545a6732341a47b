"""More terminals than a house allows: those beyond the limit are refused, and the others continue to play.

`python -m benchmarks.crowd [--terminals N]`. Three of ten terminals play, each with a stream and a connection
for slips, which is all that the house allows one source. Then the others connect and send a request at once.
"""

import argparse
import asyncio
import resource
import tempfile
from collections import Counter
from contextlib import suppress
from functools import partial
from time import perf_counter

import uvloop

from benchmarks.hall import Server, Terminals, Wire, many, show

COME, WITHIN, SPARE, SECONDS, SILENT_SECONDS = 10_000, 0.3, 20, 5.0, 60.0
HEARD = {b"429": "refused", b"200": "let in"}
LIVEZ = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def knock(server: Server) -> Wire:
    """Connect, send a request at once, and wait for the answer; an accepted connection stays open."""
    wire = await server.wire()
    with suppress(TimeoutError, OSError):
        async with asyncio.timeout(SILENT_SECONDS):
            if not wire.answer:
                await wire.ask(LIVEZ)
    return wire


async def slip(hall: Terminals, wire: Wire, token: str, place: float) -> str:
    """Send one slip of a connected player while the others connect."""
    await asyncio.sleep(place * SECONDS)
    try:
        async with asyncio.timeout(SILENT_SECONDS):
            answer = await hall.slip(wire, token)
    except (TimeoutError, OSError):
        return "silent"
    return "answered" if answer.startswith(b"HTTP/1.1 200") else "refused"


async def crowd(hall: Terminals, come: int) -> None:
    """Play a round with the connected terminals while all others try to connect."""
    await hall.connect()
    await hall.lift()
    await hall.open_bets()
    within = len(hall.wires)
    slips = asyncio.gather(
        *(slip(hall, *one, place=number / within) for number, one in enumerate(hall.wires))
    )
    began = perf_counter()
    came = await many([partial(knock, hall.server)] * (come - within))
    outside = Counter(HEARD.get(wire.answer.partition(b" ")[2][:3], "silent") for wire in came)
    took = perf_counter() - began
    inside = Counter(await slips)
    await hall.open_desk()
    stay = sum(not reader.lost for reader in hall.streams)
    show("terminals that came", come)
    show("of them within the limit, each with a stream", stay)
    show("beyond it: refused", outside["refused"])
    show("seconds in which they all came and heard of it", took)
    show("let in, for there was some room left", outside["let in"])
    show("terminals beyond the limit without an answer", outside["silent"], "goal: 0")
    show("slips of those within answered meanwhile", inside["answered"], f"goal: {within}")
    show("slips of those within refused or without an answer", within - inside["answered"], "goal: 0")
    show("the house lives", hall.server.lives, "goal: 1")


async def main(come: int) -> None:
    """Run a house that has room for some of the terminals."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    within = int(come * WITHIN)
    with tempfile.TemporaryDirectory() as data:
        house = Server("house", data, within, 2 * within + SPARE)
        try:
            await crowd(Terminals(house), come)
        finally:
            house.process.terminate()


if __name__ == "__main__":
    given = argparse.ArgumentParser()
    given.add_argument("--terminals", type=int, default=COME)
    uvloop.run(main(given.parse_args().terminals))
