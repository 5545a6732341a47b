"""Sessions, staff and seeds: what the server remembers beside the journal, on a small shelf.

A session's token is kept only as its hash. Nothing in here is money: without it the house still knows
every chip, but no browser would find its seat again.
"""

import hashlib
import secrets
import time
from typing import Any

import msgspec

from sicbo.errors import BadInput
from sicbo.game.authority import Rank
from sicbo.game.publish import key_of
from sicbo.server.shelf import Shelf, kept

SCHEMA = """
CREATE TABLE IF NOT EXISTS session (
    token BLOB PRIMARY KEY, person TEXT NOT NULL, name TEXT NOT NULL, rank TEXT NOT NULL,
    pseudonym TEXT NOT NULL, made INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS used (
    token BLOB PRIMARY KEY, at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS staff (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, rank TEXT NOT NULL, secret TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS console (
    name TEXT PRIMARY KEY, token BLOB NOT NULL, rank TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS seed (
    commitment TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
"""
INSPECTOR = "inspector"
RANKS = {key_of(rank): rank for rank in Rank}
PLAYER_SECONDS, STAFF_SECONDS = 30 * 86_400, 12 * 3_600
IDLE_SECONDS, USED_SECONDS = 3_600, 60
"""After so long without a request staff are signed out; that it was used is written down this often."""
STEP_UP_SECONDS = 300.0
"""For so long after a PIN was given the commands that need it may be given."""
MOST_SEEDS = 1_000


class Session(msgspec.Struct):
    """Somebody at a browser: `person` is who gives commands, `pseudonym` what the journal calls them.

    `proved` is when the PIN was last given, by the monotonic clock: a restart forgets it.
    """

    token: bytes
    person: str
    name: str
    rank: str = ""
    pseudonym: str = ""
    made: int = 0
    proved: float = -STEP_UP_SECONDS

    @property
    def role(self) -> str:
        """What kind of session it is."""
        return "inspector" if self.rank == INSPECTOR else "staff" if self.rank else "player"

    @property
    def stepped_up(self) -> bool:
        """Whether its person gave the PIN a moment ago."""
        return time.monotonic() - self.proved < STEP_UP_SECONDS

    @property
    def over(self) -> bool:
        """Whether it is too old."""
        return time.time() - self.made > (STAFF_SECONDS if self.rank else PLAYER_SECONDS)


class Staff(msgspec.Struct, frozen=True):
    """An account: `secret` is the argon2id hash of the PIN."""

    id: str
    name: str
    rank: str
    secret: str


class Console(msgspec.Struct, frozen=True):
    """Who holds a table's console, and with which rank."""

    token: bytes
    rank: str


