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
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import key_of
from sicbo.server.access.session_store import Shelf, kept

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

    def begin(self, person: str, name: str) -> tuple[str, Session]:
        """A new session of a player, and the token that its browser keeps."""
        token = secrets.token_urlsafe(32)
        session = Session(hashed(token), person, name, made=int(time.time()))
        self.keep(session)
        return token, session

    def begin_staff(self, member: Staff) -> tuple[str, Session] | None:
        """The same for an account; None if it is no longer as it was when its PIN was looked at."""
        token, now = secrets.token_urlsafe(32), int(time.time())
        session = Session(hashed(token), member.id, member.name, member.rank, "", now, time.monotonic())
        with self._file:
            if not self._holds(member):
                return None
            self.keep(session)
        return token, session

    def renew(self, session: Session, member: Staff) -> str | None:
        """A new token for a session whose person proved themselves again; the old one is worth nothing.

        None if the session is over, or the account no longer as it was when its PIN was looked at.
        """
        token = secrets.token_urlsafe(32)
        with self._file:
            held = [(name, one.rank) for name, one in self.consoles.items() if one.token == session.token]
            if not self._holds(member) or not self._forget(session):
                return None
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

    def introduce(self, session: Session, pseudonym: str) -> None:
        """Keep what the journal calls a session's person, if the session is still open."""
        session.pseudonym = pseudonym
        self._rows("UPDATE session SET pseudonym = ? WHERE token = ?", (pseudonym, session.token))

    def of(self, token: str, *, used: bool = True) -> Session | None:
        """The session of a token; None where there is none, or no longer. Unless `used` it stays idle."""
        session = self._open.get(hashed(token))
        if session is None:
            return None
        if self.lapsed(session):
            self.end(session)
            return None
        if used:
            self._use(session)
        return session

    def last_used(self, session: Session) -> int:
        """When somebody last asked with it, to the minute, in seconds since 1970."""
        return self._used.get(session.token, session.made)

    def lapsed(self, session: Session) -> bool:
        """Whether it is too old; of staff, also whether it was left alone or its account is not as it was."""
        if session.over or not session.rank:
            return session.over
        member = self.staff.get(session.person)
        idle = time.time() - self.last_used(session) > IDLE_SECONDS
        return idle or member is None or member.rank != session.rank

    def _use(self, session: Session) -> None:
        now = int(time.time())
        if session.rank and now - self.last_used(session) >= USED_SECONDS:
            self._used[session.token] = now
            self._rows("INSERT OR REPLACE INTO used VALUES (?, ?)", (session.token, now))

    def end(self, session: Session) -> None:
        """Forget a session, and let go of the consoles that it held."""
        self._forget(session)
        for table in [name for name, held in self.consoles.items() if held.token == session.token]:
            self.release(table, session.token)

    def _forget(self, session: Session) -> bool:
        """Forget a session; whether it was there."""
        self._open.pop(session.token, None)
        self._proved.pop(session.token, None)
        self._used.pop(session.token, None)
        gone = self._rows("DELETE FROM session WHERE token = ? RETURNING token", (session.token,))
        self._rows("DELETE FROM used WHERE token = ?", (session.token,))
        return bool(gone)

    def knows(self, session: Session) -> bool:
        """Whether a session is still open."""
        return session.token in self._open

    def is_over(self, session: Session) -> bool:
        """Whether a session that somebody still follows with is over, here or by another process."""
        return self.lapsed(session) or bool(session.rank and not self.knows(session))

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

    def release(self, table: str, token: bytes) -> None:
        """Let go of the console of a table, unless another session holds it by now."""
        if (held := self.consoles.get(table)) is not None and held.token == token:
            self.consoles.pop(table, None)
            self._rows("DELETE FROM console WHERE name = ? AND token = ?", (table, token))

    def _hold_by_rank(self, session: Session) -> None:
        """Hold each console of a session with the rank that it has now; an inspector holds none."""
        for table in [name for name, held in self.consoles.items() if held.token == session.token]:
            if session.rank not in RANKS:
                self.release(table, session.token)
                continue
            self.consoles[table] = Console(session.token, session.rank)
            self._rows(
                "UPDATE console SET rank = ? WHERE name = ? AND token = ?",
                (session.rank, table, session.token),
            )

    def add_staff(self, member: Staff) -> None:
        """Take in an account; an id is given once."""
        values = msgspec.structs.astuple(member)
        if not self._rows(
            "INSERT INTO staff VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id", values
        ):
            raise BadInput(f"There is an account {member.id} already: choose another id.")
        self.staff[member.id] = member

    def change_staff(self, known: Staff, changed: Staff, here: Session | None = None) -> list[Session] | None:
        """Change an account, if it is still as it is known; None if it is not.

        Its sessions, and the consoles that they hold, have its rank from now on; a new PIN ends all of them
        but the one where it was given. Answers those that ended.
        """
        with self._file:
            if not self._holds(known):
                return None
            self._rows(
                "UPDATE staff SET name = ?, rank = ?, secret = ? WHERE id = ?",
                (changed.name, changed.rank, changed.secret, known.id),
            )
            ended = []
            for session in self.of_member(known.id):
                if changed.secret != known.secret and (here is None or session.token != here.token):
                    self.end(session)
                    ended.append(session)
                else:
                    session.rank, session.name = changed.rank, changed.name
                    self.keep(session)
                    self._hold_by_rank(session)
        self.staff[known.id] = changed
        return ended

    def remove_staff(self, known: Staff) -> list[Session] | None:
        """Forget an account, if it is still as it is known, and end its sessions; None if it is not."""
        with self._file:
            if not self._holds(known):
                return None
            self._rows("DELETE FROM staff WHERE id = ?", (known.id,))
            ended = self.of_member(known.id)
            for session in ended:
                self.end(session)
        del self.staff[known.id]
        return ended

    def _holds(self, member: Staff) -> bool:
        """Whether an account is still so; if it is, nothing else changes it before the transaction ends."""
        held = "UPDATE staff SET id = id WHERE id = ? AND rank = ? AND secret = ? RETURNING id"
        return bool(self._rows(held, (member.id, member.rank, member.secret)))

    def keep_seed(self, commitment: str, seed: bytes, over: str | None = None) -> None:
        """Keep a seed, on disk before its commitment is published, in place of one whose round is over."""
        with self._file:
            self._rows("INSERT INTO seed VALUES (?, ?)", (commitment, seed))
            self.forget_seed(over or "")

    def forget_seed(self, commitment: str) -> None:
        """Delete the seed of a round that is over, or that never began."""
        self._rows("DELETE FROM seed WHERE commitment = ?", (commitment,))

    def keep_only_seeds(self, wanted: set[str]) -> None:
        """Delete what an interruption left: every seed but these."""
        for (commitment,) in self._rows("SELECT commitment FROM seed"):
            if commitment not in wanted:
                self.forget_seed(commitment)

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
