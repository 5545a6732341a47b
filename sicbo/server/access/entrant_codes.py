"""Codes for entrants' own devices: a code from the entry desk opens the page of one entrant, once."""

import secrets
import time
from typing import NamedTuple

import apsw

from sicbo.i18n import message
from sicbo.server.access.attempts import AttemptLimit, AttemptLimiter
from sicbo.server.access.devices import CODE_LENGTH, CODE_LETTERS, FREE_CODES, TOO_MANY_CODES
from sicbo.server.problems import Problem

CODE_SECONDS, MOST_CODES = 900, 1_000


class IssuedCode(NamedTuple):
    """A code that was issued: its tournament, its entrant and its expiry."""

    tournament: str
    player: str
    ends: float


class EntrantCodes:
    """The codes that have not been used yet; an entrant has one at a time."""

    def __init__(self) -> None:
        self._issued: dict[str, IssuedCode] = {}
        self._attempts = AttemptLimiter(apsw.Connection(":memory:"), TOO_MANY_CODES)

    def issue(self, tournament: str, player: str) -> str:
        """Issue a new code for an entrant, replacing the previous one."""
        now = time.monotonic()
        self._issued = {
            code: one
            for code, one in self._issued.items()
            if one.ends > now and (one.tournament, one.player) != (tournament, player)
        }
        if len(self._issued) >= MOST_CODES:
            raise Problem("busy", message("entrant-codes.too-many"))
        letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        code = f"{letters[:4]}-{letters[4:]}"
        self._issued[code] = IssuedCode(tournament, player, now + CODE_SECONDS)
        return code

    def redeem(self, tournament: str, said: str, source: str) -> str:
        """Return the entrant whose code this is, and delete the code."""
        limit = AttemptLimit(source, *FREE_CODES)
        self._attempts.reserve(limit)
        letters = "".join(letter for letter in said.upper() if letter.isalpha())
        code = f"{letters[:4]}-{letters[4:]}"
        found = self._issued.get(code)
        if found is None or found.tournament != tournament or found.ends <= time.monotonic():
            raise Problem("not-found", message("entrant-codes.invalid"))
        self._attempts.give_back(limit)
        del self._issued[code]
        return found.player
