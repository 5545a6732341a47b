"""A gate in front of PIN hashing, which holds requests in flight until it is opened."""

import threading
from typing import Any

from sicbo.server.access.authentication import Door
from tests.server.in_process import Inside

WAIT = 20.0


class Gate:
    """Replaces the PIN hasher; `verify` or `hash` waits here, in the threads of one queue or of all."""

    def __init__(self, door: Door) -> None:
        self.hasher: Any = door.hasher
        self.count, self.closed, self.lane = 0, "", ""
        self._came, self._opened = threading.Event(), threading.Event()
        self._opened.set()
        door.hasher = self  # type: ignore[assignment]

    def close(self, at: str, lane: str = "") -> None:
        """Hold every request from now on."""
        self.closed, self.lane = at, lane
        self._came.clear()
        self._opened.clear()

    def wait(self) -> None:
        """Wait until a request is held here."""
        assert self._came.wait(WAIT)

    def open(self) -> None:
        """Let every request through."""
        self._opened.set()

    def verify(self, secret: str, pin: str) -> Any:
        """Check a PIN."""
        self.count += 1
        self._stand("verify")
        return self.hasher.verify(secret, pin)

    def hash(self, pin: str) -> Any:
        """Hash a PIN."""
        self._stand("hash")
        return self.hasher.hash(pin)

    def _stand(self, at: str) -> None:
        if at == self.closed and threading.current_thread().name.startswith(self.lane):
            self._came.set()
            assert self._opened.wait(WAIT)


def app_of(house: Inside) -> Any:
    """Return the application itself, without its middleware."""
    app = house.app
    while not hasattr(app, "state"):
        app = app.app
    return app


def door_of(house: Inside) -> Door:
    """Return the staff sign-in of a running house."""
    door: Door = app_of(house).state.door
    return door
