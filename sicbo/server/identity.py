"""Identity: who asks. Sessions by cookie, staff by id and PIN, and what each may do."""

import asyncio
import re
import secrets
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from argon2 import PasswordHasher, profiles
from argon2.exceptions import VerificationError
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from sicbo.errors import BadInput
from sicbo.game.authority import Rank
from sicbo.game.publish import key_of
from sicbo.house.entries import Asked
from sicbo.house.signing import order_of
from sicbo.house.subjects import subject_of
from sicbo.server.logs import log
from sicbo.server.pins import LONGEST_PIN, hard_to_guess
from sicbo.server.problems import Problem
from sicbo.server.sessions import INSPECTOR, PLAYER_SECONDS, RANKS, Session, Staff
from sicbo.server.tries import Tries

if TYPE_CHECKING:
    from sicbo.server.room import Room

COOKIE, DEVICE_COOKIE, SEAT_COOKIE, SECURE = "sicbo", "sicbo-device", "sicbo-seat", "__Host-"
DEVICE_SECONDS = 400 * 86_400
MOST_WRONG = 5
NAME = re.compile(r"[^\x00-\x1f\x7f#<>]{1,24}")
STAFF_ID = re.compile(r"[a-z0-9][a-z0-9.-]{1,31}")
KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
HARDNESS = profiles.RFC_9106_LOW_MEMORY
"""How slow a PIN is to try: argon2id with 64 MiB, three times."""
STEP_UP = {*subject_of("table").privileged, "count-float"} - {"perform:enter"}
"""What wants a PIN given a moment ago: money and law outside the course of a round."""
LANGUAGE = re.compile(r"zh-Hant|zh-TW|zh-HK|zh|vi|en", re.IGNORECASE)
LANGUAGES = {
    "zh-hant": "zh-Hant",
    "zh-tw": "zh-Hant",
    "zh-hk": "zh-Hant",
    "zh": "zh-Hans",
    "vi": "vi",
    "en": "en",
}
TRADITIONAL, SIMPLIFIED = "zh-Hant", "zh-Hans"

Connection = ASGIConnection[Any, Any, Any, Any]


def token_of(connection: Connection) -> str:
    """The token of a browser's session, if it has one."""
    return _kept(connection, COOKIE)


def device_token_of(connection: Connection) -> str:
    """The token of an enrolled device: a browser keeps it as a cookie, a program sends it as a bearer."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else _kept(connection, DEVICE_COOKIE)


def seat_token_of(connection: Connection) -> str:
    """The token of an entrant's own device in a tournament."""
    return _kept(connection, SEAT_COOKIE)


def _kept(connection: Connection, name: str) -> str:
    return connection.cookies.get(f"{SECURE}{name}") or connection.cookies.get(name) or ""


def session_of(room: "Room", connection: Connection) -> Session | None:
    """The session of whoever asks."""
    token = token_of(connection)
    return room.sessions.of(token) if token else None


def cookie(connection: Connection, token: str) -> Cookie:
    """The cookie that keeps a session; without a token, the one that ends it."""
    return _cookie(connection, COOKIE, token, PLAYER_SECONDS)


def device_cookie(connection: Connection, token: str) -> Cookie:
    """The cookie that keeps what a device is."""
    return _cookie(connection, DEVICE_COOKIE, token, DEVICE_SECONDS)


def seat_cookie(connection: Connection, token: str) -> Cookie:
    """The cookie that keeps whose seat a device is; without a token, the one that ends it."""
    return _cookie(connection, SEAT_COOKIE, token, PLAYER_SECONDS)


