"""Routes about people: sessions, staff, and the owner's account that is made once."""

import asyncio
import hmac
from typing import TypeVar

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from sicbo.server.access.authentication import (
    Door,
    cookie,
    known_cookie,
    place_of,
    proved,
    session_of,
    staff_rank,
)
from sicbo.server.access.sessions import Session, Staff
from sicbo.server.access.staff_names import staff_name
from sicbo.server.live.house import Room
from sicbo.server.live.stalled_journal import answer_in_time
from sicbo.server.logs import log
from sicbo.server.problems import Problem
from sicbo.server.requests import Asking, device_of, room_of, who
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import when
from sicbo.words import LANGUAGES

HIGHEST, SECOND = "senior-manager", 1_000_000
CHANGED = "Somebody else changed this account just now: look at the list again."
T = TypeVar("T")


class SeatHeld(table_schemas.Shape, frozen=True):
    """A seat of this session."""

    table: str
    seat: int
    player: str


class ConsoleHeld(table_schemas.Shape, frozen=True):
    """A console of this session."""

    table: str
    rank: str


class SessionShape(table_schemas.Shape, frozen=True):
    """Who a browser is."""

    signed_in: bool
    role: str
    name: str
    rank: str | None
    house: str
    profile: str
    seats: tuple[SeatHeld, ...]
    consoles: tuple[ConsoleHeld, ...]
    setup_open: bool
    languages: tuple[str, ...]
    help_line: str
    server_time: str


class SessionKept(table_schemas.Shape, frozen=True):
    """One of somebody's sessions: when it began, when it was last used, and whether it is this one."""

    id: str
    begun: str
    used: str
    here: bool


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What staff sign in with."""

    id: str
    pin: str


class StepUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The PIN of whoever is signed in, again."""

    pin: str


class NewPin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The PIN of whoever is signed in, and the one that they want instead."""

    pin: str
    new: str


class NewRank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an account becomes; without a PIN it keeps its own."""

    rank: str
    pin: str | None = None


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The owner's account, with the code that the server printed."""

    code: str
    id: str
    pin: str
    name: str = ""


class NewMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new account."""

    id: str
    pin: str
    rank: str
    name: str = ""


class MemberShape(table_schemas.Shape, frozen=True):
    """An account as it is shown."""

    id: str
    name: str
    rank: str


def described(request: Asking, session: Session | None) -> SessionShape:
    """A session as its browser sees it."""
    room = room_of(request)
    player = session.pseudonym if session else ""
    seats = [
        SeatHeld(table=live.name, seat=live.table.seated[player].number, player=player)
        for live in map(room.live, room.lives)
        if player in live.table.seated
    ]
    consoles = [
        ConsoleHeld(table=table, rank=held.rank)
        for table, held in sorted(room.sessions.consoles.items())
        if session and held.token == session.token
    ]
    return SessionShape(
        signed_in=session is not None,
        role=session.role if session else "guest",
        name=session.name if session else "",
        rank=(session.rank or None) if session else None,
        house=room.house,
        profile=room.settings.profile,
        seats=tuple(seats),
        consoles=tuple(consoles),
        setup_open=room.setup.open,
        languages=LANGUAGES,
        help_line=room.settings.help_line,
        server_time=when(room.now()),
    )


@get("/session")
async def session(request: Asking) -> SessionShape:
    """Who this browser is."""
    return described(request, session_of(room_of(request), request))


@post("/sessions", status_code=200)
async def sign_in(request: Asking, data: JSONBody[SignIn]) -> Response[SessionShape]:
    """Sign in as staff; whatever session there was is over."""
    room, door = room_of(request), request.app.state.door
    place = place_of(request)
    if (device := device_of(request)) is not None:
        place = place._replace(device=device.id)
    token, begun = await door.sign_in(room, data.id, data.pin, place)
    if (before := session_of(room, request)) is not None:
        room.end_session(before)
    cookies = [cookie(request, token), known_cookie(request, place)]
    return Response(described(request, begun), cookies=cookies)


def staffed(request: Asking) -> Session:
    """Whoever asks, who has to be signed in as staff."""
    asks = who(request)
    if not asks.rank:
        raise Problem("authority-required", "Sign in as staff first.", required_rank="dealer")
    return asks


def _id_of(session: Session) -> str:
    """What a session is called in a list: the beginning of its hash, which opens nothing."""
    return session.token.hex()[:16]


@get("/sessions")
async def own_sessions(request: Asking) -> list[SessionKept]:
    """Where one is signed in, the newest first."""
    asks, sessions = staffed(request), room_of(request).sessions
    mine = sorted(sessions.of_member(asks.person), key=lambda one: -one.made)
    return [
        SessionKept(
            id=_id_of(one),
            begun=when(one.made * SECOND),
            used=when(sessions.last_used(one) * SECOND),
            here=one.token == asks.token,
        )
        for one in mine
        if not sessions.lapsed(one)
    ]


@delete("/sessions/{session_id:str}", status_code=204)
async def end_own_session(request: Asking, session_id: FromPath[str]) -> None:
    """End one of one's own sessions, with the consoles that it holds."""
    asks, room = staffed(request), room_of(request)
    proved(asks)
    for one in room.sessions.of_member(asks.person):
        if _id_of(one) == session_id:
            room.end_session(one)
            log.info("session-ended", extra={"member": asks.person})
            return
    raise Problem("not-found", "You have no such session: look at the list again.")


