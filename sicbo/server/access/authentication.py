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
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.entries import CommandRequest
from sicbo.house.identity.signatures import order_kind
from sicbo.house.log_kinds import log_kind_of
from sicbo.i18n import message
from sicbo.server.access.access_database import SessionStore
from sicbo.server.access.attempts import AttemptLimit, AttemptLimiter
from sicbo.server.access.sessions import INSPECTOR, PLAYER_SECONDS, RANKS, Session, StaffAccount
from sicbo.server.access.sign_in.known_browsers import KnownBrowsers, SignInOrigin, network_of
from sicbo.server.access.sign_in.limits import OWN, STAFF, Admission, SignInLimits
from sicbo.server.access.sign_in.pin_policy import LONGEST_PIN, refuse_if_easy_to_guess
from sicbo.server.access.staff_names import is_displayable
from sicbo.server.logs import log
from sicbo.server.problems import Problem

if TYPE_CHECKING:
    from sicbo.server.live.house import LiveHouse

ENCRYPTED = ("https", "wss")
COOKIE, DEVICE_COOKIE, SEAT_COOKIE, SECURE = "sicbo", "sicbo-device", "sicbo-seat", "__Host-"
KNOWN_COOKIE, DEVICE_SECONDS = "sicbo-known", 400 * 86_400
WRONG_PIN, SIGNED_OUT = message("pin.wrong"), message("session.ended")
ACCOUNT_CHANGED = message("accounts.changed-by-another")
STAFF_ID = re.compile(r"[a-z0-9][a-z0-9.-]{1,31}")
KEY_FORM = re.compile(r"[A-Za-z0-9_-]{8,64}")
RANDOM_KEY = re.compile(r"[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}")
"""A key as `crypto.randomUUID()` makes it."""
PIN_HASHING = profiles.RFC_9106_LOW_MEMORY
"""The cost of checking a PIN: argon2id with 64 MiB, three passes."""
STEP_UP = {*log_kind_of("table").signed_orders, "count-float"} - {"perform:enter"}
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
    return _cookie_value(connection, COOKIE)


def device_token_of(connection: Connection) -> str:
    """Return the token of an enrolled device: a browser sends a cookie, a program a bearer token."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else _cookie_value(connection, DEVICE_COOKIE)


def seat_token_of(connection: Connection) -> str:
    """Return the token of an entrant's own device in a tournament."""
    return _cookie_value(connection, SEAT_COOKIE)


def sign_in_origin(connection: Connection) -> SignInOrigin:
    """Return the network and browser of a sign-in; a browser without a token gets a new one."""
    address = connection.client.host if connection.client else ""
    return SignInOrigin(
        network_of(address), _cookie_value(connection, KNOWN_COOKIE) or secrets.token_urlsafe(32)
    )


def _cookie_value(connection: Connection, name: str) -> str:
    return connection.cookies.get(_cookie_name(connection, name), "")


def _is_secure(connection: Connection) -> bool:
    return connection.scope.get("scheme") in ENCRYPTED


def _cookie_name(connection: Connection, name: str) -> str:
    """Return the cookie's name; over TLS it has the prefix of cookies that only this host can set."""
    return f"{SECURE}{name}" if _is_secure(connection) else name


def session_of(house: "LiveHouse", connection: Connection, *, used: bool = True) -> Session | None:
    """Return the caller's session; requests that a page sends automatically do not count as use."""
    token = token_of(connection)
    return house.sessions.find(token, used=used) if token else None


def session_cookie(connection: Connection, token: str) -> Cookie:
    """Return the cookie of a session; without a token, the one that deletes it."""
    return _new_cookie(connection, COOKIE, token, PLAYER_SECONDS)


def device_cookie(connection: Connection, token: str) -> Cookie:
    """Return the cookie of an enrolled device."""
    return _new_cookie(connection, DEVICE_COOKIE, token, DEVICE_SECONDS)


def seat_cookie(connection: Connection, token: str) -> Cookie:
    """Return the cookie of a tournament seat; without a token, the one that deletes it."""
    return _new_cookie(connection, SEAT_COOKIE, token, PLAYER_SECONDS)


def known_cookie(connection: Connection, place: SignInOrigin) -> Cookie:
    """Return the cookie by which a browser is recognized; it grants no access."""
    return _new_cookie(connection, KNOWN_COOKIE, place.browser, DEVICE_SECONDS)


def _new_cookie(connection: Connection, name: str, token: str, seconds: int) -> Cookie:
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


def new_player(house: "LiveHouse", name: str) -> tuple[str, Session]:
    """Begin the session of a new player; two players with the same name are two persons."""
    name = " ".join(name.split())
    if not is_displayable(name):
        raise BadInput(message("session.name-form"))
    return house.sessions.begin_player(f"{name}#{secrets.token_hex(6)}", name)


def command_id_of(given: str | None) -> str:
    """Return the id of a command, made from the key of its sender."""
    if not given:
        raise Problem("key-missing", message("requests.key-missing"))
    if not KEY_FORM.fullmatch(given):
        raise Problem("bad-request", message("requests.key-form"))
    return command_id(given)


def command_id(key: str) -> str:
    """Return the id of a command in the chain: a random key unchanged, or the hash of any other key.

    So no sender can write text into the chain as a key.
    """
    return f"web-{key if RANDOM_KEY.fullmatch(key) else hashlib.sha256(key.encode()).hexdigest()[:32]}"


