"""The route that founds a table: by any session at home, by a manager on the floor."""

import re
from itertools import chain, count

import msgspec
from litestar import post
from litestar.params import JSONBody

from sicbo import rulebooks
from sicbo.errors import BadInput
from sicbo.game.ranks import Rank
from sicbo.i18n import message
from sicbo.server.access.sessions import RANKS
from sicbo.server.live import home_tables
from sicbo.server.live.house import LiveHouse
from sicbo.server.live.live_table import LiveTable
from sicbo.server.live.stalled_journal import answer_in_time
from sicbo.server.problems import Problem
from sicbo.server.requests import (
    TABLE_NAME,
    ApiRequest,
    acting_session,
    current_session,
    house_of,
    source_of,
    whole_table,
)
from sicbo.server.schemas import staff as staff_schemas
from sicbo.server.write_budget import WriteBudget, payers_of

MOST_TABLES = 64
HOME_TABLE_NAME, NOT_IN_NAMES = re.compile(r"[a-z0-9][a-z0-9-]{0,15}"), re.compile(r"[^a-z0-9]+")
LONGEST_HOME_NAME = 16


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be founded; at home its name may be left out."""

    layout: str
    table: str = ""


@post("/tables", status_code=201)
async def found_new_table(request: ApiRequest, data: JSONBody[NewTable]) -> staff_schemas.WholeTable:
    """Found a table; at home it opens at once, on the floor with the command of staff of rank."""
    room, budget = house_of(request), request.app.state.budget
    at_home, asks = room.settings.at_home, current_session(request)
    if at_home:
        acting_session(request)
    elif RANKS.get(asks.rank, 0) < Rank.MANAGER:
        raise Problem("authority-required", message("tables.manager-required"), required_rank="manager")
    layout = rulebooks.full_layout_name(*rulebooks.get_layout(data.layout))
    name = _name(room, data.table, layout)
    if len(room.live_tables) >= MOST_TABLES:
        raise Problem("not-now", message("tables.too-many", most=MOST_TABLES))
    payers = payers_of(request, by_staff=not at_home)
    budget.refuse_if_spent(payers)
    if not at_home:
        live = await answer_in_time(room, room.found_table(name, layout))
    else:
        request.app.state.founding_limit.reserve(source_of(request))
        live = await answer_in_time(room, home_tables.open_table(room, name, layout))
    _charge(budget, payers, room, live)
    return whole_table(request, live)


def _name(room: LiveHouse, given: str, layout: str) -> str:
    """The name of a new table, which no other table has."""
    at_home = room.settings.at_home
    if at_home and not given:
        return _default_name(room, layout)
    if at_home and not HOME_TABLE_NAME.fullmatch(given):
        raise BadInput(message("tables.home-name-form", most=LONGEST_HOME_NAME))
    if not TABLE_NAME.fullmatch(given):
        raise BadInput(message("tables.name-form"))
    if given in room.live_tables:
        raise Problem("not-now", message("tables.name-taken", name=given))
    return given


def _default_name(room: LiveHouse, layout: str) -> str:
    """The name that a home table of this layout has by itself, with the first number that is free."""
    stem = NOT_IN_NAMES.sub("-", home_tables.default_name(layout))[: LONGEST_HOME_NAME - 3]
    names = chain((stem,), (f"{stem}-{number}" for number in count(2)))
    return next(name for name in names if name not in room.live_tables)


def _charge(budget: WriteBudget, payers: dict[str | bytes, int], room: LiveHouse, live: LiveTable) -> None:
    """Take the records with which a table began out of the budgets of the request."""
    budget.charge(payers, sum(len(record.text) for record in room.journal.read(live.name)))


ROUTES = [found_new_table]
