"""Routes of accessibility: players for whom bets stay open longer, as the house decides."""

import msgspec
from litestar import put
from litestar.params import FromPath, JSONBody

from sicbo.server.problems import Problem
from sicbo.server.requests import Asking, player_at, room_of, staff_at
from sicbo.server.schemas import table as table_schemas


class Longer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a player needs longer. Staff name the player; at home players speak only for themselves."""

    longer: bool
    player: str = ""


class IsLonger(table_schemas.Shape, frozen=True):
    """The players of the table for whom bets stay open longer."""

    players: tuple[str, ...]


@put("/tables/{table:str}/longer", status_code=200)
async def longer(request: Asking, table: FromPath[str], data: JSONBody[Longer]) -> IsLonger:
    """Make the automatic dealer take bets for twice as long while this player has a seat, or end that."""
    room = room_of(request)
    live = room.live(table)
    if room.settings.at_home:
        player = player_at(request, live).pseudonym
    else:
        staff_at(request, table)
        player = data.player
    if player not in live.table.seated:
        raise Problem(
            "not-seated", "No player of that name has a seat here: look at the list of players again."
        )
    (live.longer.add if data.longer else live.longer.discard)(player)
    room.stir(table)
    return IsLonger(players=tuple(sorted(live.longer)))


ROUTES = [longer]
