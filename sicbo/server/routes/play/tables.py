"""Player routes: the lobby, seats, chips, slips, Super Streak."""

import time
from typing import Any

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from sicbo.game.ranks import Rank
from sicbo.i18n import message
from sicbo.server.access.authentication import (
    command_id_of,
    language_of,
    new_player,
    session_cookie,
    session_of,
)
from sicbo.server.access.sessions import Session
from sicbo.server.live.history import RoundOutcome
from sicbo.server.live.house import HOUSE_ACTOR, LiveHouse
from sicbo.server.live.live_table import LiveTable
from sicbo.server.live.stalled_journal import answer_in_time
from sicbo.server.openapi import other_response
from sicbo.server.problems import Problem
from sicbo.server.requests import (
    ApiRequest,
    KeyHeader,
    acting_session,
    give_command,
    house_of,
    player_session,
    player_terminal,
    store_pseudonym,
    whole_table,
)
from sicbo.server.schemas import staff as staff_schemas, table as table_schemas
from sicbo.server.views.player import player_view
from sicbo.server.views.table import layout_name, round_phase, staked_cents
from sicbo.table.messages.people import LeaveSeat, TakeSeat
from sicbo.table.messages.round import BuyIn
from sicbo.table.money.racks import payout_instrument

GIFT_CENTS = 100_000
"""The gift is the play chips that a player receives at home: 1,000.00."""


class LastResult(table_schemas.Shape, frozen=True):
    """The last result of a table in the lobby."""

    round: int
    dice: tuple[int, int, int] | None
    total: int | None
    void: str | None
    corrected: bool


class TableShape(table_schemas.Shape, frozen=True):
    """A table in the lobby."""

    table: str
    rulebook: str
    layout: str
    name: str
    profile: str
    open: bool
    phase: str
    round: int | None
    minimum: int | None
    maximum: int | None
    seats: int
    seated: int
    players: int
    result: LastResult | None
    dealer: str
    seq: int


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player's name, and a seat number if the player wants a particular one."""

    name: str = ""
    seat: int | None = None


class ReadyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the player is ready for the deal."""

    ready: bool = True


class ReadyShape(table_schemas.Shape, frozen=True):
    """Whether this player is ready, and how many players the dealer still waits for."""

    ready: bool
    waiting_for: int


class PlayerViewAt(table_schemas.Shape, frozen=True):
    """What a player owns at the table as of record `seq`."""

    seq: int
    mine: table_schemas.PlayerView


def _last_result(outcome: RoundOutcome) -> LastResult:
    dice = None if outcome.void else outcome.dice
    return LastResult(
        round=outcome.round,
        dice=dice,
        total=sum(dice) if dice else None,
        void=outcome.void.ground if outcome.void else None,
        corrected=outcome.corrected,
    )


def _table_shape(live: LiveTable) -> TableShape:
    table, past = live.table, live.history.outcomes
    return TableShape(
        table=live.name,
        rulebook=table.rulebook,
        layout=layout_name(table),
        name=table.layout.name,
        profile=live.log_state.founding.profile,
        open=table.sign is not None,
        phase=round_phase(table),
        round=table.round.number if table.round else None,
        minimum=table.sign.minimum if table.sign else None,
        maximum=table.sign.maximum if table.sign else None,
        seats=table.seats,
        seated=len(table.seated),
        players=len(live.seated_people()),
        result=_last_result(past[0]) if past else None,
        dealer=live.dealing,
        seq=live.seq,
    )


@get("/tables")
async def list_tables(request: ApiRequest) -> list[TableShape]:
    """List the tables of the lobby."""
    house = house_of(request)
    return [_table_shape(house.live_table(name)) for name in house.live_tables]


@get("/tables/{table:str}")
async def show_table(request: ApiRequest, table: FromPath[str]) -> staff_schemas.WholeTable:
    """Return a table as the caller may see it."""
    return whole_table(request, house_of(request).live_table(table))


@post(
    "/tables/{table:str}/seats",
    responses=other_response(200, PlayerViewAt, "Sits there already"),
    status_code=201,
)
async def take_seat(
    request: ApiRequest, table: FromPath[str], data: JSONBody[SeatRequest], key: KeyHeader = None
) -> Response[PlayerViewAt]:
    """Take a seat. At home the player also receives play chips."""
    house, given = house_of(request), command_id_of(key)
    live, session, token = house.live_table(table), session_of(house, request), ""
    device = player_terminal(request, live)
    if session is not None:
        acting_session(request)
    if session is not None and session.pseudonym in live.table.seated:
        return _player_response(request, live, session, 200)
    wanted = device.seat if device and device.seat else data.seat
    if data.seat not in (None, wanted):
        raise Problem("not-seated", message("devices.other-seat", seat=wanted))
    if session is None:
        token, session = new_player(house, data.name)
    try:
        live = await _take_free_seat(request, live, session, wanted, given)
        if house.settings.at_home and session.pseudonym not in live.history.first_brought_at:
            live = await _give_chips(house, live, session, f"{given}-chips") or live
    except Problem as problem:
        if token and problem.code == "no-database":
            problem.cookies = [session_cookie(request, token)]
        elif token:
            house.sessions.end(session)
        raise
    if table in house.dealers:
        house.dealers[table].wake()
    return _player_response(request, live, session, 201, token)


async def _take_free_seat(
    request: ApiRequest, live: LiveTable, session: Session, seat: int | None, given: str
) -> LiveTable:
    """Take the given seat, one requested before with this key, or the lowest free one.

    If another player takes it first, try the next.
    """
    house, known = house_of(request), live.log_state.record_numbers
    asked_before = [number for number in range(1, live.table.seats + 1) if f"{given}-{number}" in known]
    free = _free_seats(live)
    if not (free or asked_before) and house.settings.at_home and (gone := _absent_player(live)):
        await answer_in_time(house, house.submit_as_house(live.name, LeaveSeat, player=gone))
        live = house.live_table(live.name)
        free = _free_seats(live)
    if not (free or asked_before):
        raise Problem("not-now", message("tables.seats-taken"), seq=live.seq)
    wanted = [seat] if seat is not None else [*dict.fromkeys((*asked_before, *free))]
    for number in wanted:
        said: dict[str, Any] = {"player": session.person, "seat": number}
        asked = house.new_command(live.name, TakeSeat, session.person, None, f"{given}-{number}", **said)
        try:
            answer, live, _ = await give_command(house, asked, request)
        except Problem as problem:
            if number == wanted[-1] or problem.code == "no-database":
                raise
        else:
            await store_pseudonym(house, session, answer)
            live.heard_at[session.pseudonym] = time.monotonic()
            break
    return live


def _free_seats(live: LiveTable) -> list[int]:
    taken = {one.number for one in live.table.seated.values()}
    return [number for number in range(1, live.table.seats + 1) if number not in taken]


def _absent_player(live: LiveTable) -> str | None:
    """Return a player who left without giving up the seat and has no wager on the layout, or None."""
    away = live.seated_people() - live.present_people()
    return next((player for player in sorted(away) if not staked_cents(live.table.round, player)), None)


async def _give_chips(house: LiveHouse, live: LiveTable, session: Session, given: str) -> LiveTable | None:
    """Give play chips to a player who has less than the minimum; return None if they now have enough."""
    async with live.gift_lock:
        live = house.live_table(live.name)
        money = payout_instrument(live.table)
        least = live.table.sign.minimum if live.table.sign else 1
        if live.table.rack(session.pseudonym, money) >= least and given not in live.log_state.record_numbers:
            return None
        said: dict[str, Any] = {"player": session.pseudonym, "cents": GIFT_CENTS, "instrument": money}
        asked = house.new_command(live.name, BuyIn, HOUSE_ACTOR, Rank.SENIOR_MANAGER, given, **said)
        _, live, _ = await give_command(house, asked)
        return live


def _player_response(
    request: ApiRequest, live: LiveTable, session: Session, status: int = 200, token: str = ""
) -> Response[PlayerViewAt]:
    mine = player_view(live, session.pseudonym, language_of(request))
    cookies = [session_cookie(request, token)] if token else []
    return Response(PlayerViewAt(seq=live.seq, mine=mine), status_code=status, cookies=cookies)


@delete("/tables/{table:str}/seats/mine", status_code=200)
async def leave_seat(
    request: ApiRequest, table: FromPath[str], key: KeyHeader = None
) -> Response[PlayerViewAt]:
    """Leave the seat."""
    house, given = house_of(request), command_id_of(key)
    session = player_session(request, house.live_table(table))
    said: dict[str, Any] = {"player": session.pseudonym}
    asked = house.new_command(table, LeaveSeat, session.pseudonym, None, given, **said)
    _, live, _ = await give_command(house, asked, request)
    return _player_response(request, live, session)


@post("/tables/{table:str}/chips", status_code=200)
async def give_more_chips(
    request: ApiRequest, table: FromPath[str], key: KeyHeader = None
) -> Response[PlayerViewAt]:
    """Give more play chips to a player who has less than the minimum left."""
    house, given = house_of(request), command_id_of(key)
    live = house.live_table(table)
    session = player_session(request, live)
    with_chips = await _give_chips(house, live, session, given) if house.settings.at_home else None
    if with_chips is None:
        raise Problem("not-now", message("tables.chips-left"))
    return _player_response(request, with_chips, session)


@post("/tables/{table:str}/ready", status_code=200)
async def set_ready(request: ApiRequest, table: FromPath[str], data: JSONBody[ReadyRequest]) -> ReadyShape:
    """Ask the automatic dealer to deal."""
    house = house_of(request)
    live = house.live_table(table)
    session = player_session(request, live)
    (live.ready_players.add if data.ready else live.ready_players.discard)(session.pseudonym)
    if table in house.dealers:
        house.dealers[table].wake()
    house.schedule_update(table)
    return ReadyShape(ready=data.ready, waiting_for=len(live.present_people() - live.ready_players))


ROUTES = [list_tables, show_table, take_seat, leave_seat, give_more_chips, set_ready]
