"""Known browsers: from where each member of staff signed in before, so that strangers cannot slow them there.

What is kept is a hash that the account's PIN is part of: after a new PIN every browser is new.
"""

import hashlib
import time
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import NamedTuple

from sicbo.server.access.session_store import Shelf
from sicbo.server.access.sessions import Staff

SCHEMA = """
CREATE TABLE IF NOT EXISTS known (
    name BLOB PRIMARY KEY, member TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
"""
MOST_KNOWN = 50


class Place(NamedTuple):
    """Where somebody signs in: the address, and the token that the browser keeps."""

    address: str
    browser: str


class KnownBrowsers:
    """The browsers and addresses of each account, the latest fifty."""

    def __init__(self, shelf: Shelf) -> None:
        self._file = shelf
        shelf.execute(SCHEMA)

    def knows(self, member: Staff, place: str) -> bool:
        """Whether somebody signed in to this account there before."""
        found = self._file.execute("SELECT at FROM known WHERE name = ?", (_name(member, place),))
        return bool(found.fetchall())

    def remember(self, member: Staff, *places: str) -> None:
        """Keep where somebody signed in, in place of where they did longest ago."""
        now = int(time.time())
        with self._file:
            for place in places:
                self._file.execute(
                    "INSERT OR REPLACE INTO known VALUES (?, ?, ?)", (_name(member, place), member.id, now)
                )
            self._file.execute(
                """DELETE FROM known WHERE member = ? AND name NOT IN
                   (SELECT name FROM known WHERE member = ? ORDER BY at DESC LIMIT ?)""",
                (member.id, member.id, MOST_KNOWN),
            )

    def forget(self, member_id: str) -> None:
        """Forget every place of an account that ended."""
        self._file.execute("DELETE FROM known WHERE member = ?", (member_id,))


@lru_cache(10_000)
def network_of(address: str) -> str:
    """An address, or the network of one household: whoever has one address of version 6 has millions.

    An address of version 4 that is written in one of version 6 is that of version 4.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return address
    return str(found.ipv4_mapped or IPv6Network((int(found), 64), strict=False))


def _name(member: Staff, place: str) -> bytes:
    return hashlib.sha256(f"{member.secret}\n{place}".encode()).digest()
