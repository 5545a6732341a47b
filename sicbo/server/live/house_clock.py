"""The clock of a house at its start: it continues from the journal, unless the machine is far behind."""

import time
from collections.abc import Iterable
from datetime import UTC, datetime
from math import ceil

from sicbo.errors import BadInput
from sicbo.house.clock import Clock
from sicbo.house.log_state import Place
from sicbo.server.logs import log

MICROSECOND, NOTICED_SECONDS = 1_000_000, 1.0
"""A clock that is behind by less than this was only corrected."""


def house_clock(places: Iterable[Place], most_behind: int) -> Clock:
    """Return the clock of a house with these tables.

    A machine that is behind the last record by more than `most_behind` seconds is refused. One that is behind
    by less is reported in the log.
    """
    known = list(places)
    last = max((place.wall for place in known), default=0)
    behind = last / MICROSECOND - time.time()
    if behind > most_behind:
        raise BadInput(_far_behind(last, behind))
    clock = Clock(last, max((place.elapsed for place in known), default=0))
    announce_if_ahead(clock, 0.0)
    return clock


def announce_if_ahead(clock: Clock, announced: float) -> float:
    """Log that the machine's clock is behind the house's clock, if by more than at the last report.

    Return how many seconds ahead of the machine the house was last reported to be.
    """
    ahead = clock.seconds_ahead
    if ahead < announced + NOTICED_SECONDS:
        return announced
    log.warning("clock-behind", extra={"seconds": round(ahead, 3)})
    return ahead


def _far_behind(last: int, behind: float) -> str:
    return (
        f"The last record of the journal is from {_told(last / MICROSECOND)}, and this machine's clock says "
        f"{_told(time.time())}, {ceil(behind)} seconds earlier. Set the machine's clock, then start again. "
        "If the machine is right and the journal was written with a wrong clock, start with "
        f"SICBO_CLOCK_BEHIND={ceil(behind)} or more: the house then continues from the time of the journal."
    )


def _told(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S} UTC"
