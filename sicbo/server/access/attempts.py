"""Attempt limits for PINs and codes: the first wrong attempts are free, then each has to wait longer.

An attempt is counted before it is checked, so that concurrent ones count too, and uncounted if it was right.
The counts are in the session store, so all processes of a house count together.
"""

import hashlib
import time
from collections.abc import Callable
from typing import NamedTuple

from sicbo.i18n import message
from sicbo.server.access.access_database import SessionStore
from sicbo.server.problems import Problem

SCHEMA = """
CREATE TABLE IF NOT EXISTS tried (
    name BLOB PRIMARY KEY, wrong INTEGER NOT NULL, free_at INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS tried_least ON tried (wrong, free_at);
"""
FIRST_SECONDS, FORGET_SECONDS, MOST_COUNTED = 15, 86_400, 10_000
MILLI = 1_000


class AttemptLimit(NamedTuple):
    """Whose attempts are counted, how many wrong ones are free, and the longest delay after them in seconds.

    If the limit `resets`, a right attempt removes all wrong ones before it; otherwise it only removes itself.
    """

    who: str
    free: int
    longest: int
    resets: bool = True

    @property
    def name(self) -> bytes:
        """The hash under which it is stored, without an id or address."""
        return hashlib.sha256(self.who.encode()).digest()

    def delay(self, wrong: int) -> int:
        """Return the seconds to wait after this many wrong attempts: 15 after the last free one, doubling."""
        over = wrong - self.free
        return 0 if over < 0 else min(FIRST_SECONDS << min(over, 10), self.longest)

    def remaining_attempts(self, wrong: int, milliseconds: int) -> int:
        """Return how many attempts still count after some time: each longest delay removes one."""
        return max(wrong - max(milliseconds, 0) // (self.longest * MILLI), 0)


class AttemptLimiter:
    """The counts in a session store; `key` is the message of the refusal, which takes the `seconds`."""

    def __init__(self, store: SessionStore, key: str, now: Callable[[], float] = time.time) -> None:
        self._store, self._key, self.now = store, key, now
        store.execute(SCHEMA)

    def reserve(self, *limits: AttemptLimit) -> None:
        """Count an attempt before it is checked, or refuse it if it comes too soon after others."""
        now = int(self.now() * MILLI)
        with self._store:
            counted = [(one, *self._lock_count(one)) for one in sorted(limits)]
            wait = max(_wait_seconds(one, free_at - now) for one, _, free_at in counted)
            if wait:
                raise self.too_early(wait)
            for one, before, free_at in counted:
                wrong = one.remaining_attempts(before, now - free_at) + 1
                self._store.execute(
                    "UPDATE tried SET wrong = ?, free_at = ? WHERE name = ?",
                    (wrong, now + one.delay(wrong) * MILLI, one.name),
                )
            self._forget_old(now)

    def too_early(self, seconds: int) -> Problem:
        """The refusal of a try that comes so many seconds too early."""
        return Problem("too-many", message(self._key, seconds=seconds), retry_after=seconds)

    def wrong(self, limit: AttemptLimit) -> int:
        """How many wrong tries still count."""
        rows = self._store.execute(
            "SELECT wrong, free_at FROM tried WHERE name = ?", (limit.name,)
        ).fetchall()
        now = int(self.now() * MILLI)
        return sum(limit.remaining_attempts(wrong, now - free_at) for wrong, free_at in rows)

    def give_back(self, *limits: AttemptLimit) -> None:
        """Remove an attempt that was right."""
        with self._store:
            for one in sorted(limits):
                if one.resets:
                    self._store.execute("DELETE FROM tried WHERE name = ?", (one.name,))
                else:
                    self._store.execute(
                        "UPDATE tried SET wrong = wrong - 1, free_at = ? WHERE name = ? AND wrong > 0",
                        (int(self.now() * MILLI), one.name),
                    )

    def _lock_count(self, limit: AttemptLimit) -> tuple[int, int]:
        """Lock the row against other processes, and return the wrong attempts and the time of the next."""
        [(wrong, free_at)] = self._store.execute(
            """INSERT INTO tried VALUES (?, 0, 0) ON CONFLICT (name) DO UPDATE SET wrong = tried.wrong
               RETURNING wrong, free_at""",
            (limit.name,),
        ).fetchall()
        return wrong, free_at

    def _forget_old(self, now: int) -> None:
        """Delete counts that are a day old, and the lowest ones above the maximum.

        So strangers cannot fill the disk. Each count costs its author a checked attempt, so displacing one is
        not faster than waiting.
        """
        self._store.execute("DELETE FROM tried WHERE free_at < ?", (now - FORGET_SECONDS * MILLI,))
        [(count,)] = self._store.execute("SELECT count(*) FROM tried").fetchall()
        if count > MOST_COUNTED:
            self._store.execute(
                """DELETE FROM tried WHERE name IN
                   (SELECT name FROM tried ORDER BY wrong, free_at LIMIT ?)""",
                (count - MOST_COUNTED,),
            )


def _wait_seconds(limit: AttemptLimit, milliseconds: int) -> int:
    """Return the seconds to wait; a time beyond the longest delay comes from a clock that was set back."""
    if not 0 < milliseconds <= limit.longest * MILLI:
        return 0
    return -(-milliseconds // MILLI)
