"""Routes of who needs more time: a seat for which bets stay open longer, as the house decides."""

import msgspec
from litestar import put
from litestar.params import FromPath, JSONBody

from sicbo.server.problems import Problem
from sicbo.server.requests import Asking, player_at, room_of, staff_at
from sicbo.server.schemas import table as table_schemas


class Longer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether somebody needs longer; staff name the player, at home everybody speaks for themselves."""

    longer: bool
    player: str = ""


class IsLonger(table_schemas.Shape, frozen=True):
    """For which players of the table bets stay open longer."""

    players: tuple[str, ...]


@put("/tables/{table:str}/longer", status_code=200)
async def longer(request: Asking, table: FromPath[str], data: JSONBody[Longer]) -> IsLonger:
    """Let the automatic dealer take bets for twice as long while this player sits there, or no longer so."""
    room = room_of(request)
    live = room.live(table)
    if room.settings.at_home:
        player = player_at(request, live).pseudonym
    else:
        staff_at(request, table)
        player = data.player
    if player not in live.table.seated:
        raise Problem("not-seated", "Nobody of that name has a seat here: look at the list of players again.")
    (live.longer.add if data.longer else live.longer.discard)(player)
    room.stir(table)
    return IsLonger(players=tuple(sorted(live.longer)))


ROUTES = [longer]
