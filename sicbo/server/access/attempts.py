"""Tries: how often a PIN or a code was wrong. The first few are free, then each has to wait longer.

A try is counted before it is looked at, so that many at once are counted too, and taken back if it was right.
The counts lie on the shelf: all processes of a house count together.
"""

import hashlib
import time
from collections.abc import Callable
from typing import NamedTuple

from sicbo.server.access.session_store import Shelf
from sicbo.server.problems import Problem

SCHEMA = """
CREATE TABLE IF NOT EXISTS tried (
    name BLOB PRIMARY KEY, wrong INTEGER NOT NULL, free_at INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS tried_least ON tried (wrong, free_at);
"""
FIRST_SECONDS, FORGET_SECONDS, MOST_COUNTED = 15, 86_400, 10_000
MILLI = 1_000


class Limit(NamedTuple):
    """Who is counted, how many wrong tries are free, and the longest delay after them in seconds.

    A right try takes back every wrong one before it; where it does not `reset`, itself alone.
    """

    who: str
    free: int
    longest: int
    resets: bool = True

    @property
    def name(self) -> bytes:
        """What is kept of it: no id and no address."""
        return hashlib.sha256(self.who.encode()).digest()

    def delay(self, wrong: int) -> int:
        """Seconds until the next try after so many wrong ones: 15 after the last free one, then doubled."""
        over = wrong - self.free
        return 0 if over < 0 else min(FIRST_SECONDS << min(over, 10), self.longest)

    def left(self, wrong: int, milliseconds: int) -> int:
        """How many still count after some time without a try: the longest delay takes one back."""
        return max(wrong - max(milliseconds, 0) // (self.longest * MILLI), 0)


class Tries:
    """The counts of a shelf; `says` is the refusal, with `{seconds}`."""

    def __init__(self, shelf: Shelf, says: str, now: Callable[[], float] = time.time) -> None:
        self._file, self._says, self.now = shelf, says, now
        shelf.execute(SCHEMA)

    def reserve(self, *limits: Limit) -> None:
        """Count a try before it is looked at; refuse it if it comes too early after others."""
        now = int(self.now() * MILLI)
        with self._file:
            counted = [(one, *self._locked(one)) for one in sorted(limits)]
            wait = max(_wait(one, free_at - now) for one, _, free_at in counted)
            if wait:
                raise self.too_early(wait)
            for one, before, free_at in counted:
                wrong = one.left(before, now - free_at) + 1
                self._file.execute(
                    "UPDATE tried SET wrong = ?, free_at = ? WHERE name = ?",
                    (wrong, now + one.delay(wrong) * MILLI, one.name),
                )
            self._forget(now)

    def too_early(self, seconds: int) -> Problem:
        """The refusal of a try that comes so many seconds too early."""
        return Problem("too-many", self._says.format(seconds=seconds), retry_after=seconds)

    def wrong(self, limit: Limit) -> int:
        """How many wrong tries still count."""
        rows = self._file.execute("SELECT wrong, free_at FROM tried WHERE name = ?", (limit.name,)).fetchall()
        now = int(self.now() * MILLI)
        return sum(limit.left(wrong, now - free_at) for wrong, free_at in rows)

    def give_back(self, *limits: Limit) -> None:
        """Take a try back that was right."""
        with self._file:
            for one in sorted(limits):
                if one.resets:
                    self._file.execute("DELETE FROM tried WHERE name = ?", (one.name,))
                else:
                    self._file.execute(
                        "UPDATE tried SET wrong = wrong - 1, free_at = ? WHERE name = ? AND wrong > 0",
                        (int(self.now() * MILLI), one.name),
                    )

    def _locked(self, limit: Limit) -> tuple[int, int]:
        """How many were wrong and when the next may come; no other process counts here meanwhile."""
        [(wrong, free_at)] = self._file.execute(
            """INSERT INTO tried VALUES (?, 0, 0) ON CONFLICT (name) DO UPDATE SET wrong = tried.wrong
               RETURNING wrong, free_at""",
            (limit.name,),
        ).fetchall()
        return wrong, free_at

    def _forget(self, now: int) -> None:
        """Forget what is a day old, and of too many counts the lowest: strangers cannot fill the disk.

        Each costs its maker a try that was looked at, so pushing one out is no quicker than waiting.
        """
        self._file.execute("DELETE FROM tried WHERE free_at < ?", (now - FORGET_SECONDS * MILLI,))
        [(count,)] = self._file.execute("SELECT count(*) FROM tried").fetchall()
        if count > MOST_COUNTED:
            self._file.execute(
                """DELETE FROM tried WHERE name IN
                   (SELECT name FROM tried ORDER BY wrong, free_at LIMIT ?)""",
                (count - MOST_COUNTED,),
            )


def _wait(limit: Limit, milliseconds: int) -> int:
    """Whole seconds to wait; a time beyond the longest delay is left from a clock that was set back."""
    if not 0 < milliseconds <= limit.longest * MILLI:
        return 0
    return -(-milliseconds // MILLI)
