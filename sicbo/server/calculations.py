"""Calculations for the laboratory: one at a time, in a separate process that can be ended at any moment.

A thread would not do, because Python holds the interpreter lock while it multiplies long integers.
"""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import msgspec
from litestar import Litestar

from sicbo.i18n import message
from sicbo.maths.distribution import Distribution
from sicbo.server.calculation_worker import DistributionQuestion, DistributionShape
from sicbo.server.problems import Problem

TIME_LIMIT_SECONDS: Final = 10.0
MEMORY_BYTES: Final = 1 << 30
MOST_RESULTS: Final = 2_000_000
MOST_WAITING: Final = 4
WORKER_MODULE: Final = "sicbo.server.calculation_worker"
_decode_answer = msgspec.json.Decoder(DistributionShape).decode


def refuse_if_too_many_results(one: Distribution, rounds: int) -> None:
    """Refuse a distribution that would have too many results, before any of them is calculated."""
    results = one.most_results(rounds)
    if results > MOST_RESULTS:
        says = message("analysis.too-many-results", results=results, most=MOST_RESULTS)
        raise Problem("too-much-work", says)


class Calculations:
    """The client of the worker process, which is started with the first question."""

    def __init__(self, seconds: float = TIME_LIMIT_SECONDS) -> None:
        self._seconds = seconds
        self._callers: set[str] = set()
        self._lock = asyncio.Lock()
        self._worker: Process | None = None
        self._stopped = False

    @property
    def worker_pid(self) -> int | None:
        """The process id of the worker, or None if no worker is running."""
        return self._worker.pid if self._worker and self._worker.returncode is None else None

    async def distribution(
        self, caller: str, layout: str, stakes: dict[str, int], rounds: int
    ) -> DistributionShape:
        """Return the exact distribution of a slip; cancelling the call ends the work."""
        if caller in self._callers:
            raise Problem("too-many", message("analysis.already-running"))
        if len(self._callers) >= MOST_WAITING:
            raise Problem("busy", message("analysis.queue-full", most=MOST_WAITING))
        self._callers.add(caller)
        try:
            async with self._lock:
                return await self._answer(DistributionQuestion(layout, stakes, rounds, self._seconds))
        finally:
            self._callers.discard(caller)

    async def stop(self) -> None:
        """End the worker and answer no more questions."""
        self._stopped = True
        await self._end()

    async def _answer(self, question: DistributionQuestion) -> DistributionShape:
        line = b""
        try:
            async with asyncio.timeout(self._seconds):
                line = await self._ask_worker(msgspec.json.encode(question) + b"\n")
        except (TimeoutError, OSError):
            pass
        finally:
            if not line.endswith(b"\n"):  # it timed out, was cancelled, or the system ended the worker
                await asyncio.shield(self._end())
        if line.endswith(b"\n"):
            return _decode_answer(line)
        if self._stopped:
            raise Problem("stopping", message("requests.stopping"))
        raise Problem("too-much-work", message("analysis.too-slow", seconds=f"{self._seconds:g}"))

    async def _ask_worker(self, line: bytes) -> bytes:
        """Return the worker's answer to a line; an incomplete line means that there is no answer."""
        if self._stopped:
            return b""
        if self.worker_pid is None:
            self._worker = await _start_worker()
        worker = self._worker
        assert worker is not None and worker.stdin is not None and worker.stdout is not None
        worker.stdin.write(line)
        await worker.stdin.drain()
        return await worker.stdout.readline()

    async def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            with suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()


@asynccontextmanager
async def calculations_lifespan(app: Litestar) -> AsyncIterator[None]:
    """Provide calculations to an application for as long as it runs."""
    app.state.calculations = calculations = Calculations()
    try:
        yield
    finally:
        await calculations.stop()


async def _start_worker() -> Process:
    """Start a worker without our open files, the settings of the house or the terminal's Ctrl-C."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SICBO_", "PG"))}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-P", "-m", WORKER_MODULE, str(MEMORY_BYTES)),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env=kept | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        start_new_session=True,
    )
