"""The logs of one kind in a house, such as its tournaments or its promotions."""

from typing import TYPE_CHECKING

from sicbo.errors import NotFound
from sicbo.house.log_state import LogState

if TYPE_CHECKING:
    from sicbo.server.live.house import LiveHouse


def logs_of_kind(house: "LiveHouse", kind: str) -> list[LogState]:
    """Return every log of a kind, by name."""
    return [place for _, place in sorted(house.floor.logs.items()) if place.founding.kind == kind]


def log_of_kind(house: "LiveHouse", kind: str, name: str) -> LogState:
    """Return the log of a kind with this name."""
    known = {place.founding.table: place for place in logs_of_kind(house, kind)}
    if name not in known:
        raise NotFound(kind, name, list(known))
    return known[name]
