"""Player routes: the lobby, seats, chips, slips, Super Streak."""

import time
from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from sicbo.game.ranks import Rank
from sicbo.house.entries import Asked
from sicbo.house.identity.receipts import Receipt
from sicbo.server.access.authentication import cookie, key_of_command, language_of, new_player, session_of
from sicbo.server.access.sessions import Session
from sicbo.server.command_fields import known_words
from sicbo.server.live.history import Outcome
from sicbo.server.live.house import HOUSE, Room
from sicbo.server.live.live_table import Live
from sicbo.server.live.stalled_journal import answer_in_time
from sicbo.server.openapi import also
from sicbo.server.problems import Problem
from sicbo.server.requests import (
    Asking,
    Key,
    actor,
    answered,
    introduced,
    player_at,
    room_of,
    terminal_at,
    whole,
)
from sicbo.server.schemas import staff as staff_schemas, table as table_schemas
from sicbo.server.schemas.times import when
from sicbo.server.views.player import mine_of
from sicbo.server.views.table import layout_name, phase, staked
from sicbo.table.messages.base import Stake
from sicbo.table.messages.commands import BuyIn, PlaceStreak, RegisterSlip
from sicbo.table.messages.people import LeaveSeat, TakeSeat
from sicbo.table.money.racks import money_of

GIFT = 100_000
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


class SitDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player's name, and a seat number if the player wants a particular one."""

    name: str = ""
    seat: int | None = None


