"""The last second before the cutoff: twenty thousand slips at once, and the time to answer the last one.

`python -m benchmarks.burst [--terminals N] [--slips N]`. Every terminal follows the table and sends one
version of its slip after another without waiting for answers; after a second the dealer closes the bets.
"""

import argparse
import asyncio
import tempfile
from collections import Counter
from time import perf_counter
from typing import Any

import uvloop

from benchmarks.hall import Server, Terminals, show

SLIPS, SECOND, TICK, SILENT_SECONDS = 20_000, 1.0, 0.002, 30.0
KINDS = {b"200": "registered", b"409": "refused", b"412": "refused", b"503": "put off"}


class Sender(asyncio.Protocol):
    """A terminal's connection that writes without waiting and counts answers by status."""

    def __init__(self, answers: Counter[bytes], when: list[float]) -> None:
        self._answers, self._when, self._heard = answers, when, b""

    def connection_made(self, transport: Any) -> None:
        """Keep the transport."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Count every complete answer; only its first line and its length are read."""
        heard, at = self._heard + data if self._heard else data, 0
        while (ends := heard.find(b"\r\n\r\n", at)) >= 0:
            length = heard.find(b"content-length: ", at, ends) + 16
            whole = ends + 4 + int(heard[length : heard.find(b"\r", length)])
            if whole > len(heard):
                break
            self._answers[heard[at + 9 : at + 12]] += 1
            at = whole
        if at:
            self._when[0] = perf_counter()
        self._heard = heard[at:]


async def burst(hall: Terminals, slips: int = SLIPS) -> None:
    """Send slips within a second, close the bets, and count the answers over time."""
    answers, when, loop = Counter[bytes](), [0.0], asyncio.get_running_loop()
    players = hall.server.tokens["players"]
    made = [
        await loop.create_connection(lambda: Sender(answers, when), "127.0.0.1", hall.server.port)
        for _ in players
    ]
    senders = [sender.transport for _, sender in made]
    sent = [hall.written(players[number % len(players)]) for number in range(slips)]
    before, began = hall.server.worked(), perf_counter()
    await _send(senders, sent, began)
    took = perf_counter() - began
    closing = asyncio.create_task(_close(hall))
    while answers.total() < slips and perf_counter() - began < SILENT_SECONDS:
        await asyncio.sleep(0.02)
    await closing
    by_kind = Counter[str]()
    for status, count in answers.items():
        by_kind[KINDS.get(status, "wrong")] += count
    for sender in senders:
        sender.close()
    show(f"seconds in which {slips} slips of {len(players)} terminals were sent", took)
    for kind in ("registered", "refused", "put off", "wrong"):
        show(f"of one second, slips {kind}", by_kind[kind])
    show("slips of one second answered", answers.total() - by_kind["wrong"], f"goal: {SLIPS}")
    show("slips of one second without an answer", slips - answers.total(), "goal: 0")
    show("seconds until the last of them was answered", when[0] - began, "goal: at most 3")
    show("µs CPU a slip in such a second", 1e6 * (hall.server.worked() - before) / slips)


async def _send(senders: list[Any], sent: list[bytes], began: float) -> None:
    """Write all within a second, evenly, without waiting for answers."""
    done = 0
    while done < len(sent):
        due = min(len(sent), int(len(sent) * (perf_counter() - began + TICK) / SECOND))
        for number in range(done, due):
            senders[number % len(senders)].write(sent[number])
        done = due
        await asyncio.sleep(TICK)


async def _close(hall: Terminals) -> None:
    """Perform the dealer's steps up to the close during the burst."""
    for step, more in (("cover", {}), ("spin", {"tumbles": 3}), ("close", {})):
        await hall.do(step, **more)


async def main(terminals: int, slips: int) -> None:
    """Run a house with terminals for one round."""
    with tempfile.TemporaryDirectory() as data:
        house = Server("house", data, terminals)
        try:
            hall = Terminals(house)
            await hall.connect()
            await hall.open_bets()
            await burst(hall, slips)
        finally:
            house.process.terminate()


if __name__ == "__main__":
    given = argparse.ArgumentParser()
    given.add_argument("--terminals", type=int, default=1_000)
    given.add_argument("--slips", type=int, default=SLIPS)
    said = given.parse_args()
    uvloop.run(main(said.terminals, said.slips))
