"""Witnessing: a timer sends the newest checkpoints to the witnesses, and the house keeps what they cosign.

Play never waits for a witness. A failure is logged when it begins, counted, and shown by `/readyz`.
"""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING

from sicbo.errors import SicboError
from sicbo.house.export.readers import JournalReader
from sicbo.house.export.sources import without_passwords
from sicbo.house.witness.cosignatures import cosign_latest
from sicbo.house.witness.http import ask_witness
from sicbo.house.witness.witness import WitnessAnswer, WitnessRefusal
from sicbo.journal.notes import Vkey, read_vkey
from sicbo.journal.record import Record
from sicbo.journal.store import Checkpoint
from sicbo.server.logs import log

if TYPE_CHECKING:
    from sicbo.server.live.house import LiveHouse

CLAIM = "witnessing"
SECONDS_FOR_ONE = 5.0
NO_KEY = "No witness key is registered: add one with `sicbo keys witness`."


class WitnessAway(Exception):
    """A witness does not answer, so it is not asked again in this cycle."""


class WitnessedJournal:
    """The journal for witnesses: read beside its writer, cosigned between two commits."""

    def __init__(self, house: "LiveHouse", reading: JournalReader) -> None:
        self._house, self._reading = house, reading

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """Return the checkpoints of a log on more than `after` records."""
        return self._reading.checkpoints(table, after)

    def read(self, table: str, after: int = 0) -> Iterator[Record]:
        """Return the records of a log after a number."""
        return self._reading.read(table, after)

    def cosign(self, table: str, size: int, note: str) -> None:
        """Store a checkpoint's note with additional signatures."""
        with self._house.floor.write_lock:
            self._house.journal.cosign(table, size, note)


class WitnessTimer:
    """Sends every log to every configured witness, each time as far as it has grown."""

    def __init__(self, house: "LiveHouse") -> None:
        self._house, self._stopping, self._stopped = house, threading.Event(), asyncio.Event()
        self._witnessed_sizes: dict[tuple[str, str], int] = {}
        self._task: asyncio.Task[None] | None = None
        self.failures: dict[str, str] = {}
        """The present failures, by the address of the witness."""

    def start(self) -> None:
        """Start the timer, if a witness is configured."""
        if self._house.settings.witnesses:
            self._task = asyncio.create_task(self._run(), name="witnessing")

    async def stop(self) -> None:
        """Stop the timer after the answer of the witness that is being asked."""
        self._stopping.set()
        self._stopped.set()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        while not self._stopping.is_set():
            if self._house.claims.try_claim(CLAIM):
                try:
                    await asyncio.to_thread(self._submit_all)
                except Exception:
                    log.exception("witnessing")
            with suppress(TimeoutError):
                async with asyncio.timeout(self._house.settings.witness_seconds):
                    await self._stopped.wait()

    def _submit_all(self) -> None:
        vkeys = [read_vkey(line) for line in self._house.keys.witness_keys()]
        for url in self._house.settings.witnesses:
            try:
                wrong = self._submit_to(url, vkeys) if vkeys else NO_KEY
            except (WitnessAway, SicboError) as error:
                wrong = str(error)
            if not self._stopping.is_set():
                self._record_failure(url, wrong)

    def _submit_to(self, url: str, vkeys: Sequence[Vkey]) -> str:
        """Send every log to a witness, and return what failed, or nothing if it cosigned all."""
        wrong = ""

        def request_signature(old_size: int, proof: Sequence[bytes], note: str) -> WitnessAnswer:
            answer = ask_witness(url, old_size, proof, note, SECONDS_FOR_ONE)
            if isinstance(answer, WitnessRefusal) and answer.status == HTTPStatus.BAD_GATEWAY:
                raise WitnessAway(answer.says)
            return answer

        with self._house.open_reading() as reading:
            for table in sorted(reading.heads()):
                if self._stopping.is_set():
                    return wrong
                known = self._witnessed_sizes.get((url, table), 0)
                told = cosign_latest(
                    WitnessedJournal(self._house, reading), table, request_signature, vkeys, known
                )
                if isinstance(told, str):
                    wrong = wrong or told
                else:
                    self._witnessed_sizes[url, table] = told
        return wrong

    def _record_failure(self, url: str, wrong: str) -> None:
        """Count a failure, and log it if it differs from the previous one."""
        if wrong:
            self._house.metrics.witness_failures.inc()
        if wrong and self.failures.get(url) != wrong:
            log.error("witness", extra={"at": without_passwords(url), "says": wrong})
        if not wrong and url in self.failures:
            log.warning("witness-back", extra={"at": without_passwords(url)})
        self.failures.pop(url, None)
        if wrong:
            self.failures[url] = wrong
