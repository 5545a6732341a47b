"""Account routes: sessions, staff accounts, and the first account, that of the owner."""

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
CHANGED = "Another person changed this account just now: look at the list again."
T = TypeVar("T")


class SeatHeld(table_schemas.Shape, frozen=True):
    """A seat held by this session."""

    table: str
    seat: int
    player: str


class ConsoleHeld(table_schemas.Shape, frozen=True):
    """A console held by this session."""

    table: str
    rank: str


class SessionShape(table_schemas.Shape, frozen=True):
    """The session of a browser: its person, role, seats and consoles."""

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
    """A session of the caller: when it began, when it was last used, and whether it is the current one."""

    id: str
    begun: str
    used: str
    here: bool


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The credentials of a member of staff."""

    id: str
    pin: str


class StepUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The caller's PIN, entered again."""

    pin: str


class NewPin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The caller's current PIN and the new one."""

    pin: str
    new: str


class NewRank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new rank of an account, and a new PIN; without one the account keeps its PIN."""

    rank: str
    pin: str | None = None


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The owner's account, with the code that the server printed."""

    code: str
    id: str
    pin: str
    name: str = ""


class NewMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account to add."""

    id: str
    pin: str
    rank: str
    name: str = ""


class MemberShape(table_schemas.Shape, frozen=True):
    """An account without its PIN."""

    id: str
    name: str
    rank: str


def described(request: Asking, session: Session | None) -> SessionShape:
    """Return a session as its browser sees it."""
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
    """Return the session of this browser."""
    return described(request, session_of(room_of(request), request))


@post("/sessions", status_code=200)
async def sign_in(request: Asking, data: JSONBody[SignIn]) -> Response[SessionShape]:
    """Sign in as staff. The browser's previous session ends."""
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
    """Return the caller's session, or raise `authority-required` if the caller is not staff."""
    asks = who(request)
    if not asks.rank:
        raise Problem("authority-required", "Sign in as staff first.", required_rank="dealer")
    return asks


def _id_of(session: Session) -> str:
    """Return the id of a session in a list: the beginning of its hash, which cannot be used to sign in."""
    return session.token.hex()[:16]


@get("/sessions")
async def own_sessions(request: Asking) -> list[SessionKept]:
    """List the caller's sessions, newest first."""
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
    """End one of the caller's sessions and release its consoles."""
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
    """Enter the PIN again. The session continues with a new token."""
    room, door, asks = room_of(request), request.app.state.door, staffed(request)
    token = await door.step_up(room, asks, data.pin)
    return Response(described(request, asks), cookies=[cookie(request, token)])


@put("/session/pin", status_code=200)
async def change_pin(request: Asking, data: JSONBody[NewPin]) -> Response[SessionShape]:
    """Change the caller's PIN and end the caller's other sessions."""
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
    """Create the owner's account, as long as the house has no account."""
    room, door = room_of(request), request.app.state.door
    if not room.setup.open:
        raise Problem("not-found", "The house already has an owner: ask them for an account.")
    if not hmac.compare_digest(data.code.encode(), room.setup.code.encode()):
        raise Problem(
            "sign-in-refused", "The code does not match the one that the server printed when it started."
        )
    member = await door.new_member(data.id, staff_name(data.name, data.id), HIGHEST, data.pin)
    if not room.setup.open:
        raise Problem("not-found", "The house already has an owner: ask them for an account.")
    room.sessions.add_staff(member)
    with room.floor.still:
        room.setup.close()
    token, begun = _unchanged(room.sessions.begin_staff(member))
    return Response(described(request, begun), status_code=201, cookies=[cookie(request, token)])


def owner(request: Asking) -> Session:
    """Return the caller's session, or raise `authority-required` if the caller is not a senior manager.

    A change also needs a recent PIN.
    """
    asks = who(request)
    if asks.rank != HIGHEST:
        raise Problem("authority-required", "Only a senior manager may do this.", required_rank=HIGHEST)
    if request.method != "GET":
        proved(asks)
    return asks


@get("/staff")
async def staff(request: Asking) -> list[MemberShape]:
    """List the staff accounts."""
    owner(request)
    members = room_of(request).sessions.staff.values()
    return [MemberShape(id=one.id, name=one.name, rank=one.rank) for one in members]


@post("/staff", status_code=201)
async def add_member(request: Asking, data: JSONBody[NewMember]) -> MemberShape:
    """Add a staff account."""
    owner(request)
    door: Door = request.app.state.door
    member = await door.new_member(data.id, staff_name(data.name, data.id), data.rank, data.pin)
    owner(request)
    room_of(request).sessions.add_staff(member)
    return MemberShape(id=member.id, name=member.name, rank=member.rank)


def _other(request: Asking, member: str) -> Staff:
    """Return the account of another person. Senior managers cannot change or remove their own account."""
    asks, known = owner(request), room_of(request).sessions.staff.get(member)
    if known is None:
        raise Problem("not-found", "This account does not exist: look at the list again.")
    if asks.person == member:
        raise Problem("not-now", "You cannot change your own account: ask another senior manager.")
    return known


@put("/staff/{member:str}", status_code=200)
async def change_member(request: Asking, member: FromPath[str], data: JSONBody[NewRank]) -> MemberShape:
    """Change the rank or the PIN of an account. Its sessions have the new rank at once."""
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
    """Remove an account, end its sessions and revoke its signing key."""
    known, room = _other(request, member), room_of(request)
    _apply(room, _unchanged(room.sessions.remove_staff(known)))
    room.offered.pop(member, None)
    request.app.state.door.forget(member)
    await answer_in_time(room, asyncio.to_thread(withdraw_key, room, member))


def withdraw_key(room: Room, member: str) -> None:
    """Revoke the keys of a removed account, because a new account with the same id is another person."""
    with room.floor.still:
        person = room.people.called(member)
    if person:
        room.keys.withdraw_person(person)


def _unchanged(found: T | None) -> T:
    """Return the result of a change, or raise `not-now` if the account had changed in the meantime."""
    if found is None:
        raise Problem("not-now", CHANGED)
    return found


def _apply(room: Room, ended: list[Session]) -> None:
    """End sessions that are over, and refresh the waiting approvals at every table."""
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
