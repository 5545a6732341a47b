"""Known browsers: where each member of staff signed in before, so that strangers cannot slow them there.

Each is stored as a hash that includes the hash of the PIN: after a PIN change, every browser is new.
"""

import hashlib
import time
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import NamedTuple

from sicbo.server.access.access_database import SessionStore
from sicbo.server.access.sessions import StaffAccount

SCHEMA = """
CREATE TABLE IF NOT EXISTS known (
    name BLOB PRIMARY KEY, member TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS house_address (
    name BLOB PRIMARY KEY, at INTEGER NOT NULL) STRICT;
"""
MOST_KNOWN, MOST_OF_HOUSE = 50, 1_000
HOUSE_SECONDS = 90 * 86_400
"""For so long after a sign-in an address is one of the house's own."""


class SignInOrigin(NamedTuple):
    """The origin of a sign-in: the address, the token that the browser keeps, and the enrolled device."""

    address: str
    browser: str
    device: str = ""


class KnownBrowsers:
    """The latest fifty browsers and addresses of each account, and the addresses of the house."""

    def __init__(self, store: SessionStore) -> None:
        self._store = store
        store.execute(SCHEMA)

    def knows(self, member: StaffAccount, place: str) -> bool:
        """Whether this account signed in from this place before."""
        found = self._store.execute("SELECT at FROM known WHERE name = ?", (_place_hash(member, place),))
        return bool(found.fetchall())

    def remember(self, member: StaffAccount, *places: str) -> None:
        """Store the places of a sign-in, and delete the oldest ones above the maximum."""
        now = int(time.time())
        with self._store:
            for place in places:
                self._store.execute(
                    "INSERT OR REPLACE INTO known VALUES (?, ?, ?)",
                    (_place_hash(member, place), member.id, now),
                )
            self._store.execute(
                """DELETE FROM known WHERE member = ? AND name NOT IN
                   (SELECT name FROM known WHERE member = ? ORDER BY at DESC LIMIT ?)""",
                (member.id, member.id, MOST_KNOWN),
            )

    def is_of_house(self, address: str) -> bool:
        """Whether any member of staff signed in from there within the last ninety days."""
        found = self._store.execute("SELECT at FROM house_address WHERE name = ?", (_house_name(address),))
        return any(time.time() - at < HOUSE_SECONDS for (at,) in found.fetchall())

    def remember_house(self, address: str) -> None:
        """Keep an address from which staff signed in, in place of the one that was used longest ago."""
        with self._store:
            self._store.execute(
                "INSERT OR REPLACE INTO house_address VALUES (?, ?)", (_house_name(address), int(time.time()))
            )
            self._store.execute(
                """DELETE FROM house_address WHERE name NOT IN
                   (SELECT name FROM house_address ORDER BY at DESC LIMIT ?)""",
                (MOST_OF_HOUSE,),
            )

    def forget(self, member_id: str) -> None:
        """Delete every place of an account that ended."""
        self._store.execute("DELETE FROM known WHERE member = ?", (member_id,))


@lru_cache(10_000)
def network_of(address: str) -> str:
    """Return an IPv4 address unchanged, or the /64 network of an IPv6 address.

    One household has millions of IPv6 addresses. An IPv4 address that is mapped into IPv6 counts as the IPv4
    address.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return address
    return str(found.ipv4_mapped or IPv6Network((int(found), 64), strict=False))


def _house_name(address: str) -> bytes:
    return hashlib.sha256(f"house\n{address}".encode()).digest()


def _place_hash(member: StaffAccount, place: str) -> bytes:
    return hashlib.sha256(f"{member.secret}\n{place}".encode()).digest()
