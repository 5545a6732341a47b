"""The logs of one kind in a house, such as its tournaments or its promotions."""

from typing import TYPE_CHECKING

from sicbo.errors import NotFound
from sicbo.house.log_state import Place

if TYPE_CHECKING:
    from sicbo.server.live.house import Room


def places(room: "Room", kind: str) -> list[Place]:
    """Return every log of a kind, by name."""
    return [place for _, place in sorted(room.floor.places.items()) if place.founding.kind == kind]


def place_in(room: "Room", kind: str, name: str) -> Place:
    """Return the log of a kind with this name."""
    known = {place.founding.table: place for place in places(room, kind)}
    if name not in known:
        raise NotFound(kind, name, list(known))
    return known[name]