def _cookie(connection: Connection, name: str, token: str, seconds: int) -> Cookie:
    secure = connection.url.scheme in ("https", "wss")
    return Cookie(
        key=f"{SECURE}{name}" if secure else name,
        value=token,
        max_age=seconds if token else 0,
        path="/",
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def language_of(connection: Connection) -> str:
    """The language that whoever asks wants."""
    wanted = connection.query_params.get("lang") if connection.scope["query_string"] else None
    if wanted in (TRADITIONAL, SIMPLIFIED, "en", "vi"):
        return str(wanted)
    found = LANGUAGE.search(connection.headers.get("accept-language", "en"))
    return LANGUAGES[found.group().lower()] if found else "en"


def new_player(room: "Room", name: str) -> tuple[str, Session]:
    """A session for a player of that name; two of one name are two persons."""
    name = " ".join(name.split())
    if not NAME.fullmatch(name):
        raise BadInput("Give a name of 1 to 24 letters, without # < >.")
    return room.sessions.begin(f"{name}#{secrets.token_hex(6)}", name)


def key_of_command(given: str | None) -> str:
    """The id of a command, from the key that its sender made."""
    if not given:
        raise Problem("key-missing", "Send an Idempotency-Key of your own making with this request.")
    if not KEY.fullmatch(given):
        raise Problem("bad-request", "An Idempotency-Key has 8 to 64 letters, digits, dashes or underlines.")
    return f"web-{given}"


def rank_of(name: str) -> Rank:
    """A rank by its name."""
    if name not in RANKS:
        raise BadInput(f"There is no such rank: name one of {', '.join(RANKS)}.")
    return RANKS[name]


def staff_rank(name: str) -> str:
    """What an account may be: of a rank, or an inspector."""
    return name if name == INSPECTOR else key_of(rank_of(name))


def proved(session: Session) -> None:
    """Whoever does this gave their PIN a moment ago; somebody who has none is not asked for it."""
    if session.rank and not session.stepped_up:
        raise Problem("step-up-required", "Give your PIN again, then ask once more with the same key.")


def proved_for(session: Session, asked: Asked) -> None:
    """The same, where the command is one that wants it."""
    if order_of(asked) in STEP_UP:
        proved(session)


class Door:
    """Lets staff in. The slow part is done by threads of its own, never by the one that plays."""

    def __init__(self, listed: Collection[str] = ()) -> None:
        self._listed = listed
        self._hasher = PasswordHasher.from_parameters(HARDNESS)
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="door")
        self._tries = Tries("PINs")
        self._decoy = self._threads.submit(self._hasher.hash, secrets.token_hex(8))
        """Compared with the PIN of nobody; it is the threads' first work, so whoever waits for it gets it."""

    async def new_member(self, member_id: str, name: str, rank: str, pin: str) -> Staff:
        """An account, its PIN as a hash."""
        if not STAFF_ID.fullmatch(member_id):
            raise BadInput("An id has 2 to 32 small letters, digits, dots and dashes.")
        hard_to_guess(pin, member_id, listed=self._listed)
        secret = await self._apart(self._hasher.hash, pin)
        return Staff(member_id, name or member_id, staff_rank(rank), secret)

    async def sign_in(self, room: "Room", member_id: str, pin: str, source: str) -> tuple[str, Session]:
        """A session for staff who know their PIN."""
        member = await self._known(room, member_id, pin, source)
        return room.sessions.begin(member.id, member.name, member.rank)

    async def step_up(self, room: "Room", session: Session, pin: str, source: str) -> str:
        """A new token for a session whose person knows their PIN still."""
        await self._known(room, session.person, pin, source)
        if not room.sessions.knows(session):
            raise Problem("signed-out", "This session is over: sign in again.")
        return room.sessions.renew(session)

    async def change_pin(self, room: "Room", session: Session, pin: str, new: str, source: str) -> str:
        """Another PIN for somebody who knows theirs: a new token, and their other sessions are over."""
        known = await self._known(room, session.person, pin, source)
        room.sessions.change_staff(await self.new_member(known.id, known.name, known.rank, new))
        for other in room.sessions.of_member(known.id):
            if other.token != session.token:
                room.end_session(other)
        log.info("pin-changed", extra={"member": known.id})
        return room.sessions.renew(session)

    async def _known(self, room: "Room", member_id: str, pin: str, source: str) -> Staff:
        """The account whose PIN this is; whether there is one takes as long to say."""
        wrongs = {f"id {member_id[:32]}": MOST_WRONG, f"from {source}": 4 * MOST_WRONG}
        for who, most in wrongs.items():
            self._tries.allow(who, most)
        member = room.sessions.staff.get(member_id)
        right = await self._apart(self._right, member, pin[:LONGEST_PIN])
        log.info("pin-given", extra={"member": member.id if member else None, "right": right})
        if member is None or not right:
            for who in wrongs:
                self._tries.wrong(who)
            raise Problem("sign-in-refused", "Id or PIN is wrong: try again.")
        self._tries.forget(f"id {member_id}")
        return member

    def _right(self, member: Staff | None, pin: str) -> bool:
        try:
            return self._hasher.verify(member.secret if member else self._decoy.result(), pin) and bool(
                member
            )
        except VerificationError:
            return False

    async def _apart(self, work: Any, *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)
