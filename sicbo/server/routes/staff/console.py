"""Console routes: taking a console, commands, results in two steps, and approval by a second person."""

import secrets
from typing import Any

import msgspec
from litestar import Response, delete, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.house.entries import Asked, PersonSignature
from sicbo.server.access.approvals import needs_second, signs, waits
from sicbo.server.access.authentication import (
    cookie,
    key_of_command,
    new_player,
    proved_for,
    rank_of,
    session_of,
)
from sicbo.server.access.required_rank import rank_wanted
from sicbo.server.access.sessions import RANKS, Session
from sicbo.server.command_fields import known_signatures, known_words
from sicbo.server.dealing.console_heartbeats import heard, show_floor_dealer
from sicbo.server.live.house import HOUSE, Room
from sicbo.server.live.live_table import Live
from sicbo.server.openapi import also
from sicbo.server.problems import Problem, undecoded
from sicbo.server.requests import (
    Asking,
    Key,
    actor,
    answered,
    done_of,
    introduced,
    player_at,
    room_of,
    staff_at,
    whole,
)
from sicbo.server.schemas import staff as staff_schemas, table as table_schemas
from sicbo.server.schemas.staff import Waits
from sicbo.server.schemas.times import when
from sicbo.server.views.refusals import refused
from sicbo.server.views.result_preview import Previewed, preview
from sicbo.server.write_budget import asked_within_budget
from sicbo.table.decide import decide
from sicbo.table.messages.chip_commands import SignOff, SignOn
from sicbo.table.messages.commands import AnyCommand, OpenTable, Perform, PlaceStreak
from sicbo.table.messages.people import LeaveSeat, RaiseDispute, RequestReview

FOR_PLAYERS = (LeaveSeat, PlaceStreak, RaiseDispute, RequestReview)
PREVIEW_SECONDS, MOST_PREVIEWS, TABLE = 60, 1_000, "table"


