"""Routes of a patron's own limits, for a house whose overlay demands them."""

import asyncio
from typing import Annotated

import msgspec
from litestar import get, put
from litestar.params import JSONBody

from sicbo.house.responsible_gambling import PatronLimits
from sicbo.i18n import message
from sicbo.server.live.house import LiveHouse
from sicbo.server.live.stalled_journal import answer_in_time
from sicbo.server.problems import Problem
from sicbo.server.requests import ApiRequest, current_session, house_of
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import iso_time

Cents = Annotated[int, msgspec.Meta(ge=0, le=10**12)]


class LimitsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


def _require_patron(request: ApiRequest) -> tuple[LiveHouse, str]:
    house, session = house_of(request), current_session(request)
    if house.care is None or not house.care.overlay.limits:
        raise Problem("not-found", message("patron-limits.not-offered"))
    if not session.pseudonym:
        raise Problem("not-seated", message("patron-limits.seat-required"))
    return house, session.pseudonym


def _limits_shape(house: LiveHouse, limits: PatronLimits) -> LimitsShape:
    return LimitsShape(
        overlay=house.settings.overlay,
        loss=limits.loss,
        deposit=limits.deposit,
        next_loss=limits.next_loss,
        next_deposit=limits.next_deposit,
        waits_until=iso_time(limits.waits_until) if limits.waits_until else "",
    )


@get("/session/limits")
async def show_limits(request: ApiRequest) -> LimitsShape:
    """Return the limits of the player."""
    house, player = _require_patron(request)
    assert house.care is not None
    return _limits_shape(house, await asyncio.to_thread(house.care.limits_of, player, house.wall_time()))


@put("/session/limits")
async def set_limits(request: ApiRequest, data: JSONBody[LimitsRequest]) -> LimitsShape:
    """Set the player's limits. Lower ones apply at once, higher ones after the hours of the overlay."""
    house, player = _require_patron(request)
    sets = asyncio.to_thread(
        house.floor.set_patron_limits, player, data.loss, data.deposit, house.wall_time()
    )
    given = await answer_in_time(house, sets)
    return _limits_shape(house, given)


ROUTES = [show_limits, set_limits]
