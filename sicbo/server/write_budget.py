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

from sicbo.house.entries import CommandRequest
from sicbo.house.floor import CommandAnswer
from sicbo.i18n import message
from sicbo.server.access.authentication import seat_token_of, session_of, token_of
from sicbo.server.access.sessions import token_hash
from sicbo.server.access.sign_in.known_browsers import network_of
from sicbo.server.http.rate_limits import MOST_BUCKETS, SOURCE_FACTOR
from sicbo.server.live.house import LiveHouse
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
        self._bytes_per_second, self._now = rate * BYTES_PER_REQUEST, now
        self._buckets: dict[str | bytes, tuple[float, float]] = {}

    def refuse_if_spent(self, payers: Payers) -> None:
        """Refuse with 429 while one of the budgets is overdrawn, and say how long to wait."""
        now, wait = self._now(), 0.0
        for who, factor in payers.items():
            left = self._remaining_bytes(who, factor, now)
            if left < 0:
                wait = max(wait, -left / (self._bytes_per_second * factor))
        if wait > 0:
            seconds = ceil(wait)
            says = message("requests.too-much-recorded", seconds=seconds)
            raise Problem("too-many", says, retry_after=seconds)

    def charge(self, payers: Payers, size: int) -> None:
        """Charge `size` bytes to each budget."""
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.clear()
        now = self._now()
        for who, factor in payers.items():
            self._buckets[who] = (self._remaining_bytes(who, factor, now) - size, now)

    def _remaining_bytes(self, who: str | bytes, factor: int, now: float) -> float:
        per_second = self._bytes_per_second * factor
        full = per_second * FULL_SECONDS
        bucket = self._buckets.get(who)
        return min(full, bucket[0] + (now - bucket[1]) * per_second) if bucket else full


def payers_of(request: Any, *, by_staff: bool) -> dict[str | bytes, int]:
    """The address and the session whose budgets pay for what a request has recorded."""
    factor = STAFF_FACTOR if by_staff else 1
    source = f"from {network_of(request.client.host) if request.client else ''}"
    payers: dict[str | bytes, int] = {source: factor * SOURCE_FACTOR}
    for token in (token_of(request), seat_token_of(request)):
        if token:
            payers[token_hash(token)] = factor
    return payers


async def submit_within_budget(request: Any, house: LiveHouse, asked: CommandRequest) -> CommandAnswer:
    """Return the answer to a command whose sender has budget left, and charge its record.

    The size of the command is charged before the decision, so that many concurrent commands cannot exceed it.
    """
    if house.approvals.has_any:
        session = session_of(house, request)
        house.approvals.refuse_if_key_reused(session.person if session else "", asked)
    budget: WriteBudget = request.app.state.budget
    by_staff = asked.command.stamp.rank is not None and not house.settings.at_home
    payers = payers_of(request, by_staff=by_staff)
    before = asked.command.id in house.floor.logs[asked.table].record_numbers
    sent = len(msgspec.json.encode(asked.command))
    budget.refuse_if_spent(payers)
    budget.charge(payers, sent)
    answer = await house.submit_in_time(asked)
    if answer.record is not None and not before:
        budget.charge(payers, len(answer.record.text) - sent)
    return answer