class Take(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rank with which to take a console, and a name for a caller who has no session yet."""

    rank: str = "dealer"
    name: str = "Dealer"


class Heartbeat(table_schemas.Shape, frozen=True):
    """The seconds until the next heartbeat is due."""

    next_in_seconds: float


class GivenDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The faces of three dice."""

    dice: tuple[int, int, int]


class Confirm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The preview to confirm, with signatures if the table requires them."""

    preview: str
    signatures: tuple[PersonSignature, ...] = ()


class PreviewShape(table_schemas.Shape, frozen=True):
    """What a result would do."""

    preview: str
    expires_at: str
    seq: int
    round: int
    dice: tuple[int, int, int]
    total: int
    call: table_schemas.Words
    lit: tuple[str, ...]
    staked: int
    collected: int
    returned: int
    winnings: int
    house: int
    players: tuple[Previewed, ...]


class Kept(msgspec.Struct, frozen=True):
    """A preview that can be confirmed until `ends`, in milliseconds of elapsed time."""

    session: bytes
    table: str
    round: int
    dice: tuple[int, int, int]
    ends: int


@post("/tables/{table:str}/console", status_code=200)
async def take_console(
    request: Asking, table: FromPath[str], data: JSONBody[Take]
) -> Response[staff_schemas.Whole]:
    """Take the console of a table from its current holder, and sign on."""
    room, token = room_of(request), ""
    room.live(table)
    rank_of(data.rank)
    session = session_of(room, request)
    if session is None and room.settings.at_home:
        token, session = new_player(room, data.name)
    if session is None or (session.rank not in RANKS and not room.settings.at_home):
        raise Problem("authority-required", "Sign in as staff to take a console.", required_rank="dealer")
    room.sessions.hold(table, session, session.rank if session.rank in RANKS else data.rank)
    room.heartbeats.beat(table)
    cookies = [cookie(request, token)] if token else []
    try:
        await _duty(request, table, session, SignOn)
    except Problem as problem:
        problem.cookies = cookies
        raise
    return Response(_changed(request, room, table, session), cookies=cookies)


@delete("/tables/{table:str}/console", status_code=200)
async def leave_console(request: Asking, table: FromPath[str]) -> staff_schemas.Whole:
    """Release the console and sign off. At home the automatic dealer takes over."""
    room = room_of(request)
    session = _holder(request, room, table)
    await _duty(request, table, session, SignOff)
    room.sessions.release(table, session.token)
    return _changed(request, room, table, session)


def _changed(request: Asking, room: Room, table: str, session: Session) -> staff_schemas.Whole:
    if table in room.dealers:
        room.dealers[table].wake()
    else:
        show_floor_dealer(room, table)
    room.stir(table)
    return whole(request, room.live(table), session)


async def _duty(request: Asking, table: str, session: Session, kind: type[SignOn | SignOff]) -> None:
    """Record that a dealer signs on or off, unless the dealer already has."""
    room = room_of(request)
    rank = RANKS[room.rank_at(session, table)]
    on_duty = session.pseudonym in room.live(table).table.on_duty
    if on_duty is (kind is SignOff):
        asked = room.asked(table, kind, session.person, rank)
        answer = await asked_within_budget(request, room, asked)
        await introduced(room, session, answer)


def _holder(request: Asking, room: Room, table: str) -> Session:
    session, _ = staff_at(request, table)
    holder = room.sessions.holder(table)
    if holder is None or holder.token != session.token:
        if holder is None:
            raise Problem("console-held", "Take the console of this table first.")
        raise Problem("console-held", f"{holder.name} has the console of this table: take it first.")
    heard(room, table)
    return session


@post("/tables/{table:str}/console/heartbeat", status_code=200)
async def beat(request: Asking, table: FromPath[str]) -> Heartbeat:
    """Report that the console of this table is still open. This alone does not keep the caller signed in."""
    room = room_of(request)
    room.live(table)
    session, held = session_of(room, request, used=False), room.sessions.consoles.get(table)
    if session is None or held is None or held.token != session.token:
        raise Problem("console-held", "You no longer hold the console of this table: take it again.")
    heard(room, table)
    return Heartbeat(next_in_seconds=room.heartbeats.interval)


def decoded(room: Room, given: dict[str, Any], by: str, rank: str, key: str) -> tuple[AnyCommand, Any]:
    """Decode a command with its id and stamp, and the signatures that were sent beside it."""
    said = {**given}
    signatures = said.pop("signatures", ())
    stamp = msgspec.to_builtins(room.clock.stamp(by, RANKS.get(rank)))
    try:
        signed = msgspec.convert(signatures, tuple[PersonSignature, ...])
        command: AnyCommand = msgspec.convert({**said, "id": key, "stamp": stamp}, AnyCommand)
    except msgspec.ValidationError as error:
        raise undecoded(error) from None
    return command, signed


@post(
    "/tables/{table:str}/commands",
    responses=also(202, Waits, "A second person has to agree"),
    status_code=200,
)
async def command(
    request: Asking, table: FromPath[str], data: JSONBody[dict[str, Any]], key: Key = None
) -> Response[staff_schemas.Done] | Response[Waits]:
    """Give any command to a table, with the rank of the session."""
    room, given = room_of(request), key_of_command(key)
    live, session = room.live(table), actor(request)
    rank = room.rank_at(session, table)
    order, signatures = decoded(room, data, session.pseudonym or session.person, rank, given)
    if not rank:
        _for_themselves(session, order)
        player_at(request, live)
    if isinstance(order, Perform):
        _holder(request, room, table)
    asked = known_words(Asked(table, order, signatures if rank else ()), colours=room.colours())
    if isinstance(order, OpenTable) and not room.settings.at_home and not rank_wanted(live.table, order):
        room.licence.check(live.table, order)
    if rank:
        proved_for(session, asked)
        if not room.settings.at_home and waits(live.place, asked):
            return await _agreed(request, live, session, asked)
        if room.settings.at_home and needs_second(live.table, order) and not getattr(order, "second", ""):
            asked = asked._replace(command=replace(order, second=HOUSE))
    answer, live, headers = await answered(room, asked, request)
    await introduced(room, session, answer)
    return Response(done_of(live, answer), headers=headers)


def _for_themselves(session: Session, order: AnyCommand) -> None:
    """Refuse a player any command except a few about themselves."""
    if not isinstance(order, FOR_PLAYERS):
        raise Problem(
            "authority-required", "Take the console or sign in as staff first.", required_rank="dealer"
        )
    if getattr(order, "player", session.pseudonym) != session.pseudonym:
        raise Problem("not-seated", "You can give this command only for yourself: name your own player.")


async def _agreed(
    request: Asking, live: Live, session: Session, asked: Asked
) -> Response[staff_schemas.Done] | Response[Waits]:
    """Keep a command until a second person agrees; if one already has, answer as at that time."""
    room = room_of(request)
    command: Any = asked.command
    if command.id not in live.place.numbers:
        tried = decide(live.table, replace(command, second=HOUSE))
        if isinstance(tried, Refusal) and asked.signatures:
            raise refused(tried, asked, live)
        if not isinstance(tried, Refusal):
            kept = room.approvals.wait(
                session.person, asked, room.clock.elapsed, signed=signs(live.place, asked)
            )
            if not kept.second:
                room.stir(asked.table)
                return Response(Waits(approval=kept.id), status_code=202)
            asked = kept.asked
    answer, live, headers = await answered(room, asked, request)
    return Response(done_of(live, answer), headers=headers)


@post("/tables/{table:str}/result", status_code=200)
async def preview_result(request: Asking, table: FromPath[str], data: JSONBody[GivenDice]) -> PreviewShape:
    """Preview what a result would do. Nothing is written."""
    room = room_of(request)
    session, live = _holder(request, room, table), room.live(table)
    rank = RANKS[room.rank_at(session, table)]
    said: dict[str, Any] = {"step": "enter", "dice": data.dice}
    asked = room.asked(table, Perform, session.pseudonym, rank, **said)
    seen = preview(live, asked.command, data.dice)
    if isinstance(seen, Refusal):
        raise refused(seen, asked, live)
    assert live.table.round is not None
    kept: dict[str, Kept] = request.app.state.previews
    name, ends = secrets.token_urlsafe(12), room.clock.elapsed + PREVIEW_SECONDS * 1_000
    while len(kept) >= MOST_PREVIEWS:
        kept.pop(next(iter(kept)))
    kept[name] = Kept(session.token, table, live.table.round.number, data.dice, ends)
    return PreviewShape(
        preview=name,
        expires_at=when(room.clock.wall_at(ends)),
        seq=live.seq,
        round=live.table.round.number,
        **seen,
    )


@post("/tables/{table:str}/result/confirm", status_code=200)
async def confirm_result(
    request: Asking, table: FromPath[str], data: JSONBody[Confirm], key: Key = None
) -> Response[staff_schemas.Done]:
    """Enter the result that was previewed."""
    room, given = room_of(request), key_of_command(key)
    session, live = _holder(request, room, table), room.live(table)
    kept: Kept | None = request.app.state.previews.get(data.preview)
    current = live.table.round.number if live.table.round else None
    replayed = given in live.place.numbers
    if kept is None or kept.session != session.token or kept.table != table:
        raise Problem("not-found", "There is no such preview: enter the dice again.")
    if not replayed and (kept.ends < room.clock.elapsed or kept.round != current):
        raise Problem("preview-gone", "That preview is too old: enter the dice again.", seq=live.seq)
    said: dict[str, Any] = {"step": "enter", "dice": kept.dice, "round": kept.round}
    rank = RANKS[room.rank_at(session, table)]
    signatures = known_signatures(data.signatures)
    asked = room.asked(table, Perform, session.pseudonym, rank, given, signatures, **said)
    answer, live, headers = await answered(room, asked, request)
    return Response(done_of(live, answer), headers=headers)


ROUTES = [
    take_console,
    leave_console,
    beat,
    command,
    preview_result,
    confirm_result,
]
