"""Account routes: sessions, staff accounts, and the first account, that of the owner."""

import asyncio
import hmac
from typing import TypeVar

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from sicbo.i18n import LANGUAGES, message
from sicbo.server.access.authentication import (
    ACCOUNT_CHANGED,
    StaffSignIn,
    known_cookie,
    require_recent_pin,
    session_cookie,
    session_of,
    sign_in_origin,
    staff_rank,
)
from sicbo.server.access.sessions import Session, StaffAccount
from sicbo.server.access.signing_keys import revoke_key
from sicbo.server.access.staff_names import staff_name
from sicbo.server.live.house import LiveHouse
from sicbo.server.live.stalled_journal import answer_in_time
from sicbo.server.logs import log
from sicbo.server.problems import Problem
from sicbo.server.requests import (
    HIGHEST_RANK,
    ApiRequest,
    current_device,
    house_of,
    require_senior_manager,
    require_staff,
)
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import iso_time

MICROSECONDS = 1_000_000
T = TypeVar("T")


class HeldSeat(table_schemas.Shape, frozen=True):
    """A seat held by this session."""

    table: str
    seat: int
    player: str


class HeldConsole(table_schemas.Shape, frozen=True):
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
    seats: tuple[HeldSeat, ...]
    consoles: tuple[HeldConsole, ...]
    setup_open: bool
    languages: tuple[str, ...]
    help_line: str
    server_time: str


class SessionSummary(table_schemas.Shape, frozen=True):
    """A session of the caller: when it began, when it was last used, and whether it is the current one."""

    id: str
    begun: str
    used: str
    here: bool


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The credentials of a member of staff."""

    id: str
    pin: str


class PinConfirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The caller's PIN, entered again."""

    pin: str


class PinChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The caller's current PIN and the new one."""

    pin: str
    new: str


class AccountChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new rank of an account, and a new PIN; without one the account keeps its PIN."""

    rank: str
    pin: str | None = None


class OwnerAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


def session_shape(request: ApiRequest, session: Session | None) -> SessionShape:
    """Return a session as its browser sees it."""
    house = house_of(request)
    player = session.pseudonym if session else ""
    seats = [
        HeldSeat(table=live.name, seat=live.table.seated[player].number, player=player)
        for live in map(house.live_table, house.live_tables)
        if player in live.table.seated
    ]
    consoles = [
        HeldConsole(table=table, rank=held.rank)
        for table, held in sorted(house.sessions.consoles.items())
        if session and held.token == session.token
    ]
    return SessionShape(
        signed_in=session is not None,
        role=session.role if session else "guest",
        name=session.name if session else "",
        rank=(session.rank or None) if session else None,
        house=house.house_name,
        profile=house.settings.profile,
        seats=tuple(seats),
        consoles=tuple(consoles),
        setup_open=house.owner_setup.is_open,
        languages=LANGUAGES,
        help_line=house.settings.help_line,
        server_time=iso_time(house.wall_time()),
    )


@get("/session")
async def show_session(request: ApiRequest) -> SessionShape:
    """Return the session of this browser."""
    return session_shape(request, session_of(house_of(request), request))


@post("/sessions", status_code=200)
async def sign_in(request: ApiRequest, data: JSONBody[Credentials]) -> Response[SessionShape]:
    """Sign in as staff. The browser's previous session ends."""
    house, staff_sign_in = house_of(request), request.app.state.staff_sign_in
    place = sign_in_origin(request)
    if (device := current_device(request)) is not None:
        place = place._replace(device=device.id)
    token, begun = await staff_sign_in.sign_in(house, data.id, data.pin, place)
    if (before := session_of(house, request)) is not None:
        house.end_session(before)
    cookies = [session_cookie(request, token), known_cookie(request, place)]
    return Response(session_shape(request, begun), cookies=cookies)


def _session_id(session: Session) -> str:
    """Return the id of a session in a list: the beginning of its hash, which cannot be used to sign in."""
    return session.token.hex()[:16]


@get("/sessions")
async def list_own_sessions(request: ApiRequest) -> list[SessionSummary]:
    """List the caller's sessions, newest first."""
    asks, sessions = require_staff(request), house_of(request).sessions
    mine = sorted(sessions.of_member(asks.person), key=lambda one: -one.made)
    return [
        SessionSummary(
            id=_session_id(one),
            begun=iso_time(one.made * MICROSECONDS),
            used=iso_time(sessions.last_used(one) * MICROSECONDS),
            here=one.token == asks.token,
        )
        for one in mine
        if not sessions.is_lapsed(one)
    ]


@delete("/sessions/{session_id:str}", status_code=204)
async def end_own_session(request: ApiRequest, session_id: FromPath[str]) -> None:
    """End one of the caller's sessions and release its consoles."""
    asks, house = require_staff(request), house_of(request)
    require_recent_pin(asks)
    for one in house.sessions.of_member(asks.person):
        if _session_id(one) == session_id:
            house.end_session(one)
            log.info("session-ended", extra={"member": asks.person})
            return
    raise Problem("not-found", message("session.unknown"))


@post("/sessions/step-up", status_code=200)
async def step_up(request: ApiRequest, data: JSONBody[PinConfirmation]) -> Response[SessionShape]:
    """Enter the PIN again. The session continues with a new token."""
    house, staff_sign_in, asks = house_of(request), request.app.state.staff_sign_in, require_staff(request)
    token = await staff_sign_in.step_up(house, asks, data.pin)
    return Response(session_shape(request, asks), cookies=[session_cookie(request, token)])


