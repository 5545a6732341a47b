"""Sessions, staff accounts, consoles and seeds: what the server stores beside the journal.

A session's token is stored only as its hash. None of this is money: without it the house still knows every
chip, but browsers lose their seats.
"""

import hashlib
import secrets
import time
from typing import Any

import msgspec

from sicbo.errors import BadInput
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.i18n import message
from sicbo.server.access.access_database import SessionStore, table_mapping

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
RANKS = {enum_key(rank): rank for rank in Rank}
PLAYER_SECONDS, STAFF_SECONDS = 30 * 86_400, 12 * 3_600
IDLE_SECONDS, USED_SECONDS = 3_600, 60
"""Staff are signed out after this long without a request, and use of a session is recorded this often."""
STEP_UP_SECONDS = 300.0
"""How long after a PIN the commands that need it may be given."""


class Session(msgspec.Struct):
    """A session of a browser: `person` gives the commands, `pseudonym` is that person's name in the journal.

    `proved` is the time of the last PIN by the monotonic clock; a restart forgets it.
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
        """The kind of session: inspector, staff or player."""
        return "inspector" if self.rank == INSPECTOR else "staff" if self.rank else "player"

    @property
    def has_recent_pin(self) -> bool:
        """Whether the PIN was given recently."""
        return time.monotonic() - self.proved < STEP_UP_SECONDS

    @property
    def is_expired(self) -> bool:
        """Whether the session is too old."""
        return time.time() - self.made > (STAFF_SECONDS if self.rank else PLAYER_SECONDS)


class StaffAccount(msgspec.Struct, frozen=True):
    """A staff account; `secret` is the argon2id hash of the PIN."""

    id: str
    name: str
    rank: str
    secret: str


class Console(msgspec.Struct, frozen=True):
    """The session that holds a table's console, and its rank."""

    token: bytes
    rank: str