@post("/sessions/step-up", status_code=200)
async def step_up(request: Asking, data: JSONBody[StepUp]) -> Response[SessionShape]:
    """Give the PIN again; the session goes on under a new token."""
    room, door, asks = room_of(request), request.app.state.door, staffed(request)
    token = await door.step_up(room, asks, data.pin)
    return Response(described(request, asks), cookies=[cookie(request, token)])


@put("/session/pin", status_code=200)
async def change_pin(request: Asking, data: JSONBody[NewPin]) -> Response[SessionShape]:
    """Change one's own PIN; every other session of theirs is over."""
    room, door, asks = room_of(request), request.app.state.door, staffed(request)
    place = place_of(request)
    token = await door.change_pin(room, asks, data.pin, data.new, place)
    cookies = [cookie(request, token), known_cookie(request, place)]
    return Response(described(request, asks), cookies=cookies)


@delete("/session", status_code=204)
async def sign_out(request: Asking) -> Response[None]:
    """End this session."""
    room = room_of(request)
    if (known := session_of(room, request)) is not None:
        room.end_session(known)
        log.info("signed-out", extra={"role": known.role})
    return Response(None, status_code=204, cookies=[cookie(request, "")])


@post("/setup", status_code=201)
async def setup(request: Asking, data: JSONBody[Setup]) -> Response[SessionShape]:
    """Make the owner's account, as long as there is none."""
    room, door = room_of(request), request.app.state.door
    if not room.setup.open:
        raise Problem("not-found", "The house has its owner: ask them for an account.")
    if not hmac.compare_digest(data.code.encode(), room.setup.code.encode()):
        raise Problem("sign-in-refused", "That is not the code which the server printed when it started.")
    member = await door.new_member(data.id, staff_name(data.name, data.id), HIGHEST, data.pin)
    if not room.setup.open:
        raise Problem("not-found", "The house has its owner: ask them for an account.")
    room.sessions.add_staff(member)
    with room.floor.still:
        room.setup.close()
    token, begun = _unchanged(room.sessions.begin_staff(member))
    return Response(described(request, begun), status_code=201, cookies=[cookie(request, token)])


def owner(request: Asking) -> Session:
    """Whoever asks, who has to be of the highest rank."""
    asks = who(request)
    if asks.rank != HIGHEST:
        raise Problem("authority-required", "Only a senior manager may do this.", required_rank=HIGHEST)
    if request.method != "GET":
        proved(asks)
    return asks


@get("/staff")
async def staff(request: Asking) -> list[MemberShape]:
    """Every account."""
    owner(request)
    members = room_of(request).sessions.staff.values()
    return [MemberShape(id=one.id, name=one.name, rank=one.rank) for one in members]


@post("/staff", status_code=201)
async def add_member(request: Asking, data: JSONBody[NewMember]) -> MemberShape:
    """Make an account."""
    owner(request)
    door: Door = request.app.state.door
    member = await door.new_member(data.id, staff_name(data.name, data.id), data.rank, data.pin)
    owner(request)
    room_of(request).sessions.add_staff(member)
    return MemberShape(id=member.id, name=member.name, rank=member.rank)


def _other(request: Asking, member: str) -> Staff:
    """An account by its id, of somebody else: nobody changes or ends their own."""
    asks, known = owner(request), room_of(request).sessions.staff.get(member)
    if known is None:
        raise Problem("not-found", "There is no such account: look at the list again.")
    if asks.person == member:
        raise Problem("not-now", "Another senior manager has to do that for you.")
    return known


@put("/staff/{member:str}", status_code=200)
async def change_member(request: Asking, member: FromPath[str], data: JSONBody[NewRank]) -> MemberShape:
    """Give an account another rank, or another PIN; its sessions have the rank at once."""
    known, door = _other(request, member), request.app.state.door
    if data.pin is None:
        changed = msgspec.structs.replace(known, rank=staff_rank(data.rank))
    else:
        changed = await door.new_member(member, known.name, data.rank, data.pin)
        _other(request, member)
    room = room_of(request)
    _apply(room, _unchanged(room.sessions.change_staff(known, changed)))
    return MemberShape(id=changed.id, name=changed.name, rank=changed.rank)


@delete("/staff/{member:str}", status_code=204)
async def remove_member(request: Asking, member: FromPath[str]) -> None:
    """End an account, its sessions, and the key that is accepted of it."""
    known, room = _other(request, member), room_of(request)
    _apply(room, _unchanged(room.sessions.remove_staff(known)))
    room.offered.pop(member, None)
    request.app.state.door.forget(member)
    await answer_in_time(room, asyncio.to_thread(withdraw_key, room, member))


def withdraw_key(room: Room, member: str) -> None:
    """Accept no key of an account that ended: a new one under its id is another person's."""
    with room.floor.still:
        person = room.people.called(member)
    if person:
        room.keys.withdraw_person(person)


def _unchanged(found: T | None) -> T:
    """What a change to an account came to that was only made if the account was still as it was."""
    if found is None:
        raise Problem("not-now", CHANGED)
    return found


def _apply(room: Room, ended: list[Session]) -> None:
    """End what sessions followed that are over, and show every desk which orders still wait."""
    for one in ended:
        room.end_session(one)
    for name in room.lives:
        room.stir(name)


ROUTES = [
    session,
    sign_in,
    own_sessions,
    end_own_session,
    step_up,
    change_pin,
    sign_out,
    setup,
    staff,
    add_member,
    change_member,
    remove_member,
]
