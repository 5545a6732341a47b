"""Identity: who asks. Sessions by cookie, staff by id and PIN, and what each may do."""

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
T = TypeVar("T")


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


def place_of(connection: Connection) -> Place:
    """Where somebody signs in: their address, and their browser, which is given a token if it has none."""
    address = connection.client.host if connection.client else ""
    return Place(network_of(address), _kept(connection, KNOWN_COOKIE) or secrets.token_urlsafe(32))


def _kept(connection: Connection, name: str) -> str:
    return connection.cookies.get(_cookie_name(connection, name), "")


def _is_secure(connection: Connection) -> bool:
    return connection.scope.get("scheme") in ENCRYPTED


def _cookie_name(connection: Connection, name: str) -> str:
    """Over TLS a cookie that only this very host can have set; another one of that name does not count."""
    return f"{SECURE}{name}" if _is_secure(connection) else name


def session_of(room: "Room", connection: Connection, *, used: bool = True) -> Session | None:
    """The session of whoever asks; what a page sends by itself is no use of it."""
    token = token_of(connection)
    return room.sessions.of(token, used=used) if token else None


def cookie(connection: Connection, token: str) -> Cookie:
    """The cookie that keeps a session; without a token, the one that ends it."""
    return _cookie(connection, COOKIE, token, PLAYER_SECONDS)


def device_cookie(connection: Connection, token: str) -> Cookie:
    """The cookie that keeps what a device is."""
    return _cookie(connection, DEVICE_COOKIE, token, DEVICE_SECONDS)


def seat_cookie(connection: Connection, token: str) -> Cookie:
    """The cookie that keeps whose seat a device is; without a token, the one that ends it."""
    return _cookie(connection, SEAT_COOKIE, token, PLAYER_SECONDS)


def known_cookie(connection: Connection, place: Place) -> Cookie:
    """The cookie by which a browser is known again; it opens nothing."""
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
    """The language that whoever asks wants."""
    wanted = connection.query_params.get("lang") if connection.scope["query_string"] else None
    if wanted in (TRADITIONAL, SIMPLIFIED, "en", "vi"):
        return str(wanted)
    found = LANGUAGE.search(connection.headers.get("accept-language", "en"))
    return LANGUAGES[found.group().lower()] if found else "en"


def new_player(room: "Room", name: str) -> tuple[str, Session]:
    """A session for a player of that name; two of one name are two persons."""
    name = " ".join(name.split())
    if not is_shown(name):
        raise BadInput("Give a name of 1 to 24 letters, without # < >.")
    return room.sessions.begin(f"{name}#{secrets.token_hex(6)}", name)


def key_of_command(given: str | None) -> str:
    """The id of a command, from the key that its sender made."""
    if not given:
        raise Problem("key-missing", "Send an Idempotency-Key of your own making with this request.")
    if not KEY.fullmatch(given):
        raise Problem("bad-request", "An Idempotency-Key has 8 to 64 letters, digits, dashes or underlines.")
    return command_id(given)


def command_id(key: str) -> str:
    """The id of a command in the chain: a key that was made by chance as it is, the hash of any other.

    So nobody can write words of their own into the chain as a key.
    """
    return f"web-{key if MADE_BY_CHANCE.fullmatch(key) else hashlib.sha256(key.encode()).hexdigest()[:32]}"


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

    def __init__(self, shelf: Shelf, listed: Collection[str] = ()) -> None:
        self._listed = listed
        self.hasher = PasswordHasher.from_parameters(HARDNESS)
        self.tries, self._known = Tries(shelf, TOO_MANY_PINS), KnownBrowsers(shelf)
        self.limits = SignInLimits(self.tries, self._known)
        self._decoy = self.hasher.hash(secrets.token_hex(8))
        """Compared with the PIN of nobody, which so takes as long."""

    async def new_member(self, member_id: str, name: str, rank: str, pin: str) -> Staff:
        """An account, its PIN as a hash."""
        if not STAFF_ID.fullmatch(member_id):
            raise BadInput("An id has 2 to 32 small letters, digits, dots and dashes.")
        hard_to_guess(pin, member_id, listed=self._listed)
        secret = await self.limits.staff_lane.run(STAFF, self.hasher.hash, pin)
        return Staff(member_id, name or member_id, staff_rank(rank), secret)

    async def sign_in(self, room: "Room", member_id: str, pin: str, place: Place) -> tuple[str, Session]:
        """A session for staff who know their PIN."""
        found = room.sessions.staff.get(member_id) if STAFF_ID.fullmatch(member_id) else None
        member = await self._proved(room, found, pin, self.limits.admit(found, member_id, place))
        begun = room.sessions.begin_staff(member)
        if begun is None:
            raise Problem("sign-in-refused", WRONG_PIN)
        self._remember(member, place)
        return begun

    async def step_up(self, room: "Room", session: Session, pin: str) -> str:
        """A new token for a session whose person knows their PIN still."""
        return _still(room.sessions.renew(session, await self._again(room, session, pin)))

    async def change_pin(self, room: "Room", session: Session, pin: str, new: str, place: Place) -> str:
        """Another PIN for somebody who knows theirs: a new token, and their other sessions are over."""
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
        """Forget where somebody signed in whose account ended."""
        self._known.forget(member_id)

    async def _again(self, room: "Room", session: Session, pin: str) -> Staff:
        """The account of a session whose PIN this is; only this session's own wrong ones count."""
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
        """The account whose PIN this is, unchanged meanwhile; whether there is one takes as long to say."""
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
    """What a change came to that was only made if session and account were still as they were."""
    if found is None:
        raise Problem("signed-out", SIGNED_OUT)
    return found