class Sessions:
    """The sessions, accounts, consoles and seeds in a session store; used by one thread."""

    def __init__(self, store: SessionStore) -> None:
        self.store = self._store = store
        self._store.execute(SCHEMA)
        self._proved_at: dict[bytes, float] = {}
        self._open = table_mapping(store, "session", "token", self._read_session)
        self._used_at = table_mapping(store, "used", "token", lambda token, at: int(at))
        self.staff = table_mapping(store, "staff", "id", StaffAccount)
        self.consoles = table_mapping(
            store, "console", "name", lambda name, token, rank: Console(token, rank)
        )

    def _read_session(self, *row: Any) -> Session:
        """Return a session from its row; only the process that received the PIN knows its time."""
        session = Session(*row)
        session.proved = self._proved_at.get(session.token, session.proved)
        return session

    def _rows(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        return self._store.execute(statement, values).fetchall()

    def begin_player(self, person: str, name: str) -> tuple[str, Session]:
        """Begin the session of a player, and return it with the token for the browser."""
        token = secrets.token_urlsafe(32)
        session = Session(token_hash(token), person, name, made=int(time.time()))
        self.save(session)
        return token, session

    def begin_staff(self, member: StaffAccount) -> tuple[str, Session] | None:
        """Begin a session of staff; return None if the account has changed since its PIN was checked."""
        token, now = secrets.token_urlsafe(32), int(time.time())
        session = Session(token_hash(token), member.id, member.name, member.rank, "", now, time.monotonic())
        with self._store:
            if not self._lock_unchanged(member):
                return None
            self.save(session)
        return token, session

    def renew(self, session: Session, member: StaffAccount) -> str | None:
        """Replace the token of a session whose person gave the PIN again; the old token becomes invalid.

        Return None if the session is over, or the account has changed since its PIN was checked.
        """
        token = secrets.token_urlsafe(32)
        with self._store:
            held = [(name, one.rank) for name, one in self.consoles.items() if one.token == session.token]
            if not self._lock_unchanged(member) or not self._delete(session):
                return None
            session.token, session.proved = token_hash(token), time.monotonic()
            self.save(session)
            self._record_use(session)
            for table, rank in held:
                self.hold(table, session, rank)
        return token

    def save(self, session: Session) -> None:
        """Store a session as it is now."""
        self._open[session.token] = session
        self._proved_at[session.token] = session.proved
        self._rows(
            "INSERT OR REPLACE INTO session VALUES (?, ?, ?, ?, ?, ?)", msgspec.structs.astuple(session)[:6]
        )

    def store_pseudonym(self, session: Session, pseudonym: str) -> None:
        """Store the pseudonym of a session's person, if the session is still open."""
        session.pseudonym = pseudonym
        self._rows("UPDATE session SET pseudonym = ? WHERE token = ?", (pseudonym, session.token))

    def find(self, token: str, *, used: bool = True) -> Session | None:
        """Return the open session of a token, or None. Unless `used`, the session stays idle."""
        session = self._open.get(token_hash(token))
        if session is None:
            return None
        if self.is_lapsed(session):
            self.end(session)
            return None
        if used:
            self._record_use(session)
        return session

    def last_used(self, session: Session) -> int:
        """Return the time of the last request, to the minute, in seconds since 1970."""
        return self._used_at.get(session.token, session.made)

    def is_lapsed(self, session: Session) -> bool:
        """Whether a session is too old; for staff also, whether it was idle too long or the rank changed."""
        if session.is_expired or not session.rank:
            return session.is_expired
        member = self.staff.get(session.person)
        idle = time.time() - self.last_used(session) > IDLE_SECONDS
        return idle or member is None or member.rank != session.rank

    def _record_use(self, session: Session) -> None:
        now = int(time.time())
        if session.rank and now - self.last_used(session) >= USED_SECONDS:
            self._used_at[session.token] = now
            self._rows("INSERT OR REPLACE INTO used VALUES (?, ?)", (session.token, now))

    def end(self, session: Session) -> None:
        """Delete a session, and release the consoles that it held."""
        self._delete(session)
        for table in [name for name, held in self.consoles.items() if held.token == session.token]:
            self.release(table, session.token)

    def _delete(self, session: Session) -> bool:
        """Delete a session, and return whether it existed."""
        self._open.pop(session.token, None)
        self._proved_at.pop(session.token, None)
        self._used_at.pop(session.token, None)
        gone = self._rows("DELETE FROM session WHERE token = ? RETURNING token", (session.token,))
        self._rows("DELETE FROM used WHERE token = ?", (session.token,))
        return bool(gone)

    def is_open(self, session: Session) -> bool:
        """Whether a session is still open."""
        return session.token in self._open

    def has_ended(self, session: Session) -> bool:
        """Whether a session with an open stream has ended, in this process or another."""
        return self.is_lapsed(session) or bool(session.rank and not self.is_open(session))

    def all_sessions(self) -> list[Session]:
        """Return every session, including those that have lapsed."""
        return list(self._open.values())

    def of_member(self, member_id: str) -> list[Session]:
        """Return every session of a member of staff."""
        return [one for one in self._open.values() if one.rank and one.person == member_id]

    def holder(self, table: str) -> Session | None:
        """Return the session that holds the console of a table."""
        held = self.consoles.get(table)
        return self._open.get(held.token) if held else None

    def hold(self, table: str, session: Session, rank: str) -> None:
        """Give the console of a table to a session, in place of its previous holder."""
        self.consoles[table] = Console(session.token, rank)
        self._rows("INSERT OR REPLACE INTO console VALUES (?, ?, ?)", (table, session.token, rank))

    def release(self, table: str, token: bytes) -> None:
        """Release the console of a table, unless another session has taken it."""
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

    def add_staff(self, member: StaffAccount) -> None:
        """Add an account; each id is given once."""
        values = msgspec.structs.astuple(member)
        if not self._rows(
            "INSERT INTO staff VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id", values
        ):
            raise BadInput(message("accounts.id-taken", id=member.id))
        self.staff[member.id] = member

    def change_staff(
        self, known: StaffAccount, changed: StaffAccount, here: Session | None = None
    ) -> list[Session] | None:
        """Change an account and return the sessions that ended, or None if it is not as `known` any more.

        Its sessions, and the consoles that they hold, have its rank from now on; a new PIN ends all of them
        but the one where it was given. Answers those that ended.
        """
        with self._store:
            if not self._lock_unchanged(known):
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
                    self.save(session)
                    self._hold_by_rank(session)
        self.staff[known.id] = changed
        return ended

    def remove_staff(self, known: StaffAccount) -> list[Session] | None:
        """Delete an account and its sessions, and return them; None if it is not as `known` any more."""
        with self._store:
            if not self._lock_unchanged(known):
                return None
            self._rows("DELETE FROM staff WHERE id = ?", (known.id,))
            ended = self.of_member(known.id)
            for session in ended:
                self.end(session)
        del self.staff[known.id]
        return ended

    def _lock_unchanged(self, member: StaffAccount) -> bool:
        """Whether an account is unchanged; if so, it is locked until the transaction ends."""
        held = "UPDATE staff SET id = id WHERE id = ? AND rank = ? AND secret = ? RETURNING id"
        return bool(self._rows(held, (member.id, member.rank, member.secret)))

    def store_seed(self, commitment: str, seed: bytes, over: str | None = None) -> None:
        """Store a seed before its commitment is published, in place of one whose round is over."""
        with self._store:
            self._rows("INSERT INTO seed VALUES (?, ?)", (commitment, seed))
            self.delete_seed(over or "")

    def delete_seed(self, commitment: str) -> None:
        """Delete the seed of a round that is over or never began."""
        self._rows("DELETE FROM seed WHERE commitment = ?", (commitment,))

    def delete_other_seeds(self, needed: set[str]) -> None:
        """Delete every seed but these; an interruption may have left others."""
        for (commitment,) in self._rows("SELECT commitment FROM seed"):
            if commitment not in needed:
                self.delete_seed(commitment)

    def seed(self, commitment: str) -> bytes | None:
        """Return the seed of a commitment."""
        rows = self._rows("SELECT value FROM seed WHERE commitment = ?", (commitment,))
        return bytes(rows[0][0]) if rows else None

    def close(self) -> None:
        """Close the session store."""
        self._store.close()


def token_hash(token: str) -> bytes:
    """Return the hash under which a token is stored."""
    return hashlib.sha256(token.encode()).digest()
