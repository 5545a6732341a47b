"""Routes of entrants: a code from the entry desk opens a page of their own to place and seal slips."""

import asyncio
from typing import Any

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from sicbo.errors import Refusal
from sicbo.server.access.authentication import key_of_command, seat_cookie, seat_token_of
from sicbo.server.access.entrant_codes import CODE_SECONDS
from sicbo.server.access.sessions import Session
from sicbo.server.live.house import Room
from sicbo.server.problems import Problem
from sicbo.server.requests import Asking, Key, may, room_of, source_of
from sicbo.server.routes.tournaments.common import not_staff
from sicbo.server.routes.tournaments.tournaments import OF_PLAYERS, asked, refused_by
from sicbo.server.schemas import table as table_schemas
from sicbo.server.views.tournament import name_of, place_of
from sicbo.server.write_budget import asked_within_budget
from sicbo.tournament.state import Tournament


class WantsCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The entrant who is to receive a code."""

    player: str


class CodeShape(table_schemas.Shape, frozen=True):
    """A code for an entrant's page, and the seconds until it expires."""

    code: str
    expires_in: int


class GivenCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code that the entry desk gave."""

    code: str


class SeatShape(table_schemas.Shape, frozen=True):
    """What only the entrant sees: their slip of this spin, with `unit` and `maximum` from the terms.

    `player` is empty if this device was not opened with a code.
    """

    player: str = ""
    name: str = ""
    slip: tuple[tuple[str, int], ...] = ()
    unit: int = 1
    maximum: int = 0


def _cup(room: Room, name: str) -> Tournament:
    cup: Tournament = place_of(room, name).state
    return cup


def _known(request: Asking, name: str) -> Session | None:
    """Return the session of the entrant's device, or None if the device belongs to no entrant."""
    room, token = room_of(request), seat_token_of(request)
    cup, session = _cup(room, name), room.sessions.of(token) if token else None
    return session if session and session.pseudonym in cup.entrants else None


def _seated(request: Asking, name: str) -> Session:
    """Return the session of the entrant's device, or raise `signed-out`."""
    session = _known(request, name)
    if session is None:
        raise Problem("signed-out", "Ask for a code at the entry desk and enter it here.")
    return session


def _shape(room: Room, name: str, player: str) -> SeatShape:
    cup = _cup(room, name)
    heat = cup.heat_of(player)
    slip = heat.slips.get(player, ()) if heat else ()
    return SeatShape(
        player=player,
        name=name_of(room, player),
        slip=tuple((stake.bet, stake.cents) for stake in slip),
        unit=cup.plan.wagers.unit,
        maximum=cup.plan.wagers.maximum,
    )


@post("/tournaments/{name:str}/codes", status_code=201)
async def give_code(request: Asking, name: FromPath[str], data: JSONBody[WantsCode]) -> CodeShape:
    """Give an entrant a code for their own device. It replaces the code before it."""
    room, (session, rank) = room_of(request), may(request)
    cup = _cup(room, name)
    if session is None or not rank:
        raise not_staff()
    if data.player not in cup.entrants:
        raise Problem("not-found", "No entrant has that name: choose one from the list.")
    return CodeShape(code=room.codes.give(name, data.player), expires_in=CODE_SECONDS)


@post("/tournaments/{name:str}/seat", status_code=201)
async def open_seat(request: Asking, name: FromPath[str], data: JSONBody[GivenCode]) -> Response[SeatShape]:
    """Open an entrant's page on this device, and close it on any other."""
    room = room_of(request)
    _cup(room, name)
    player = room.codes.take(name, data.code, source_of(request))
    person = await asyncio.to_thread(room.people.meant, player)
    if person is None:
        raise Problem("not-found", "This entrant's name was erased, so the page cannot be opened.")
    for other in [one for one in room.sessions.all() if one.pseudonym == player and not one.rank]:
        room.end_session(other)
    token, session = room.sessions.begin(person, person.partition("#")[0])
    room.sessions.introduce(session, player)
    return Response(_shape(room, name, player), status_code=201, cookies=[seat_cookie(request, token)])


@get("/tournaments/{name:str}/seat")
async def my_seat(request: Asking, name: FromPath[str]) -> SeatShape:
    """Return what only the entrant may see; empty if this device belongs to no entrant."""
    session = _known(request, name)
    return _shape(room_of(request), name, session.pseudonym) if session else SeatShape()


@post("/tournaments/{name:str}/seat/commands", status_code=200)
async def seat_command(
    request: Asking, name: FromPath[str], data: JSONBody[dict[str, Any]], key: Key = None
) -> SeatShape:
    """Give an entrant's own command: place or seal a slip, pass, open the seal, use a feature, retire."""
    room, given, session = room_of(request), key_of_command(key), _seated(request, name)
    if data.get("type") not in OF_PLAYERS:
        raise not_staff()
    order = await asyncio.to_thread(asked, room, name, data, session, "", given)
    answer = await asked_within_budget(request, room, order)
    if isinstance(answer.outcome, Refusal):
        raise refused_by(room, answer.outcome, _cup(room, name))
    return _shape(room, name, session.pseudonym)


@delete("/tournaments/{name:str}/seat", status_code=204)
async def shut_seat(request: Asking, name: FromPath[str]) -> Response[None]:
    """Close the entrant's page on this device."""
    room_of(request).end_session(_seated(request, name))
    return Response(None, status_code=204, cookies=[seat_cookie(request, "")])


ROUTES = [give_code, open_seat, my_seat, seat_command, shut_seat]