class Sessions:
    """The shelf, and what is on it; used by one thread."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = self._file = shelf
        self._file.execute(SCHEMA)
        self._proved: dict[bytes, float] = {}
        self._open = kept(shelf, "session", "token", self._read)
        self._used = kept(shelf, "used", "token", lambda token, at: int(at))
        self.staff = kept(shelf, "staff", "id", Staff)
        self.consoles = kept(shelf, "console", "name", lambda name, token, rank: Console(token, rank))

    def _read(self, *row: Any) -> Session:
        """A session from its row; when a PIN was given only the process knows that was told."""
        session = Session(*row)
        session.proved = self._proved.get(session.token, session.proved)
        return session

    def _rows(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        return self._file.execute(statement, values).fetchall()

    def begin(self, person: str, name: str, rank: str = "") -> tuple[str, Session]:
        """A new session, and the token that its browser keeps."""
        token = secrets.token_urlsafe(32)
        session = Session(hashed(token), person, name, rank, "", int(time.time()))
        if rank:
            session.proved = time.monotonic()
        self.keep(session)
        return token, session

    def renew(self, session: Session) -> str:
        """A new token for a session whose person proved themselves again; the old one is worth nothing."""
        token = secrets.token_urlsafe(32)
        with self._file:
            held = [(name, one.rank) for name, one in self.consoles.items() if one.token == session.token]
            self._forget(session)
            session.token, session.proved = hashed(token), time.monotonic()
            self.keep(session)
            self._use(session)
            for table, rank in held:
                self.hold(table, session, rank)
        return token

    def keep(self, session: Session) -> None:
        """Write a session down as it is now."""
        self._open[session.token] = session
        self._proved[session.token] = session.proved
        self._rows(
            "INSERT OR REPLACE INTO session VALUES (?, ?, ?, ?, ?, ?)", msgspec.structs.astuple(session)[:6]
        )

    def of(self, token: str) -> Session | None:
        """The session of a token; None where there is none, or no longer."""
        session = self._open.get(hashed(token))
        if session is None:
            return None
        if self.lapsed(session):
            self.end(session)
            return None
        self._use(session)
        return session

    def last_used(self, session: Session) -> int:
        """When somebody last asked with it, to the minute, in seconds since 1970."""
        return self._used.get(session.token, session.made)

    def lapsed(self, session: Session) -> bool:
        """Whether it is too old, or was left alone for too long by one of the staff."""
        idle = session.rank and time.time() - self.last_used(session) > IDLE_SECONDS
        return session.over or bool(idle)

    def _use(self, session: Session) -> None:
        now = int(time.time())
        if session.rank and now - self.last_used(session) >= USED_SECONDS:
            self._used[session.token] = now
            self._rows("INSERT OR REPLACE INTO used VALUES (?, ?)", (session.token, now))

    def end(self, session: Session) -> None:
        """Forget a session, and let go of the consoles that it held."""
        self._forget(session)
        for table in [name for name, held in self.consoles.items() if held.token == session.token]:
            self.release(table)

    def _forget(self, session: Session) -> None:
        self._open.pop(session.token, None)
        self._proved.pop(session.token, None)
        self._used.pop(session.token, None)
        self._rows("DELETE FROM session WHERE token = ?", (session.token,))
        self._rows("DELETE FROM used WHERE token = ?", (session.token,))

    def knows(self, session: Session) -> bool:
        """Whether a session is still open."""
        return session.token in self._open

    def all(self) -> list[Session]:
        """Every session, those that are over too."""
        return list(self._open.values())

    def of_member(self, member_id: str) -> list[Session]:
        """Every session of one of the staff."""
        return [one for one in self._open.values() if one.rank and one.person == member_id]

    def holder(self, table: str) -> Session | None:
        """Who holds the console of a table."""
        held = self.consoles.get(table)
        return self._open.get(held.token) if held else None

    def hold(self, table: str, session: Session, rank: str) -> None:
        """Give a session the console of a table, in place of whoever had it."""
        self.consoles[table] = Console(session.token, rank)
        self._rows("INSERT OR REPLACE INTO console VALUES (?, ?, ?)", (table, session.token, rank))

    def release(self, table: str) -> None:
        """Nobody holds the console of a table any more."""
        self.consoles.pop(table, None)
        self._rows("DELETE FROM console WHERE name = ?", (table,))

    def add_staff(self, member: Staff) -> None:
        """Take in an account; an id is given once."""
        if member.id in self.staff:
            raise BadInput(f"There is an account {member.id} already: choose another id.")
        self.staff[member.id] = member
        self._rows("INSERT INTO staff VALUES (?, ?, ?, ?)", msgspec.structs.astuple(member))

    def change_staff(self, member: Staff) -> None:
        """Write an account down anew; its sessions have its rank from now on."""
        self.staff[member.id] = member
        self._rows("INSERT OR REPLACE INTO staff VALUES (?, ?, ?, ?)", msgspec.structs.astuple(member))
        for session in self.of_member(member.id):
            session.rank, session.name = member.rank, member.name
            self.keep(session)

    def remove_staff(self, member_id: str) -> None:
        """Forget an account; its sessions are over."""
        for session in self.of_member(member_id):
            self.end(session)
        del self.staff[member_id]
        self._rows("DELETE FROM staff WHERE id = ?", (member_id,))

    def keep_seed(self, commitment: str, seed: bytes) -> None:
        """Keep a seed until long after its roll, on disk before anybody hears of it."""
        self._rows("INSERT INTO seed VALUES (?, ?)", (commitment, seed))
        self._rows(
            "DELETE FROM seed WHERE rowid <= (SELECT max(rowid) FROM seed) - ?",
            (MOST_SEEDS,),
        )

    def seed(self, commitment: str) -> bytes | None:
        """The seed that was committed to."""
        rows = self._rows("SELECT value FROM seed WHERE commitment = ?", (commitment,))
        return bytes(rows[0][0]) if rows else None

    def close(self) -> None:
        """Let go of the shelf."""
        self._file.close()


def hashed(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).digest()
