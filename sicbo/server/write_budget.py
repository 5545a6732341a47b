"""Write budgets: how many bytes of records each session and each address may cause.

A budget grows with the rate of requests that a session may make, up to a minute's worth. At the default rate
of 40 a second that is 10 KB a second and 600 KB at once: eight slips of ten wagers every second,
indefinitely.
"""

import time
from collections.abc import Callable, Mapping
from math import ceil
from typing import Any, Final

import msgspec

from sicbo.house.entries import Asked
from sicbo.house.floor import Answer
from sicbo.server.access.authentication import seat_token_of, token_of
from sicbo.server.access.known_browsers import network_of
from sicbo.server.access.sessions import hashed
from sicbo.server.http.security import MOST_KNOWN, SOURCE_FACTOR
from sicbo.server.live.house import Room
from sicbo.server.live.stalled_journal import answer_in_time
from sicbo.server.problems import Problem

BYTES_PER_REQUEST: Final = 256
FULL_SECONDS: Final = 60
STAFF_FACTOR: Final = 16
"""The records of floor staff concern every player at the table."""

Payers = Mapping[str | bytes, int]
"""The budgets that pay for a record, each with its multiple of the usual budget."""


class WriteBudget:
    """A bucket of bytes for each session and each address; a record is charged to both."""

    def __init__(self, rate: int, now: Callable[[], float] = time.monotonic) -> None:
        self._speed, self._now = rate * BYTES_PER_REQUEST, now
        self._buckets: dict[str | bytes, tuple[float, float]] = {}

    def refuse_if_spent(self, payers: Payers) -> None:
        """Refuse with 429 while one of the budgets is overdrawn, and say how long to wait."""
        wait = max(-self._left(who, factor) / (self._speed * factor) for who, factor in payers.items())
        if wait > 0:
            seconds = ceil(wait)
            says = f"Too much was recorded for you within a minute: wait {seconds} s."
            raise Problem("too-many", says, retry_after=seconds)

    def charge(self, payers: Payers, size: int) -> None:
        """Charge `size` bytes to each budget."""
        if len(self._buckets) > MOST_KNOWN:
            self._buckets.clear()
        for who, factor in payers.items():
            self._buckets[who] = (self._left(who, factor) - size, self._now())

    def _left(self, who: str | bytes, factor: int) -> float:
        full = self._speed * factor * FULL_SECONDS
        left, then = self._buckets.get(who, (full, self._now()))
        return min(full, left + (self._now() - then) * self._speed * factor)


def payers_of(request: Any, *, by_staff: bool) -> dict[str | bytes, int]:
    """The address and the session whose budgets pay for what a request has recorded."""
    factor = STAFF_FACTOR if by_staff else 1
    source = f"from {network_of(request.client.host) if request.client else ''}"
    payers: dict[str | bytes, int] = {source: factor * SOURCE_FACTOR}
    for token in filter(None, (token_of(request), seat_token_of(request))):
        payers[hashed(token)] = factor
    return payers


async def asked_within_budget(request: Any, room: Room, asked: Asked) -> Answer:
    """Return the answer to a command whose sender has budget left, and charge its record.

    The size of the command is charged before the decision, so that many concurrent commands cannot exceed it.
    """
    budget: WriteBudget = request.app.state.budget
    by_staff = asked.command.stamp.rank is not None and not room.settings.at_home
    payers = payers_of(request, by_staff=by_staff)
    budget.refuse_if_spent(payers)
    before = asked.command.id in room.floor.places[asked.table].numbers
    sent = len(msgspec.json.encode(asked.command))
    budget.charge(payers, sent)
    answer = await answer_in_time(room, room.ask(asked))
    if answer.record is not None and not before:
        budget.charge(payers, len(answer.record.text) - sent)
    return answer