class Ready(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the player is ready for the deal."""

    ready: bool = True


class IsReady(table_schemas.Shape, frozen=True):
    """Whether this player is ready, and how many players the dealer still waits for."""

    ready: bool
    waiting_for: int


class GivenStake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One wager of a slip."""

    bet: str
    cents: Annotated[int, msgspec.Meta(gt=0)]
    instrument: str | None = None


class GivenSlip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole slip."""

    round: int
    version: int
    stakes: tuple[GivenStake, ...]


class GivenStreak(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Super Streak on a side."""

    round: int
    side: str


class MineAt(table_schemas.Shape, frozen=True):
    """What a player owns at the table as of record `seq`."""

    seq: int
    mine: table_schemas.Mine


class Registered(table_schemas.Shape, frozen=True):
    """Proof that a slip is durable."""

    state: str
    seq: int
    number: int
    round: int
    version: int
    total: int
    rack: int
    registered_at: str
    receipt: Receipt


def _last(outcome: Outcome) -> LastResult:
    dice = None if outcome.void else outcome.dice
    return LastResult(
        round=outcome.round,
        dice=dice,
        total=sum(dice) if dice else None,
        void=outcome.void.ground if outcome.void else None,
        corrected=outcome.corrected,
    )


def _in_lobby(live: Live) -> TableShape:
    table, past = live.table, live.chronicle.past
    return TableShape(
        table=live.name,
        rulebook=table.rulebook,
        layout=layout_name(table),
        name=table.layout.name,
        profile=live.place.founding.profile,
        open=table.sign is not None,
        phase=phase(table),
        round=table.round.number if table.round else None,
        minimum=table.sign.minimum if table.sign else None,
        maximum=table.sign.maximum if table.sign else None,
        seats=table.seats,
        seated=len(table.seated),
        players=len(live.people_at_the_table()),
        result=_last(past[0]) if past else None,
        dealer=live.dealing,
        seq=live.seq,
    )


@get("/tables")
async def tables(request: Asking) -> list[TableShape]:
    """List the tables of the lobby."""
    room = room_of(request)
    return [_in_lobby(room.live(name)) for name in room.lives]


@get("/tables/{table:str}")
async def table_whole(request: Asking, table: FromPath[str]) -> staff_schemas.Whole:
    """Return a table as the caller may see it."""
    return whole(request, room_of(request).live(table))


@post("/tables/{table:str}/seats", responses=also(200, MineAt, "Sits there already"), status_code=201)
async def sit(
    request: Asking, table: FromPath[str], data: JSONBody[SitDown], key: Key = None
) -> Response[MineAt]:
    """Take a seat. At home the player also receives play chips."""
    room, given = room_of(request), key_of_command(key)
    live, session, token = room.live(table), session_of(room, request), ""
    device = terminal_at(request, live)
    if session is not None:
        actor(request)
    if session is not None and session.pseudonym in live.table.seated:
        return _mine(request, live, session, 200)
    wanted = device.seat if device and device.seat else data.seat
    if data.seat not in (None, wanted):
        raise Problem("not-seated", f"This terminal is that of seat {wanted}: sit down there.")
    if session is None:
        token, session = new_player(room, data.name)
    try:
        live = await _seated(request, live, session, wanted, given)
        if room.settings.at_home and session.pseudonym not in live.chronicle.since:
            live = await _gift(room, live, session, f"{given}-chips") or live
    except Problem as problem:
        if token and problem.code == "no-database":
            problem.cookies = [cookie(request, token)]
        elif token:
            room.sessions.end(session)
        raise
    if table in room.dealers:
        room.dealers[table].wake()
    return _mine(request, live, session, 201, token)


async def _seated(request: Asking, live: Live, session: Session, seat: int | None, given: str) -> Live:
    """Take the given seat, one requested before with this key, or the lowest free one.

    If another player takes it first, try the next.
    """
    room, known = room_of(request), live.place.numbers
    asked_before = [number for number in range(1, live.table.seats + 1) if f"{given}-{number}" in known]
    free = _free(live)
    if not (free or asked_before) and room.settings.at_home and (gone := _gone(live)):
        await answer_in_time(room, room.order(live.name, LeaveSeat, player=gone))
        live = room.live(live.name)
        free = _free(live)
    if not (free or asked_before):
        raise Problem("not-now", "Every seat is taken: choose another table.", seq=live.seq)
    wanted = [seat] if seat is not None else [*dict.fromkeys((*asked_before, *free))]
    for number in wanted:
        said: dict[str, Any] = {"player": session.person, "seat": number}
        asked = room.asked(live.name, TakeSeat, session.person, None, f"{given}-{number}", **said)
        try:
            answer, live, _ = await answered(room, asked, request)
        except Problem as problem:
            if number == wanted[-1] or problem.code == "no-database":
                raise
        else:
            await introduced(room, session, answer)
            live.heard[session.pseudonym] = time.monotonic()
            break
    return live


def _free(live: Live) -> list[int]:
    taken = {one.number for one in live.table.seated.values()}
    return [number for number in range(1, live.table.seats + 1) if number not in taken]


def _gone(live: Live) -> str | None:
    """Return a player who left without giving up the seat and has no wager on the layout, or None."""
    away = live.people_at_the_table() - live.present()
    return next((player for player in sorted(away) if not staked(live.table.round, player)), None)


async def _gift(room: Room, live: Live, session: Session, given: str) -> Live | None:
    """Give play chips to a player who has less than the minimum; return None if they now have enough."""
    async with live.gift_lock:
        live = room.live(live.name)
        money = money_of(live.table)
        least = live.table.sign.minimum if live.table.sign else 1
        if live.table.rack(session.pseudonym, money) >= least and given not in live.place.numbers:
            return None
        said: dict[str, Any] = {"player": session.pseudonym, "cents": GIFT, "instrument": money}
        asked = room.asked(live.name, BuyIn, HOUSE, Rank.SENIOR_MANAGER, given, **said)
        _, live, _ = await answered(room, asked)
        return live


def _mine(
    request: Asking, live: Live, session: Session, status: int = 200, token: str = ""
) -> Response[MineAt]:
    mine = mine_of(live, session.pseudonym, language_of(request))
    cookies = [cookie(request, token)] if token else []
    return Response(MineAt(seq=live.seq, mine=mine), status_code=status, cookies=cookies)


@delete("/tables/{table:str}/seats/mine", status_code=200)
async def stand_up(request: Asking, table: FromPath[str], key: Key = None) -> Response[MineAt]:
    """Leave the seat."""
    room, given = room_of(request), key_of_command(key)
    session = player_at(request, room.live(table))
    said: dict[str, Any] = {"player": session.pseudonym}
    asked = room.asked(table, LeaveSeat, session.pseudonym, None, given, **said)
    _, live, _ = await answered(room, asked, request)
    return _mine(request, live, session)


@post("/tables/{table:str}/chips", status_code=200)
async def more_chips(request: Asking, table: FromPath[str], key: Key = None) -> Response[MineAt]:
    """Give more play chips to a player who has less than the minimum left."""
    room, given = room_of(request), key_of_command(key)
    live = room.live(table)
    session = player_at(request, live)
    with_chips = await _gift(room, live, session, given) if room.settings.at_home else None
    if with_chips is None:
        raise Problem("not-now", "Play what you have first: more comes when less than the minimum is left.")
    return _mine(request, with_chips, session)


@post("/tables/{table:str}/ready", status_code=200)
async def ready(request: Asking, table: FromPath[str], data: JSONBody[Ready]) -> IsReady:
    """Ask the automatic dealer to deal."""
    room = room_of(request)
    live = room.live(table)
    session = player_at(request, live)
    (live.ready.add if data.ready else live.ready.discard)(session.pseudonym)
    if table in room.dealers:
        room.dealers[table].wake()
    room.stir(table)
    return IsReady(ready=data.ready, waiting_for=len(live.present() - live.ready))


@put("/tables/{table:str}/slip", status_code=200)
async def slip(
    request: Asking, table: FromPath[str], data: JSONBody[GivenSlip], key: Key = None
) -> Response[Registered]:
    """Register a whole slip in place of the previous one."""
    room, given = room_of(request), key_of_command(key)
    live = room.live(table)
    session = player_at(request, live)
    money = money_of(live.table)
    stakes = tuple(Stake(one.bet, one.cents, one.instrument or money) for one in data.stakes)
    said: dict[str, Any] = {
        "player": session.pseudonym,
        "round": data.round,
        "version": data.version,
        "stakes": stakes,
    }
    asked = room.asked(table, RegisterSlip, session.pseudonym, None, given, **said)
    return await _registered(request, asked, session, sum(stake.cents for stake in stakes))


@post("/tables/{table:str}/streaks", status_code=200)
async def place_streak(
    request: Asking, table: FromPath[str], data: JSONBody[GivenStreak], key: Key = None
) -> Response[Registered]:
    """Place a Super Streak at the amount on the sign."""
    room, given = room_of(request), key_of_command(key)
    live = room.live(table)
    session = player_at(request, live)
    cents = live.table.streak_stake or 0
    said: dict[str, Any] = {
        "player": session.pseudonym,
        "round": data.round,
        "side": data.side,
        "cents": cents,
        "instrument": money_of(live.table),
    }
    asked = room.asked(table, PlaceStreak, session.pseudonym, None, given, **said)
    return await _registered(request, asked, session, cents)


async def _registered(request: Asking, asked: Asked, session: Session, total: int) -> Response[Registered]:
    room = room_of(request)
    answer, live, headers = await answered(room, known_words(asked, colours=room.colours()), request)
    receipt, record = answer.receipt(), answer.record
    assert receipt is not None and record is not None
    done = Registered(
        state="REGISTERED",
        seq=live.seq,
        number=record.number,
        round=receipt.round,
        version=receipt.version,
        total=total,
        rack=live.table.rack(session.pseudonym, money_of(live.table)),
        registered_at=when(record.wall),
        receipt=receipt,
    )
    return Response(done, headers=headers)


ROUTES = [tables, table_whole, sit, stand_up, more_chips, ready, slip, place_streak]
