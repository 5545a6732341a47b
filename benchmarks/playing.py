"""Rounds as a hall plays them: bets are open, every terminal sends a slip, every terminal gets the result."""

import asyncio
import random
from collections import Counter
from time import perf_counter

from benchmarks.hall import Terminals

SILENT_SECONDS, WATCH_SECONDS = 60.0, 0.01
OPEN = 0.6
"""The part of a round in which bets are open: 24 of 40 seconds."""


class Played:
    """The results of the rounds: the outcomes and times of slips, and the delays of results."""

    def __init__(self) -> None:
        self.rounds, self.seconds = 0, 0.0
        self.ends: Counter[str] = Counter()
        self.took: list[float] = []
        self.heard: list[int] = []
        self.last: list[float] = []
        self.slips_worked = self.told_worked = 0.0

    def slip(self, part: float) -> float:
        """Return the milliseconds within which this part of all slips was answered."""
        took = sorted(self.took) or [0.0]
        return 1e3 * took[min(len(took) - 1, int(len(took) * part))]


async def play(hall: Terminals, seconds: float, each: float) -> Played:
    """Play at least one round at the given interval, then hold for the rest of the time."""
    played, began = Played(), perf_counter()
    for number in range(1, max(1, int(seconds / each)) + 1):
        await one_round(hall, played, OPEN * each)
        played.rounds = number
        await asyncio.sleep(max(0.0, began + number * each - perf_counter()))
    await asyncio.sleep(max(0.0, began + seconds - perf_counter()))
    played.seconds = perf_counter() - began
    return played


async def one_round(hall: Terminals, played: Played, seconds: float) -> None:
    """Open the bets, send every slip at a random moment, close, spin, enter the result, settle."""
    house = hall.server
    await hall.open_desk()
    await hall.open_bets()
    worked, closes = house.worked(), perf_counter() + seconds
    slips = [asyncio.create_task(_slip(hall, played, token, seconds)) for token in house.tokens["players"]]
    await asyncio.gather(*slips)
    await asyncio.sleep(max(0.0, closes - perf_counter()))
    played.slips_worked += house.worked() - worked
    await hall.open_desk()
    for step in ("cover", "spin", "close", "uncover", "call"):
        await hall.do(step, **({"tumbles": 3} if step == "spin" else {}))
    await _told(hall, played)
    await hall.open_desk()
    for step in ("light", "collect", "pay"):
        await hall.do(step)


async def _slip(hall: Terminals, played: Played, token: str, seconds: float) -> None:
    """Send one slip at a random moment, on a new connection, because an idle one is closed before."""
    await asyncio.sleep(random.uniform(0, 0.95 * seconds))
    began = perf_counter()
    try:
        async with asyncio.timeout(SILENT_SECONDS):
            wire = await hall.server.wire()
            answer = await hall.slip(wire, token)
    except (TimeoutError, OSError):
        played.ends["silent"] += 1
        return
    played.took.append(perf_counter() - began)
    played.ends["answered" if answer.startswith(b"HTTP/1.1 200") else "refused"] += 1
    wire.transport.close()


async def _told(hall: Terminals, played: Played) -> None:
    """Enter the result, and wait until the last terminal has received it."""
    for reader in hall.streams:
        reader.wanted, reader.came = b'"result":{"round":%d' % hall.round, 0.0
    before, began = hall.server.worked(), perf_counter()
    await hall.do("enter", dice=[random.randint(1, 6) for _ in range(3)])
    there = [reader for reader in hall.streams if not reader.lost]
    while perf_counter() < began + SILENT_SECONDS and not all(reader.came for reader in there):
        await asyncio.sleep(WATCH_SECONDS)
    heard = [reader.came - began for reader in there if reader.came]
    played.heard.append(len(heard))
    played.last.append(max(heard) if len(heard) == len(there) else SILENT_SECONDS)
    played.told_worked += hall.server.worked() - before
