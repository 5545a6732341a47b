"""Codes for entrants' own devices: a code from the entry desk opens the page of one entrant, once."""

import secrets
import time
from typing import NamedTuple

import apsw

from sicbo.server.access.attempts import Limit, Tries
from sicbo.server.access.devices import CODE_LENGTH, FREE_CODES, LETTERS, TOO_MANY_CODES
from sicbo.server.problems import Problem

CODE_SECONDS, MOST_CODES = 900, 1_000


class Given(NamedTuple):
    """A code that was issued: its tournament, its entrant and its expiry."""

    cup: str
    player: str
    ends: float


class Codes:
    """The codes that have not been used yet; an entrant has one at a time."""

    def __init__(self) -> None:
        self._given: dict[str, Given] = {}
        self._tries = Tries(apsw.Connection(":memory:"), TOO_MANY_CODES)

    def give(self, cup: str, player: str) -> str:
        """Issue a new code for an entrant, replacing the previous one."""
        now = time.monotonic()
        self._given = {
            code: one
            for code, one in self._given.items()
            if one.ends > now and (one.cup, one.player) != (cup, player)
        }
        if len(self._given) >= MOST_CODES:
            raise Problem("busy", "Too many codes have not been used yet: try again in a while.")
        letters = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        code = f"{letters[:4]}-{letters[4:]}"
        self._given[code] = Given(cup, player, now + CODE_SECONDS)
        return code

    def take(self, cup: str, said: str, source: str) -> str:
        """Return the entrant whose code this is, and delete the code."""
        limit = Limit(source, *FREE_CODES)
        self._tries.reserve(limit)
        letters = "".join(letter for letter in said.upper() if letter.isalpha())
        code = f"{letters[:4]}-{letters[4:]}"
        found = self._given.get(code)
        if found is None or found.cup != cup or found.ends <= time.monotonic():
            raise Problem("not-found", "That code is not valid here: ask for a new one at the entry desk.")
        self._tries.give_back(limit)
        del self._given[code]
        return found.player
