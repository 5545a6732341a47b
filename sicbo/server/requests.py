"""Requests: the caller, the table and the response, for every route."""

import re
import time
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.params import HeaderParameter

from sicbo.errors import Refusal
from sicbo.game.rulebook.publication import key_of
from sicbo.house.entries import Asked
from sicbo.house.floor import Answer
from sicbo.house.identity.signatures import order_of
from sicbo.server.access.authentication import device_token_of, language_of, session_of
from sicbo.server.access.devices import TERMINAL, Device
from sicbo.server.access.known_browsers import network_of
from sicbo.server.access.sessions import INSPECTOR, RANKS, Session
from sicbo.server.live.house import Room
from sicbo.server.live.live_table import Live
from sicbo.server.live.stalled_journal import answer_in_time
from sicbo.server.live.table_stream import event_shape
from sicbo.server.logs import log
from sicbo.server.problems import Problem
from sicbo.server.schemas import staff as staff_schemas
from sicbo.server.schemas.times import when
from sicbo.server.views.player import mine_of
from sicbo.server.views.refusals import refused
from sicbo.server.views.staff import desk_of
from sicbo.server.views.table import view_of
from sicbo.server.write_budget import asked_within_budget
from sicbo.table.messages.commands import RegisterSlip

TABLE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,30}")
HIGHEST = "senior-manager"
Asking = Request[Any, Any, State]
REPLAYED = {"Idempotency-Replayed": "true"}
Key = Annotated[str | None, HeaderParameter(name="Idempotency-Key")]


def room_of(request: Any) -> Room:
    """Return the running house."""
    room: Room = request.app.state.room
    return room


def source_of(request: Asking) -> str:
    """Return the address or network that a request comes from, as a configured proxy reports it."""
    return network_of(request.client.host) if request.client else ""


def who(request: Asking) -> Session:
    """Return the caller's session, or raise `signed-out`."""
    session = session_of(room_of(request), request)
    if session is None:
        raise Problem("signed-out", "Sit down or sign in first.")
    return session


def actor(request: Asking) -> Session:
    """Return the session of a caller who may give commands; inspectors have read-only access."""
    session = who(request)
    if session.rank == INSPECTOR:
        raise Problem("authority-required", "Inspectors have read-only access: ask a member of staff.")
    return session


def device_of(connection: Any) -> Device | None:
    """Return the enrolled device that sent a request."""
    return room_of(connection).devices.of(device_token_of(connection))


def terminal_at(request: Asking, live: Live) -> Device | None:
    """Return the terminal at which a player acts: an enrolled one of this table on a floor, None at home."""
    if room_of(request).settings.at_home:
        return None
    device = device_of(request)
    if device is None or device.role != TERMINAL or device.place != live.name:
        raise Problem(
            "device-required", "This is no enrolled terminal of the table: pair it at the pit desk."
        )
    return device


def player_at(request: Asking, live: Live) -> Session:
    """Return the session of a caller who has a seat or chips at the table."""
    session, device = actor(request), terminal_at(request, live)
    known = session.pseudonym
    seat = live.table.seated.get(known)
    if device and device.seat and (seat is None or seat.number != device.seat):
        raise Problem("not-seated", f"This terminal is that of seat {device.seat}: sit down there first.")
    if not live.knows(known):
        raise Problem("not-seated", "Take a seat at this table first.")
    live.heard[known] = time.monotonic()
    return session


def staff_at(request: Asking, table: str) -> tuple[Session, str]:
    """Return the caller's session and rank at a table."""
    session = actor(request)
    rank = room_of(request).rank_at(session, table)
    if not rank:
        raise Problem(
            "authority-required", "Take the console or sign in as staff first.", required_rank="dealer"
        )
    return session, rank


async def answered(
    room: Room, asked: Asked, request: Asking | None = None
) -> tuple[Answer, Live, dict[str, str]]:
    """Return the answer to a command, or raise its refusal as a problem; a header marks a repeated answer.

    The sender of `request` pays for the record from a write budget; the house itself has no budget.
    """
    live = room.live(asked.table)
    before = asked.command.id in live.place.numbers
    work = asked_within_budget(request, room, asked) if request else answer_in_time(room, room.ask(asked))
    answer = await work
    live = room.live(asked.table)
    is_slip = isinstance(asked.command, RegisterSlip)
    _logged(asked, answer, live)
    if isinstance(answer.outcome, Refusal):
        if is_slip:
            room.metrics.slips.labels(live.name, "refused").inc()
        raise refused(answer.outcome, asked, live)
    if is_slip:
        room.metrics.slips.labels(live.name, "registered").inc()
    return answer, live, REPLAYED if before else {}


def _logged(asked: Asked, answer: Answer, live: Live) -> None:
    """Log an order of staff with its table, record number and rank, but without names and amounts."""
    rank, played = asked.command.stamp.rank, live.table.round
    if rank is not None:
        said = {
            "table": asked.table,
            "round": played.number if played else None,
            "seq": answer.record.number if answer.record else None,
            "actor_role": key_of(rank),
            "refused": isinstance(answer.outcome, Refusal),
        }
        log.info(order_of(asked), extra=said)


async def introduced(room: Room, session: Session, answer: Answer) -> None:
    """Store the pseudonym of a session's person, once the journal has one."""
    if not session.pseudonym and answer.record is not None:
        room.sessions.introduce(session, answer.record.actor)


def whole(request: Asking, live: Live, session: Session | None = None) -> staff_schemas.Whole:
    """Return the parts of a table that the caller may see."""
    room = room_of(request)
    session = session or session_of(room, request)
    player = session.pseudonym if session else ""
    rank = room.rank_at(session, live.name)
    return staff_schemas.Whole(
        seq=live.seq,
        view=view_of(live),
        mine=mine_of(live, player, language_of(request)) if live.knows(player) else None,
        desk=desk_of(room, live, rank, session, language_of(request)) if session and rank else None,
    )


def json(content: object, status: int = 200, headers: dict[str, str] | None = None) -> Response[bytes]:
    """Return a response in JSON."""
    return Response(
        msgspec.json.encode(content),
        status_code=status,
        headers=headers or {},
        media_type="application/json",
    )


def done_of(live: Live, answer: Answer) -> staff_schemas.Done:
    """Return the effect of a command, for its sender."""
    assert answer.record is not None and not isinstance(answer.outcome, Refusal)
    return staff_schemas.Done(
        seq=live.seq,
        number=answer.record.number,
        at=when(answer.record.wall),
        events=tuple(map(event_shape, answer.outcome)),
    )


def may(request: Asking) -> tuple[Session | None, str]:
    """Return the caller's session and rank: at home the highest rank, on a floor that of staff."""
    room = room_of(request)
    session = session_of(room, request)
    if room.settings.at_home:
        return session, HIGHEST
    return session, session.rank if session and session.rank in RANKS else ""
