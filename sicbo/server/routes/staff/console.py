"""Console routes: taking a console, commands, results in two steps, and approval by a second person."""

import secrets
from typing import Any

import msgspec
from litestar import Response, delete, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.house.entries import CommandRequest
from sicbo.i18n import message
from sicbo.machine.messages import Command
from sicbo.server.access.approvals import must_wait, needs_second, needs_signature
from sicbo.server.access.authentication import (
    command_id_of,
    new_player,
    rank_of,
    require_recent_pin_for,
    session_cookie,
    session_of,
)
from sicbo.server.access.required_rank import required_rank
from sicbo.server.access.sessions import RANKS, Session
from sicbo.server.commands.bodies import (
    CommandBody,
    SignatureBodies,
    TableBody,
    message_of,
    refuse_unknown_words,
    signatures_of,
)
from sicbo.server.dealing.console_heartbeats import record_beat, show_floor_dealer
from sicbo.server.live.house import HOUSE_ACTOR, LiveHouse
from sicbo.server.live.live_table import LiveTable
from sicbo.server.openapi import other_response
from sicbo.server.problems import Problem
from sicbo.server.requests import (
    ApiRequest,
    KeyHeader,
    acting_session,
    done_shape,
    give_command,
    house_of,
    player_session,
    staff_session,
    store_pseudonym,
    whole_table,
)
from sicbo.server.schemas import staff as staff_schemas, table as table_schemas
from sicbo.server.schemas.staff import PendingApproval
from sicbo.server.schemas.times import iso_time
from sicbo.server.views.refusals import table_refusal_problem
from sicbo.server.views.result_preview import PlayerPreview, result_preview
from sicbo.server.write_budget import submit_within_budget
from sicbo.table.log_kind import decide
from sicbo.table.messages.chips import SignOff, SignOn
from sicbo.table.messages.people import LeaveSeat, RaiseDispute, RequestReview
from sicbo.table.messages.round import OpenTable, Perform
from sicbo.table.messages.super_streak import PlaceStreak

PLAYER_COMMANDS = (LeaveSeat, PlaceStreak, RaiseDispute, RequestReview)
PREVIEW_SECONDS, MOST_PREVIEWS = 60, 1_000


class ConsoleRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rank with which to take a console, and a name for a caller who has no session yet."""

    rank: str = "dealer"
    name: str = "Dealer"


class Heartbeat(table_schemas.Shape, frozen=True):
    """The seconds until the next heartbeat is due."""

    next_in_seconds: float


class EnteredDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The faces of three dice."""

    dice: tuple[int, int, int]


class PreviewConfirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The preview to confirm, with signatures if the table requires them."""

    preview: str
    signatures: SignatureBodies = ()


class PreviewShape(table_schemas.Shape, frozen=True):
    """What a result would do."""

    preview: str
    expires_at: str
    seq: int
    round: int
    dice: tuple[int, int, int]
    total: int
    call: table_schemas.LocalizedText
    lit: tuple[str, ...]
    staked: int
    collected: int
    returned: int
    winnings: int
    house: int
    players: tuple[PlayerPreview, ...]


class StoredPreview(msgspec.Struct, frozen=True):
    """A preview that can be confirmed until `ends`, in milliseconds of elapsed time."""

    session: bytes
    table: str
    round: int
    dice: tuple[int, int, int]
    ends: int


@post("/tables/{table:str}/console", status_code=200)
async def take_console(
    request: ApiRequest, table: FromPath[str], data: JSONBody[ConsoleRequest]
) -> Response[staff_schemas.WholeTable]:
    """Take the console of a table from its current holder, and sign on."""
    house, token = house_of(request), ""
    house.live_table(table)
    rank_of(data.rank)
    session = session_of(house, request)
    if session is None and house.settings.at_home:
        token, session = new_player(house, data.name)
    if session is None or (session.rank not in RANKS and not house.settings.at_home):
        raise Problem("authority-required", message("console.sign-in-to-take"), required_rank="dealer")
    house.sessions.hold(table, session, session.rank if session.rank in RANKS else data.rank)
    house.heartbeats.beat(table)
    cookies = [session_cookie(request, token)] if token else []
    try:
        await _record_duty(request, table, session, SignOn)
    except Problem as problem:
        problem.cookies = cookies
        raise
    return Response(_refresh_table(request, house, table, session), cookies=cookies)


@delete("/tables/{table:str}/console", status_code=200)
async def release_console(request: ApiRequest, table: FromPath[str]) -> staff_schemas.WholeTable:
    """Release the console and sign off. At home the automatic dealer takes over."""
    house = house_of(request)
    session = _require_console(request, house, table)
    await _record_duty(request, table, session, SignOff)
    house.sessions.release(table, session.token)
    return _refresh_table(request, house, table, session)


def _refresh_table(
    request: ApiRequest, house: LiveHouse, table: str, session: Session
) -> staff_schemas.WholeTable:
    if table in house.dealers:
        house.dealers[table].wake()
    else:
        show_floor_dealer(house, table)
    house.schedule_update(table)
    return whole_table(request, house.live_table(table), session)


async def _record_duty(
    request: ApiRequest, table: str, session: Session, kind: type[SignOn | SignOff]
) -> None:
    """Record that a dealer signs on or off, unless the dealer already has."""
    house = house_of(request)
    rank = RANKS[house.rank_at(session, table)]
    on_duty = session.pseudonym in house.live_table(table).table.on_duty
    if on_duty is (kind is SignOff):
        asked = house.new_command(table, kind, session.person, rank)
        answer = await submit_within_budget(request, house, asked)
        await store_pseudonym(house, session, answer)


def _require_console(request: ApiRequest, house: LiveHouse, table: str) -> Session:
    session, _ = staff_session(request, table)
    holder = house.sessions.holder(table)
    if holder is None or holder.token != session.token:
        if holder is None:
            raise Problem("console-held", message("console.take-first"))
        raise Problem("console-held", message("console.held-by", name=holder.name))
    record_beat(house, table)
    return session


@post("/tables/{table:str}/console/heartbeat", status_code=200)
async def record_heartbeat(request: ApiRequest, table: FromPath[str]) -> Heartbeat:
    """Report that the console of this table is still open. This alone does not keep the caller signed in."""
    house = house_of(request)
    house.live_table(table)
    session, held = session_of(house, request, used=False), house.sessions.consoles.get(table)
    if session is None or held is None or held.token != session.token:
        raise Problem("console-held", message("console.lost-none"))
    record_beat(house, table)
    return Heartbeat(next_in_seconds=house.heartbeats.interval)


def table_command(house: LiveHouse, body: CommandBody, by: str, rank: str, key: str) -> Command:
    """Return the command in a body, with its id and stamp, if all of its words are known."""
    command: Command = message_of(body, id=key, stamp=house.clock.stamp(by, RANKS.get(rank)))
    refuse_unknown_words(command, colours=house.chip_colours())
    return command


@post(
    "/tables/{table:str}/commands",
    responses=other_response(202, PendingApproval, "A second person has to agree"),
    status_code=200,
)
async def give_table_command(
    request: ApiRequest, table: FromPath[str], data: JSONBody[TableBody], key: KeyHeader = None
) -> Response[staff_schemas.CommandResult] | Response[PendingApproval]:
    """Give any command to a table, with the rank of the session."""
    house, given = house_of(request), command_id_of(key)
    live, session = house.live_table(table), acting_session(request)
    rank = house.rank_at(session, table)
    order = table_command(house, data, session.pseudonym or session.person, rank, given)
    if not rank:
        _check_player_command(session, order)
        player_session(request, live)
    if isinstance(order, Perform):
        _require_console(request, house, table)
    asked = CommandRequest(table, order, signatures_of(data) if rank else ())
    if isinstance(order, OpenTable) and not house.settings.at_home and not required_rank(live.table, order):
        house.licence.refuse_if_other_minimum(live.table, order)
    if rank:
        require_recent_pin_for(session, asked)
        if not house.settings.at_home and must_wait(live.log_state, asked):
            return await _give_with_second_person(request, live, session, asked)
        if house.settings.at_home and needs_second(live.table, order) and not getattr(order, "second", ""):
            asked = asked._replace(command=replace(order, second=HOUSE_ACTOR))
    answer, live, headers = await give_command(house, asked, request)
    await store_pseudonym(house, session, answer)
    return Response(done_shape(live, answer), headers=headers)


def _check_player_command(session: Session, order: Command) -> None:
    """Refuse a player any command except a few about themselves."""
    if not isinstance(order, PLAYER_COMMANDS):
        raise Problem(
            "authority-required", message("session.staff-or-console-required"), required_rank="dealer"
        )
    if getattr(order, "player", session.pseudonym) != session.pseudonym:
        raise Problem("not-seated", message("session.only-for-yourself"))


async def _give_with_second_person(
    request: ApiRequest, live: LiveTable, session: Session, asked: CommandRequest
) -> Response[staff_schemas.CommandResult] | Response[PendingApproval]:
    """Keep a command until a second person agrees; if one already has, answer as at that time."""
    house = house_of(request)
    command: Any = asked.command
    if command.id not in live.log_state.record_numbers:
        tried = decide(live.table, replace(command, second=HOUSE_ACTOR))
        if isinstance(tried, Refusal) and asked.signatures:
            raise table_refusal_problem(tried, asked, live)
        if not isinstance(tried, Refusal):
            kept = house.approvals.add(
                session.person,
                asked,
                house.clock.elapsed_time,
                signed=needs_signature(live.log_state, asked),
            )
            if not kept.second:
                house.schedule_update(asked.table)
                return Response(PendingApproval(approval=kept.id), status_code=202)
            asked = kept.asked
    answer, live, headers = await give_command(house, asked, request)
    return Response(done_shape(live, answer), headers=headers)


@post("/tables/{table:str}/result", status_code=200)
async def preview_result(
    request: ApiRequest, table: FromPath[str], data: JSONBody[EnteredDice]
) -> PreviewShape:
    """Preview what a result would do. Nothing is written."""
    house = house_of(request)
    session, live = _require_console(request, house, table), house.live_table(table)
    rank = RANKS[house.rank_at(session, table)]
    said: dict[str, Any] = {"step": "enter", "dice": data.dice}
    asked = house.new_command(table, Perform, session.pseudonym, rank, **said)
    seen = result_preview(live, asked.command, data.dice)
    if isinstance(seen, Refusal):
        raise table_refusal_problem(seen, asked, live)
    assert live.table.round is not None
    kept: dict[str, StoredPreview] = request.app.state.previews
    name, ends = secrets.token_urlsafe(12), house.clock.elapsed_time + PREVIEW_SECONDS * 1_000
    while len(kept) >= MOST_PREVIEWS:
        kept.pop(next(iter(kept)))
    kept[name] = StoredPreview(session.token, table, live.table.round.number, data.dice, ends)
    return PreviewShape(
        preview=name,
        expires_at=iso_time(house.clock.wall_at(ends)),
        seq=live.seq,
        round=live.table.round.number,
        **seen,
    )


@post("/tables/{table:str}/result/confirm", status_code=200)
async def confirm_result(
    request: ApiRequest, table: FromPath[str], data: JSONBody[PreviewConfirmation], key: KeyHeader = None
) -> Response[staff_schemas.CommandResult]:
    """Enter the result that was previewed."""
    house, given = house_of(request), command_id_of(key)
    session, live = _require_console(request, house, table), house.live_table(table)
    kept: StoredPreview | None = request.app.state.previews.get(data.preview)
    current = live.table.round.number if live.table.round else None
    replayed = given in live.log_state.record_numbers
    if kept is None or kept.session != session.token or kept.table != table:
        raise Problem("not-found", message("console.preview-unknown"))
    if not replayed and (kept.ends < house.clock.elapsed_time or kept.round != current):
        raise Problem("preview-gone", message("console.preview-expired"), seq=live.seq)
    said: dict[str, Any] = {"step": "enter", "dice": kept.dice, "round": kept.round}
    rank = RANKS[house.rank_at(session, table)]
    signed = signatures_of(data)
    asked = house.new_command(table, Perform, session.pseudonym, rank, given, signed, **said)
    answer, live, headers = await give_command(house, asked, request)
    return Response(done_shape(live, answer), headers=headers)


ROUTES = [
    take_console,
    release_console,
    record_heartbeat,
    give_table_command,
    preview_result,
    confirm_result,
]
