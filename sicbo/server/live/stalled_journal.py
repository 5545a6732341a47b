"""Requests while the journal cannot be written: those that would write are answered 503.

A journal is stalled when a commit has been tried for a second: another program has locked the file, or the
disk is slow. Later writers are refused at once. Those that came before are answered within five seconds; what
they asked may still be written, and the same key has the one answer then. Reading goes on as ever.
"""

import asyncio
import time
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, TypeVar

from sicbo.house.floor import CommandAnswer
from sicbo.i18n import message
from sicbo.server.problems import Problem

if TYPE_CHECKING:
    from sicbo.server.live.house import LiveHouse

READ_METHODS = ("GET", "HEAD", "OPTIONS")
STALLED_SECONDS = 1.0
ANSWER_SECONDS, LOOK_SECONDS = 4.0, 0.25
"""How long a writer waits for a stalled journal, and how often it is looked at after that."""
T = TypeVar("T")


def is_stalled(house: "LiveHouse") -> bool:
    """Whether the journal cannot be written at the moment."""
    return house.journal.stalled_seconds > STALLED_SECONDS


async def refuse_if_stalled(request: Any) -> None:
    """Answer 503 to a request that would write while the journal is stalled."""
    if request.method not in READ_METHODS and is_stalled(request.app.state.house):
        raise Problem("no-database", message("requests.journal-stalled"))


async def answer_in_time(room: "LiveHouse", work: Awaitable[T]) -> T:
    """Return what some writing comes to; if the journal stalls meanwhile, a 503 while the work goes on."""
    task, began = asyncio.ensure_future(work), time.monotonic()
    wait = ANSWER_SECONDS
    try:
        while not (await asyncio.wait({task}, timeout=wait))[0]:
            if is_stalled(room) and time.monotonic() - began >= ANSWER_SECONDS:
                raise Problem("no-database", message("requests.outcome-unknown"))
            wait = LOOK_SECONDS
    finally:
        task.add_done_callback(_let_go)
    return task.result()


class TimedAnswers:
    """The answers that requests wait for; one timer looks after all of them while there are any."""

    def __init__(self, house: "LiveHouse") -> None:
        self._house = house
        self._began: dict[asyncio.Future[CommandAnswer], float] = {}
        self._has_timer = False

    def add(self, answer: asyncio.Future[CommandAnswer]) -> None:
        """Wait for an answer; if the journal stalls meanwhile, it is a 503 while the work goes on."""
        self._began[answer] = time.monotonic()
        if not self._has_timer:
            self._has_timer = True
            asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look)

    def remove(self, answer: asyncio.Future[CommandAnswer]) -> None:
        """Wait for an answer no longer, because it has come."""
        self._began.pop(answer, None)

    def _look(self) -> None:
        late = time.monotonic() - ANSWER_SECONDS
        for answer in [one for one, began in self._began.items() if began <= late or one.done()]:
            if answer.done():
                self.remove(answer)
            elif is_stalled(self._house):
                self.remove(answer)
                answer.set_exception(Problem("no-database", message("requests.outcome-unknown")))
        self._has_timer = bool(self._began)
        if self._has_timer:
            asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look)


def _let_go(task: asyncio.Future[Any]) -> None:
    """Take in what became of work for which no request waits any more."""
    if not task.cancelled():
        task.exception()
