"""Authentication: sessions by cookie, staff sign-in by id and PIN, and ids of commands."""

import hashlib
import re
import secrets
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TypeVar

from argon2 import PasswordHasher, profiles
from argon2.exceptions import VerificationError
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from sicbo.errors import BadInput
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import key_of
from sicbo.house.entries import Asked
from sicbo.house.identity.signatures import order_of
from sicbo.house.log_kinds import subject_of
from sicbo.server.access.attempts import Limit, Tries
from sicbo.server.access.known_browsers import KnownBrowsers, Place, network_of
from sicbo.server.access.pin_policy import LONGEST_PIN, hard_to_guess
from sicbo.server.access.session_store import Shelf
from sicbo.server.access.sessions import INSPECTOR, PLAYER_SECONDS, RANKS, Session, Staff
from sicbo.server.access.sign_in_limits import OWN, STAFF, Admission, SignInLimits
from sicbo.server.access.staff_names import is_shown
from sicbo.server.logs import log
from sicbo.server.problems import Problem

if TYPE_CHECKING:
    from sicbo.server.live.house import Room

ENCRYPTED = ("https", "wss")
COOKIE, DEVICE_COOKIE, SEAT_COOKIE, SECURE = "sicbo", "sicbo-device", "sicbo-seat", "__Host-"
KNOWN_COOKIE, DEVICE_SECONDS = "sicbo-known", 400 * 86_400
TOO_MANY_PINS = "Too many wrong PINs: try again in {seconds} seconds."
WRONG_PIN = "Id or PIN is wrong: try again."
SIGNED_OUT = "This session is over: sign in again."
STAFF_ID = re.compile(r"[a-z0-9][a-z0-9.-]{1,31}")
KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
MADE_BY_CHANCE = re.compile(r"[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}")
"""A key as `crypto.randomUUID()` makes it."""
HARDNESS = profiles.RFC_9106_LOW_MEMORY
"""The cost of checking a PIN: argon2id with 64 MiB, three passes."""
STEP_UP = {*subject_of("table").privileged, "count-float"} - {"perform:enter"}
"""Commands that need a recent PIN: those on money and law outside the course of a round."""
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
T = TypeVar("T")


def token_of(connection: Connection) -> str:
    """Return the token of a browser's session, or an empty string."""
    return _kept(connection, COOKIE)


def device_token_of(connection: Connection) -> str:
    """Return the token of an enrolled device: a browser sends a cookie, a program a bearer token."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else _kept(connection, DEVICE_COOKIE)


def seat_token_of(connection: Connection) -> str:
    """Return the token of an entrant's own device in a tournament."""
    return _kept(connection, SEAT_COOKIE)


def place_of(connection: Connection) -> Place:
    """Return the network and browser of a sign-in; a browser without a token gets a new one."""
    address = connection.client.host if connection.client else ""
    return Place(network_of(address), _kept(connection, KNOWN_COOKIE) or secrets.token_urlsafe(32))


def _kept(connection: Connection, name: str) -> str:
    return connection.cookies.get(_cookie_name(connection, name), "")


def _is_secure(connection: Connection) -> bool:
    return connection.scope.get("scheme") in ENCRYPTED


def _cookie_name(connection: Connection, name: str) -> str:
    """Return the cookie's name; over TLS it has the prefix of cookies that only this host can set."""
    return f"{SECURE}{name}" if _is_secure(connection) else name


def session_of(room: "Room", connection: Connection, *, used: bool = True) -> Session | None:
    """Return the caller's session; requests that a page sends automatically do not count as use."""
    token = token_of(connection)
    return room.sessions.of(token, used=used) if token else None


def cookie(connection: Connection, token: str) -> Cookie:
    """Return the cookie of a session; without a token, the one that deletes it."""
    return _cookie(connection, COOKIE, token, PLAYER_SECONDS)


def device_cookie(connection: Connection, token: str) -> Cookie:
    """Return the cookie of an enrolled device."""
    return _cookie(connection, DEVICE_COOKIE, token, DEVICE_SECONDS)


def seat_cookie(connection: Connection, token: str) -> Cookie:
    """Return the cookie of a tournament seat; without a token, the one that deletes it."""
    return _cookie(connection, SEAT_COOKIE, token, PLAYER_SECONDS)


def known_cookie(connection: Connection, place: Place) -> Cookie:
    """Return the cookie by which a browser is recognized; it grants no access."""
    return _cookie(connection, KNOWN_COOKIE, place.browser, DEVICE_SECONDS)


def _cookie(connection: Connection, name: str, token: str, seconds: int) -> Cookie:
    return Cookie(
        key=_cookie_name(connection, name),
        value=token,
        max_age=seconds if token else 0,
        path="/",
        secure=_is_secure(connection),
        httponly=True,
        samesite="strict",
    )


def language_of(connection: Connection) -> str:
    """Return the language that the caller prefers."""
    wanted = connection.query_params.get("lang") if connection.scope["query_string"] else None
    if wanted in (TRADITIONAL, SIMPLIFIED, "en", "vi"):
        return str(wanted)
    found = LANGUAGE.search(connection.headers.get("accept-language", "en"))
    return LANGUAGES[found.group().lower()] if found else "en"


def new_player(room: "Room", name: str) -> tuple[str, Session]:
    """Begin the session of a new player; two players with the same name are two persons."""
    name = " ".join(name.split())
    if not is_shown(name):
        raise BadInput("Give a name of 1 to 24 letters, without # < >.")
    return room.sessions.begin(f"{name}#{secrets.token_hex(6)}", name)


