"""Routes of the licence: the minimum wagers that the regulator approved."""

import msgspec
from litestar import get, put
from litestar.params import FromPath, JSONBody

from sicbo.server.live.house import LiveHouse
from sicbo.server.live.licence import rulebooks_with_approved_minimum
from sicbo.server.logs import log
from sicbo.server.requests import ApiRequest, house_of, require_senior_manager
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


def _licence_shapes(house: LiveHouse) -> list[LicenceShape]:
    return [
        LicenceShape(
            rulebook=key,
            name=rules.name,
            clause=rules.limits.below_minimum.clause,
            approved_minimum=house.licence.approved_minimum(key),
        )
        for key, rules in rulebooks_with_approved_minimum().items()
    ]


@get("/licence")
async def list_approved_minimums(request: ApiRequest) -> list[LicenceShape]:
    """List the rulebooks that refer to an approved minimum, each with the figure of the licence."""
    require_senior_manager(request)
    return _licence_shapes(house_of(request))


@put("/licence/{rulebook:str}", status_code=200)
async def enter_approved_minimum(
    request: ApiRequest, rulebook: FromPath[str], data: JSONBody[ApprovedMinimum]
) -> list[LicenceShape]:
    """Enter the minimum that the regulator approved. It applies to a table from its next opening."""
    session, house = require_senior_manager(request), house_of(request)
    house.licence.enter(rulebook, data.approved_minimum)
    said = {"member": session.person, "rulebook": rulebook, "cents": data.approved_minimum}
    log.info("licence-changed", extra=said)
    for table in house.live_tables:
        house.schedule_update(table)
    return _licence_shapes(house)


ROUTES = [list_approved_minimums, enter_approved_minimum]
