"""A plain TCP balancer with faults on its connections: the next process that answers takes the connection."""

import asyncio
import random
import threading
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

CHUNK = 1 << 16


@dataclass
class WireFaults:
    """The faults on the connections to one process, as in toxiproxy; all zero is a good connection.

    `late` and `jitter` are seconds before each piece, `slices` is the size of the pieces in bytes,
    `bytes_left` ends a connection after a number of bytes, `dead` receives and never answers, `down` refuses.
    A connection that lost data stays dead.
    """

    late: float = 0.0
    jitter: float = 0.0
    slices: int = 0
    bytes_left: int = 0
    dead: bool = False
    down: bool = False
    slow_close: float = 0.0


class Balancer:
    """Listens at one address for several processes, each with its own faults."""

    def __init__(self, targets: list[tuple[str, int]]) -> None:
        self.targets = [(target, WireFaults()) for target in targets]
        self.chance = random.Random(1)
        self._turn = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._wait(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def _wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def add(self, target: tuple[str, int]) -> None:
        """Add a process."""
        self.targets.append((target, WireFaults()))

    def replace(self, index: int, target: tuple[str, int]) -> None:
        """Replace a process that has ended with another."""
        self.targets[index] = (target, WireFaults())

    def set_faults(self, index: int, toxics: WireFaults) -> None:
        """Set the faults on the connections to a process, existing ones included."""
        vars(self.targets[index][1]).update(vars(toxics))

    def close(self) -> None:
        """Close every connection and stop listening."""
        self._wait(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0.1)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.CancelledError):
            await self._balance(reader, writer)
        writer.transport.abort()

    async def _balance(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in self.targets:
            self._turn += 1
            (host, port), toxics = self.targets[self._turn % len(self.targets)]
            if toxics.down:
                continue
            try:
                there = await asyncio.wait_for(asyncio.open_connection(host, port), 2)
            except OSError:
                continue
            await self._relay((reader, writer), there, toxics)
            break

    async def _relay(self, here: Any, there: Any, toxics: WireFaults) -> None:
        both = [
            asyncio.create_task(self._pass(here[0], there[1], toxics)),
            asyncio.create_task(self._pass(there[0], here[1], toxics)),
        ]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(toxics.slow_close)
        finally:
            for task in both:
                task.cancel()
            for _, writer in (here, there):
                writer.transport.abort()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, toxics: WireFaults
    ) -> None:
        with suppress(OSError):
            passed, lost = 0, False
            while said := await reader.read(toxics.slices or CHUNK):
                lost = lost or toxics.dead
                if lost:
                    continue
                if toxics.late:
                    await asyncio.sleep(toxics.late + self.chance.random() * toxics.jitter)
                passed += len(said)
                if toxics.bytes_left and passed > toxics.bytes_left:
                    return
                writer.write(said)
                await writer.drain()
