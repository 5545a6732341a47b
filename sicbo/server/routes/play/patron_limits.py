"""Routes of a patron's own limits, for a house whose overlay demands them."""

import asyncio
from typing import Annotated

import msgspec
from litestar import get, put
from litestar.params import JSONBody

from sicbo.house.responsible_gambling import Limits
from sicbo.server.live.house import Room
from sicbo.server.live.stalled_journal import answer_in_time
from sicbo.server.problems import Problem
from sicbo.server.requests import Asking, room_of, who
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import when

Cents = Annotated[int, msgspec.Meta(ge=0, le=10**12)]


class GivenLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The most that a patron may lose and bring in per day; None for no limit."""

    loss: Cents | None = None
    deposit: Cents | None = None


class LimitsShape(table_schemas.Shape, frozen=True):
    """The limits in force, and the limits that take effect later."""

    overlay: str
    loss: int | None
    deposit: int | None
    next_loss: int | None
    next_deposit: int | None
    waits_until: str


def _own(request: Asking) -> tuple[Room, str]:
    room, session = room_of(request), who(request)
    if room.care is None or not room.care.overlay.limits:
        raise Problem("not-found", "This house has no overlay with patron limits: ask the staff.")
    if not session.pseudonym:
        raise Problem("not-seated", "Take a seat at a table first: only players have limits.")
    return room, session.pseudonym


def _shape(room: Room, limits: Limits) -> LimitsShape:
    return LimitsShape(
        overlay=room.settings.overlay,
        loss=limits.loss,
        deposit=limits.deposit,
        next_loss=limits.next_loss,
        next_deposit=limits.next_deposit,
        waits_until=when(limits.waits_until) if limits.waits_until else "",
    )


@get("/session/limits")
async def limits(request: Asking) -> LimitsShape:
    """Return the limits of the player."""
    room, player = _own(request)
    assert room.care is not None
    return _shape(room, await asyncio.to_thread(room.care.limits_of, player, room.now()))


@put("/session/limits")
async def set_limits(request: Asking, data: JSONBody[GivenLimits]) -> LimitsShape:
    """Set the player's limits. Lower ones apply at once, higher ones after the hours of the overlay."""
    room, player = _own(request)
    sets = asyncio.to_thread(room.floor.limit, player, data.loss, data.deposit, room.now())
    given = await answer_in_time(room, sets)
    return _shape(room, given)


ROUTES = [limits, set_limits]