@put("/session/pin", status_code=200)
async def change_pin(request: ApiRequest, data: JSONBody[PinChange]) -> Response[SessionShape]:
    """Change the caller's PIN and end the caller's other sessions."""
    house, staff_sign_in, asks = house_of(request), request.app.state.staff_sign_in, require_staff(request)
    place = sign_in_origin(request)
    token = await staff_sign_in.change_pin(house, asks, data.pin, data.new, place)
    cookies = [session_cookie(request, token), known_cookie(request, place)]
    return Response(session_shape(request, asks), cookies=cookies)


@delete("/session", status_code=204)
async def sign_out(request: ApiRequest) -> Response[None]:
    """End this session."""
    house = house_of(request)
    if (known := session_of(house, request)) is not None:
        house.end_session(known)
        log.info("signed-out", extra={"role": known.role})
    return Response(None, status_code=204, cookies=[session_cookie(request, "")])


@post("/setup", status_code=201)
async def create_owner(request: ApiRequest, data: JSONBody[OwnerAccount]) -> Response[SessionShape]:
    """Create the owner's account, as long as the house has no account."""
    house, staff_sign_in = house_of(request), request.app.state.staff_sign_in
    if not house.owner_setup.is_open:
        raise Problem("not-found", message("accounts.owner-exists"))
    if not hmac.compare_digest(data.code.encode(), house.owner_setup.code.encode()):
        raise Problem("sign-in-refused", message("accounts.wrong-setup-code"))
    member = await staff_sign_in.new_member(data.id, staff_name(data.name, data.id), HIGHEST_RANK, data.pin)
    if not house.owner_setup.is_open:
        raise Problem("not-found", message("accounts.owner-exists"))
    house.sessions.add_staff(member)
    with house.floor.write_lock:
        house.owner_setup.close()
    token, begun = _require_unchanged(house.sessions.begin_staff(member))
    return Response(session_shape(request, begun), status_code=201, cookies=[session_cookie(request, token)])


@get("/staff")
async def list_staff(request: ApiRequest) -> list[MemberShape]:
    """List the staff accounts."""
    require_senior_manager(request)
    members = house_of(request).sessions.staff.values()
    return [MemberShape(id=one.id, name=one.name, rank=one.rank) for one in members]


@post("/staff", status_code=201)
async def add_member(request: ApiRequest, data: JSONBody[NewMember]) -> MemberShape:
    """Add a staff account."""
    require_senior_manager(request)
    staff_sign_in: StaffSignIn = request.app.state.staff_sign_in
    member = await staff_sign_in.new_member(data.id, staff_name(data.name, data.id), data.rank, data.pin)
    require_senior_manager(request)
    house_of(request).sessions.add_staff(member)
    return MemberShape(id=member.id, name=member.name, rank=member.rank)


def _other_account(request: ApiRequest, member: str) -> StaffAccount:
    """Return the account of another person. Senior managers cannot change or remove their own account."""
    asks, known = require_senior_manager(request), house_of(request).sessions.staff.get(member)
    if known is None:
        raise Problem("not-found", message("accounts.unknown"))
    if asks.person == member:
        raise Problem("not-now", message("accounts.own"))
    return known


@put("/staff/{member:str}", status_code=200)
async def change_member(
    request: ApiRequest, member: FromPath[str], data: JSONBody[AccountChange]
) -> MemberShape:
    """Change the rank or the PIN of an account. Its sessions have the new rank at once."""
    known, staff_sign_in = _other_account(request, member), request.app.state.staff_sign_in
    if data.pin is None:
        changed = msgspec.structs.replace(known, rank=staff_rank(data.rank))
    else:
        changed = await staff_sign_in.new_member(member, known.name, data.rank, data.pin)
        _other_account(request, member)
    house = house_of(request)
    _end_sessions(house, _require_unchanged(house.sessions.change_staff(known, changed)))
    return MemberShape(id=changed.id, name=changed.name, rank=changed.rank)


@delete("/staff/{member:str}", status_code=204)
async def remove_member(request: ApiRequest, member: FromPath[str]) -> None:
    """Remove an account, end its sessions and revoke its signing key."""
    known, house = _other_account(request, member), house_of(request)
    _end_sessions(house, _require_unchanged(house.sessions.remove_staff(known)))
    house.offered_keys.pop(member, None)
    request.app.state.staff_sign_in.forget(member)
    await answer_in_time(house, asyncio.to_thread(revoke_key, house, member))


def _require_unchanged(found: T | None) -> T:
    """Return the result of a change, or raise `not-now` if the account had changed in the meantime."""
    if found is None:
        raise Problem("not-now", ACCOUNT_CHANGED)
    return found


def _end_sessions(house: LiveHouse, ended: list[Session]) -> None:
    """End sessions that are over, and refresh the waiting approvals at every table."""
    for one in ended:
        house.end_session(one)
    for name in house.live_tables:
        house.schedule_update(name)


ROUTES = [
    show_session,
    sign_in,
    list_own_sessions,
    end_own_session,
    step_up,
    change_pin,
    sign_out,
    create_owner,
    list_staff,
    add_member,
    change_member,
    remove_member,
]
