"""Routes of entrants: a code from the entry desk opens a page of their own to place and seal slips."""

import asyncio

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from sicbo.errors import Refusal
from sicbo.i18n import message
from sicbo.server.access.authentication import command_id_of, seat_cookie, seat_token_of
from sicbo.server.access.entrant_codes import CODE_SECONDS
from sicbo.server.access.sessions import Session
from sicbo.server.commands.bodies import ENTRANT_COMMANDS, TournamentBody, kind_of
from sicbo.server.live.house import LiveHouse
from sicbo.server.problems import Problem
from sicbo.server.requests import ApiRequest, KeyHeader, house_of, session_and_rank, source_of
from sicbo.server.routes.tournaments.common import contest_refusal_problem, staff_required
from sicbo.server.routes.tournaments.tournaments import tournament_command
from sicbo.server.schemas import table as table_schemas
from sicbo.server.views.tournament import person_name, tournament_log
from sicbo.server.write_budget import submit_within_budget
from sicbo.table.round.slips import EMPTY_SLIP
from sicbo.tournament.state import Tournament


class CodeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The entrant who is to receive a code."""

    player: str


class CodeShape(table_schemas.Shape, frozen=True):
    """A code for an entrant's page, and the seconds until it expires."""

    code: str
    expires_in: int


class EntrantCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code that the entry desk gave."""

    code: str


class EntrantSeat(table_schemas.Shape, frozen=True):
    """What only the entrant sees: their slip of this spin, with `unit` and `maximum` from the terms.

    `round` and `version` are those of the slip; the next one names the same round and the next version.
    `player` is empty if this device was not opened with a code.
    """

    player: str = ""
    name: str = ""
    slip: tuple[tuple[str, int], ...] = ()
    round: int = 0
    version: int = 0
    unit: int = 1
    maximum: int = 0


def _tournament(house: LiveHouse, name: str) -> Tournament:
    tournament: Tournament = tournament_log(house, name).state
    return tournament


def _entrant_session(request: ApiRequest, name: str) -> Session | None:
    """Return the session of the entrant's device, or None if the device belongs to no entrant."""
    house, token = house_of(request), seat_token_of(request)
    tournament, session = _tournament(house, name), house.sessions.find(token) if token else None
    return session if session and session.pseudonym in tournament.entrants else None


def _require_entrant_session(request: ApiRequest, name: str) -> Session:
    """Return the session of the entrant's device, or raise `signed-out`."""
    session = _entrant_session(request, name)
    if session is None:
        raise Problem("signed-out", message("entrant-codes.required"))
    return session


def _entrant_seat(house: LiveHouse, name: str, player: str) -> EntrantSeat:
    tournament = _tournament(house, name)
    heat = tournament.heat_of(player)
    played = tournament.round_of(heat) if heat else None
    slip = played.slips.get(player, EMPTY_SLIP) if played else EMPTY_SLIP
    return EntrantSeat(
        player=player,
        name=person_name(house, player),
        slip=tuple((stake.bet, stake.cents) for stake in slip.stakes),
        round=played.number if played else 0,
        version=slip.version,
        unit=tournament.plan.wagers.unit,
        maximum=tournament.plan.wagers.maximum,
    )


@post("/tournaments/{name:str}/codes", status_code=201)
async def create_code(request: ApiRequest, name: FromPath[str], data: JSONBody[CodeRequest]) -> CodeShape:
    """Give an entrant a code for their own device. It replaces the code before it."""
    house, (session, rank) = house_of(request), session_and_rank(request)
    tournament = _tournament(house, name)
    if session is None or not rank:
        raise staff_required()
    if data.player not in tournament.entrants:
        raise Problem("not-found", message("entrant-codes.unknown-entrant"))
    return CodeShape(code=house.entrant_codes.issue(name, data.player), expires_in=CODE_SECONDS)


@post("/tournaments/{name:str}/seat", status_code=201)
async def open_seat(
    request: ApiRequest, name: FromPath[str], data: JSONBody[EntrantCode]
) -> Response[EntrantSeat]:
    """Open an entrant's page on this device, and close it on any other."""
    house = house_of(request)
    _tournament(house, name)
    player = house.entrant_codes.redeem(name, data.code, source_of(request))
    person = await asyncio.to_thread(house.people.name_of, player)
    if person is None:
        raise Problem("not-found", message("entrant-codes.name-erased"))
    for other in [one for one in house.sessions.all_sessions() if one.pseudonym == player and not one.rank]:
        house.end_session(other)
    token, session = house.sessions.begin_player(person, person.partition("#")[0])
    house.sessions.store_pseudonym(session, player)
    return Response(
        _entrant_seat(house, name, player), status_code=201, cookies=[seat_cookie(request, token)]
    )


@get("/tournaments/{name:str}/seat")
async def show_seat(request: ApiRequest, name: FromPath[str]) -> EntrantSeat:
    """Return what only the entrant may see; empty if this device belongs to no entrant."""
    session = _entrant_session(request, name)
    return _entrant_seat(house_of(request), name, session.pseudonym) if session else EntrantSeat()


@post("/tournaments/{name:str}/seat/commands", status_code=200)
async def give_entrant_command(
    request: ApiRequest, name: FromPath[str], data: JSONBody[TournamentBody], key: KeyHeader = None
) -> EntrantSeat:
    """Give an entrant's own command: place or seal a slip, pass, open the seal, use a feature, retire."""
    house, given, session = house_of(request), command_id_of(key), _require_entrant_session(request, name)
    if kind_of(data) not in ENTRANT_COMMANDS:
        raise staff_required()
    order = await asyncio.to_thread(tournament_command, house, name, data, session, "", given)
    answer = await submit_within_budget(request, house, order)
    if isinstance(answer.outcome, Refusal):
        raise contest_refusal_problem(house, answer.outcome, _tournament(house, name))
    return _entrant_seat(house, name, session.pseudonym)


@delete("/tournaments/{name:str}/seat", status_code=204)
async def close_seat(request: ApiRequest, name: FromPath[str]) -> Response[None]:
    """Close the entrant's page on this device."""
    house_of(request).end_session(_require_entrant_session(request, name))
    return Response(None, status_code=204, cookies=[seat_cookie(request, "")])


ROUTES = [create_code, open_seat, show_seat, give_entrant_command, close_seat]
