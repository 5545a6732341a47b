"""Routes of accessibility: players for whom bets stay open longer, as the house decides."""

import msgspec
from litestar import put
from litestar.params import FromPath, JSONBody

from sicbo.i18n import message
from sicbo.server.problems import Problem
from sicbo.server.requests import ApiRequest, house_of, player_session, staff_session
from sicbo.server.schemas import table as table_schemas


class LongerBetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a player needs longer. Staff name the player; at home players speak only for themselves."""

    longer: bool
    player: str = ""


class LongerBettingPlayers(table_schemas.Shape, frozen=True):
    """The players of the table for whom bets stay open longer."""

    players: tuple[str, ...]


@put("/tables/{table:str}/longer", status_code=200)
async def set_longer_betting(
    request: ApiRequest, table: FromPath[str], data: JSONBody[LongerBetting]
) -> LongerBettingPlayers:
    """Make the automatic dealer take bets for twice as long while this player has a seat, or end that."""
    house = house_of(request)
    live = house.live_table(table)
    if house.settings.at_home:
        player = player_session(request, live).pseudonym
    else:
        staff_session(request, table)
        player = data.player
    if player not in live.table.seated:
        raise Problem("not-seated", message("tables.unknown-player"))
    (live.longer_time_players.add if data.longer else live.longer_time_players.discard)(player)
    house.schedule_update(table)
    return LongerBettingPlayers(players=tuple(sorted(live.longer_time_players)))


ROUTES = [set_longer_betting]