def key_of_command(given: str | None) -> str:
    """Return the id of a command, made from the key of its sender."""
    if not given:
        raise Problem("key-missing", "The Idempotency-Key header is missing: send one with this request.")
    if not KEY.fullmatch(given):
        raise Problem("bad-request", "An Idempotency-Key has 8 to 64 letters, digits, dashes or underscores.")
    return command_id(given)


def command_id(key: str) -> str:
    """Return the id of a command in the chain: a random key unchanged, or the hash of any other key.

    So no sender can write text into the chain as a key.
    """
    return f"web-{key if MADE_BY_CHANCE.fullmatch(key) else hashlib.sha256(key.encode()).hexdigest()[:32]}"


def rank_of(name: str) -> Rank:
    """Return the rank of this name."""
    if name not in RANKS:
        raise BadInput(f"That rank does not exist: give one of {', '.join(RANKS)}.")
    return RANKS[name]


def staff_rank(name: str) -> str:
    """Return the rank of an account, which may also be that of an inspector."""
    return name if name == INSPECTOR else key_of(rank_of(name))


def proved(session: Session) -> None:
    """Raise `step-up-required` unless the person gave the PIN recently; players have no PIN."""
    if session.rank and not session.stepped_up:
        raise Problem("step-up-required", "Give your PIN again, then ask once more with the same key.")


def proved_for(session: Session, asked: Asked) -> None:
    """Raise `step-up-required` if the command needs a recent PIN and there was none."""
    if order_of(asked) in STEP_UP:
        proved(session)


class Door:
    """The sign-in of staff. PINs are hashed by separate threads, never by the event loop."""

    def __init__(self, shelf: Shelf, listed: Collection[str] = ()) -> None:
        self._listed = listed
        self.hasher = PasswordHasher.from_parameters(HARDNESS)
        self.tries, self._known = Tries(shelf, TOO_MANY_PINS), KnownBrowsers(shelf)
        self.limits = SignInLimits(self.tries, self._known)
        self._decoy = self.hasher.hash(secrets.token_hex(8))
        """The hash that is checked for an unknown id, so that the check takes as long."""

    async def new_member(self, member_id: str, name: str, rank: str, pin: str) -> Staff:
        """Return a new account with the hash of its PIN."""
        if not STAFF_ID.fullmatch(member_id):
            raise BadInput("An id has 2 to 32 lowercase letters, digits, dots and dashes.")
        hard_to_guess(pin, member_id, listed=self._listed)
        secret = await self.limits.staff_lane.run(STAFF, self.hasher.hash, pin)
        return Staff(member_id, name or member_id, staff_rank(rank), secret)

    async def sign_in(self, room: "Room", member_id: str, pin: str, place: Place) -> tuple[str, Session]:
        """Begin a session for a member of staff who gives the right PIN."""
        found = room.sessions.staff.get(member_id) if STAFF_ID.fullmatch(member_id) else None
        member = await self._proved(room, found, pin, self.limits.admit(found, member_id, place))
        begun = room.sessions.begin_staff(member)
        if begun is None:
            raise Problem("sign-in-refused", WRONG_PIN)
        self._remember(member, place)
        return begun

    async def step_up(self, room: "Room", session: Session, pin: str) -> str:
        """Return a new token for a session whose person gives the PIN again."""
        return _still(room.sessions.renew(session, await self._again(room, session, pin)))

    async def change_pin(self, room: "Room", session: Session, pin: str, new: str, place: Place) -> str:
        """Change the PIN of a person who gives the old one.

        Their other sessions end, and this one gets a new token.
        """
        known = await self._again(room, session, pin)
        changed = await self.new_member(known.id, known.name, known.rank, new)
        if not room.sessions.knows(session):
            raise Problem("signed-out", SIGNED_OUT)
        for other in _still(room.sessions.change_staff(known, changed, session)):
            room.end_session(other)
        log.info("pin-changed", extra={"member": known.id})
        self._remember(changed, place)
        return _still(room.sessions.renew(session, changed))

    def forget(self, member_id: str) -> None:
        """Forget the browsers of an account that ended."""
        self._known.forget(member_id)

    async def _again(self, room: "Room", session: Session, pin: str) -> Staff:
        """Return the account of a session if the PIN is right; only this session's own wrong PINs count."""
        member = room.sessions.staff.get(session.person)
        limit = Limit(f"session {session.token.hex()}", *OWN)
        lane = self.limits.staff_lane
        lane.check_room(STAFF)
        self.tries.reserve(limit)
        return await self._proved(room, member, pin, Admission(lane, STAFF, (limit,)))

    def _remember(self, member: Staff, place: Place) -> None:
        """Keep where a person proved who they are."""
        self._known.remember(member, place.address, place.browser)
        self._known.remember_house(place.address)

    async def _proved(self, room: "Room", member: Staff | None, pin: str, admitted: Admission) -> Staff:
        """Return the account if the PIN is right and the account has not changed meanwhile.

        An unknown account takes as long to refuse as a known one.
        """
        right = await admitted.lane.run(admitted.source, self._right, member, pin[:LONGEST_PIN])
        right = right and member is not None and room.sessions.staff.get(member.id) == member
        log.info("pin-given", extra={"member": member.id if member else None, "right": right})
        if member is None or not right:
            raise Problem("sign-in-refused", WRONG_PIN)
        self.tries.give_back(*admitted.limits)
        return member

    def _right(self, member: Staff | None, pin: str) -> bool:
        try:
            return self.hasher.verify(member.secret if member else self._decoy, pin) and bool(member)
        except VerificationError:
            return False


def _still(found: T | None) -> T:
    """Return the result of a conditional change, or raise `signed-out` if session or account had changed."""
    if found is None:
        raise Problem("signed-out", SIGNED_OUT)
    return found
