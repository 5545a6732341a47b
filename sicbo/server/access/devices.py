"""Devices: terminals and displays, each paired by a code that the pit desk confirms, as in RFC 8628."""

import secrets
import time
from dataclasses import dataclass

import msgspec

from sicbo.i18n import message
from sicbo.server.access.access_database import SessionStore, table_mapping
from sicbo.server.access.attempts import AttemptLimit, AttemptLimiter
from sicbo.server.access.sessions import token_hash
from sicbo.server.problems import Problem

SCHEMA = """
CREATE TABLE IF NOT EXISTS device (
    id TEXT PRIMARY KEY, token BLOB NOT NULL UNIQUE, name TEXT NOT NULL, role TEXT NOT NULL,
    place TEXT NOT NULL, seat INTEGER, by TEXT NOT NULL, made INTEGER NOT NULL) STRICT;
"""
TERMINAL, DISPLAY = "terminal", "display"
CODE_LETTERS, CODE_LENGTH = "BCDFGHJKLMNPQRSTVWXZ", 8
PAIRING_SECONDS, INTERVAL, MOST_PAIRINGS, MOST_OF_ONE_SOURCE = 600, 2, 1_000, 20
FREE_CODES = (10, 300, False)
"""The free wrong codes and the longest delay after them; a right code removes only itself."""
TOO_MANY_CODES = "devices.too-many-wrong-codes"


class Device(msgspec.Struct, frozen=True):
    """An enrolled device; `token` is the hash of its secret, `place` the table at which it is installed."""

    id: str
    token: bytes
    name: str
    role: str
    place: str
    seat: int | None
    by: str
    made: int


@dataclass
class PendingPairing:
    """A device that waits for confirmation; `device` is set once it is confirmed."""

    code: str
    name: str
    role: str
    source: str
    ends: float
    polled: float = 0.0
    device: Device | None = None


class Devices:
    """The enrolled devices, in the session store, and the pairings in progress."""

    def __init__(self, store: SessionStore) -> None:
        self._store, self._attempts = store, AttemptLimiter(store, TOO_MANY_CODES)
        store.execute(SCHEMA)
        self._by_id = table_mapping(store, "device", "id", Device)
        self._by_token = table_mapping(store, "device", "token", Device)
        self._pairings: dict[bytes, PendingPairing] = {}

    def find(self, token: str) -> Device | None:
        """Return the device with this secret, if there is one."""
        return self._by_token.get(token_hash(token)) if token else None

    def all_devices(self) -> list[Device]:
        """Return every enrolled device, the oldest first."""
        return sorted(self._by_id.values(), key=lambda one: (one.made, one.id))

    def begin_pairing(self, name: str, role: str, source: str) -> tuple[str, PendingPairing]:
        """Return the secret of a device that asks to be enrolled, and its pairing with the code to read out.

        A device keeps the code that it shows: if too many wait, the newest is refused.
        """
        self._expire()
        waiting = [one.source for one in self._pairings.values()]
        if len(waiting) >= MOST_PAIRINGS or waiting.count(source) >= MOST_OF_ONE_SOURCE:
            says = message("devices.too-many-pairings")
            raise Problem("too-many", says, retry_after=60)
        secret = secrets.token_urlsafe(32)
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        pairing = PendingPairing(
            f"{code[:4]}-{code[4:]}", name, role, source, time.monotonic() + PAIRING_SECONDS
        )
        self._pairings[token_hash(secret)] = pairing
        return secret, pairing

    def confirm_pairing(self, code: str, place: str, seat: int | None, by: str) -> Device:
        """Confirm the device that shows this code, on behalf of a member of staff."""
        limit = AttemptLimit(f"pairing by {by}", *FREE_CODES)
        self._attempts.reserve(limit)
        self._expire()
        plain = "".join(letter for letter in code.upper() if letter.isalpha())
        waiting = [one for one in self._pairings.values() if one.code.replace("-", "") == plain]
        if not waiting or waiting[0].device is not None:
            raise Problem("not-found", message("devices.unknown-code"))
        self._attempts.give_back(limit)
        pairing = waiting[0]
        seat = seat if pairing.role == TERMINAL else None
        pairing.device = Device(
            secrets.token_hex(4), b"", pairing.name, pairing.role, place, seat, by, int(time.time())
        )
        return pairing.device

    def collect_token(self, secret: str) -> tuple[str, Device]:
        """Return the token of a device that was confirmed; it is given out once."""
        self._expire()
        pairing = self._pairings.get(token_hash(secret))
        if pairing is None:
            raise Problem("not-found", message("devices.code-expired"))
        now = time.monotonic()
        early, pairing.polled = now - pairing.polled < INTERVAL / 2, now
        if pairing.device is None:
            if early:
                raise Problem(
                    "too-many",
                    message("devices.polled-too-soon", seconds=INTERVAL),
                    retry_after=INTERVAL,
                )
            raise Problem(
                "pairing-pending",
                message("devices.not-approved-yet"),
                retry_after=INTERVAL,
            )
        del self._pairings[token_hash(secret)]
        token = secrets.token_urlsafe(32)
        device = msgspec.structs.replace(pairing.device, token=token_hash(token))
        self._by_id[device.id] = self._by_token[device.token] = device
        self._store.execute(
            "INSERT INTO device VALUES (?, ?, ?, ?, ?, ?, ?, ?)", msgspec.structs.astuple(device)
        )
        return token, device

    def revoke(self, name: str) -> Device:
        """Revoke a device: its token becomes invalid."""
        device = self._by_id.pop(name, None)
        if device is None:
            raise Problem("not-found", message("devices.unknown"))
        del self._by_token[device.token]
        self._store.execute("DELETE FROM device WHERE id = ?", (name,))
        return device

    def replace_confirmer(self, person: str, instead: str) -> None:
        """Replace the name of the person who confirmed devices."""
        self._store.execute("UPDATE device SET by = ? WHERE by = ?", (instead, person))

    def _expire(self) -> None:
        now = time.monotonic()
        self._pairings = {name: one for name, one in self._pairings.items() if one.ends > now}
