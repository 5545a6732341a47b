"""Routes of the licence: the minimum wagers that the regulator approved."""

import msgspec
from litestar import get, put
from litestar.params import FromPath, JSONBody

from sicbo.server.live.house import Room
from sicbo.server.live.licence import rulebooks_with_approved_minimum
from sicbo.server.logs import log
from sicbo.server.requests import Asking, room_of
from sicbo.server.routes.staff.accounts import owner
from sicbo.server.schemas import table as table_schemas


class ApprovedMinimum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The minimum wager that the regulator approved, in cents."""

    approved_minimum: int


class LicenceShape(table_schemas.Shape, frozen=True):
    """What the licence says about one rulebook; None until it is entered."""

    rulebook: str
    name: str
    clause: str
    approved_minimum: int | None


def _shapes(room: Room) -> list[LicenceShape]:
    return [
        LicenceShape(
            rulebook=key,
            name=rules.name,
            clause=rules.limits.below_minimum.clause,
            approved_minimum=room.licence.approved_minimum(key),
        )
        for key, rules in rulebooks_with_approved_minimum().items()
    ]


@get("/licence")
async def licence(request: Asking) -> list[LicenceShape]:
    """List the rulebooks that refer to an approved minimum, each with the figure of the licence."""
    owner(request)
    return _shapes(room_of(request))


@put("/licence/{rulebook:str}", status_code=200)
async def enter_approved_minimum(
    request: Asking, rulebook: FromPath[str], data: JSONBody[ApprovedMinimum]
) -> list[LicenceShape]:
    """Enter the minimum that the regulator approved. It applies to a table from its next opening."""
    session, room = owner(request), room_of(request)
    room.licence.enter(rulebook, data.approved_minimum)
    said = {"member": session.person, "rulebook": rulebook, "cents": data.approved_minimum}
    log.info("licence-changed", extra=said)
    for table in room.lives:
        room.stir(table)
    return _shapes(room)


ROUTES = [licence, enter_approved_minimum]
