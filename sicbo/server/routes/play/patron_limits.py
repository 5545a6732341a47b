"""Routes of a patron's own limits, where the house has an overlay that asks for them."""

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
    """The most that a patron wants to lose and to bring in a day; none where there is no limit."""

    loss: Cents | None = None
    deposit: Cents | None = None


class LimitsShape(table_schemas.Shape, frozen=True):
    """The limits that hold, and those that wait for their time."""

    overlay: str
    loss: int | None
    deposit: int | None
    next_loss: int | None
    next_deposit: int | None
    waits_until: str


def _own(request: Asking) -> tuple[Room, str]:
    room, session = room_of(request), who(request)
    if room.care is None or not room.care.overlay.limits:
        raise Problem("not-found", "This house has no overlay with limits of patrons: ask the staff.")
    if not session.pseudonym:
        raise Problem("not-seated", "Sit down at a table first: limits belong to a person who plays.")
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
    """The limits of whoever asks."""
    room, player = _own(request)
    assert room.care is not None
    return _shape(room, await asyncio.to_thread(room.care.limits_of, player, room.now()))


@put("/session/limits")
async def set_limits(request: Asking, data: JSONBody[GivenLimits]) -> LimitsShape:
    """Lower limits hold at once, higher ones after the hours of the overlay."""
    room, player = _own(request)
    sets = asyncio.to_thread(room.floor.limit, player, data.loss, data.deposit, room.now())
    given = await answer_in_time(room, sets)
    return _shape(room, given)


ROUTES = [limits, set_limits]