def rank_of(name: str) -> Rank:
    """Return the rank of this name."""
    if name not in RANKS:
        raise BadInput(message("accounts.unknown-rank", ranks=tuple(RANKS)))
    return RANKS[name]


def staff_rank(name: str) -> str:
    """Return the rank of an account, which may also be that of an inspector."""
    return name if name == INSPECTOR else enum_key(rank_of(name))


def require_recent_pin(session: Session) -> None:
    """Raise `step-up-required` unless the person gave the PIN recently; players have no PIN."""
    if session.rank and not session.has_recent_pin:
        raise Problem("step-up-required", message("pin.enter-again"))


def require_recent_pin_for(session: Session, asked: CommandRequest) -> None:
    """Raise `step-up-required` if the command needs a recent PIN and there was none."""
    if order_kind(asked) in STEP_UP:
        require_recent_pin(session)


class StaffSignIn:
    """The sign-in of staff. PINs are hashed by separate threads, never by the event loop."""

    def __init__(self, store: SessionStore, listed: Collection[str] = ()) -> None:
        self._common_pins = listed
        self.hasher = PasswordHasher.from_parameters(PIN_HASHING)
        self.attempts, self._known = AttemptLimiter(store, "pin.too-many-wrong"), KnownBrowsers(store)
        self.limits = SignInLimits(self.attempts, self._known)
        self._decoy = self.hasher.hash(secrets.token_hex(8))
        """The hash that is checked for an unknown id, so that the check takes as long."""

    async def new_member(self, member_id: str, name: str, rank: str, pin: str) -> StaffAccount:
        """Return a new account with the hash of its PIN."""
        if not STAFF_ID.fullmatch(member_id):
            raise BadInput(message("accounts.id-form"))
        refuse_if_easy_to_guess(pin, member_id, common_pins=self._common_pins)
        secret = await self.limits.staff_lane.run(STAFF, self.hasher.hash, pin)
        return StaffAccount(member_id, name or member_id, staff_rank(rank), secret)

    async def sign_in(
        self, house: "LiveHouse", member_id: str, pin: str, place: SignInOrigin
    ) -> tuple[str, Session]:
        """Begin a session for a member of staff who gives the right PIN."""
        found = house.sessions.staff.get(member_id) if STAFF_ID.fullmatch(member_id) else None
        member = await self._prove_pin(house, found, pin, self.limits.admit(found, member_id, place))
        begun = house.sessions.begin_staff(member)
        if begun is None:
            raise Problem("sign-in-refused", WRONG_PIN)
        self._remember(member, place)
        return begun

    async def step_up(self, house: "LiveHouse", session: Session, pin: str) -> str:
        """Return a new token for a session whose person gives the PIN again."""
        return _or_signed_out(house.sessions.renew(session, await self._prove_session(house, session, pin)))

    async def change_pin(
        self, house: "LiveHouse", session: Session, pin: str, new: str, place: SignInOrigin
    ) -> str:
        """Change the PIN of a person who gives the old one.

        Their other sessions end, and this one gets a new token.
        """
        known = await self._prove_session(house, session, pin)
        changed = await self.new_member(known.id, known.name, known.rank, new)
        if not house.sessions.is_open(session):
            raise Problem("signed-out", SIGNED_OUT)
        for other in _or_signed_out(house.sessions.change_staff(known, changed, session)):
            house.end_session(other)
        log.info("pin-changed", extra={"member": known.id})
        self._remember(changed, place)
        return _or_signed_out(house.sessions.renew(session, changed))

    def forget(self, member_id: str) -> None:
        """Forget the browsers of an account that ended."""
        self._known.forget(member_id)

    async def _prove_session(self, house: "LiveHouse", session: Session, pin: str) -> StaffAccount:
        """Return the account of a session if the PIN is right; only this session's own wrong PINs count."""
        member = house.sessions.staff.get(session.person)
        limit = AttemptLimit(f"session {session.token.hex()}", *OWN)
        lane = self.limits.staff_lane
        lane.refuse_if_full(STAFF)
        self.attempts.reserve(limit)
        return await self._prove_pin(house, member, pin, Admission(lane, STAFF, (limit,)))

    def _remember(self, member: StaffAccount, place: SignInOrigin) -> None:
        """Keep where a person proved who they are."""
        self._known.remember(member, place.address, place.browser)
        self._known.remember_house(place.address)

    async def _prove_pin(
        self, house: "LiveHouse", member: StaffAccount | None, pin: str, admitted: Admission
    ) -> StaffAccount:
        """Return the account if the PIN is right and the account has not changed meanwhile.

        An unknown account takes as long to refuse as a known one.
        """
        right = await admitted.lane.run(admitted.source, self._is_right_pin, member, pin[:LONGEST_PIN])
        right = right and member is not None and house.sessions.staff.get(member.id) == member
        log.info("pin-given", extra={"member": member.id if member else None, "right": right})
        if member is None or not right:
            raise Problem("sign-in-refused", WRONG_PIN)
        self.attempts.give_back(*admitted.limits)
        return member

    def _is_right_pin(self, member: StaffAccount | None, pin: str) -> bool:
        try:
            return self.hasher.verify(member.secret if member else self._decoy, pin) and bool(member)
        except VerificationError:
            return False


def _or_signed_out(found: T | None) -> T:
    """Return the result of a conditional change, or raise `signed-out` if session or account had changed."""
    if found is None:
        raise Problem("signed-out", SIGNED_OUT)
    return found
