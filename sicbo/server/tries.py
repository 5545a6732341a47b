"""Tries: how often somebody was wrong lately about a PIN or a code; too often, and they wait."""

import time

from sicbo.server.problems import Problem

SECONDS = 900


class Tries:
    """Wrong tries of the last quarter of an hour."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._wrong: dict[str, list[float]] = {}

    def allow(self, who: str, most: int) -> None:
        """Refuse another try after so many wrong ones."""
        now = time.monotonic()
        self._wrong = {
            name: recent
            for name, times in self._wrong.items()
            if (recent := [at for at in times if now - at < SECONDS])
        }
        times = self._wrong.get(who, [])
        if len(times) >= most:
            wait = int(times[-most] + SECONDS - now) + 1
            says = f"Too many wrong {self._what}: wait {wait} seconds."
            raise Problem("too-many", says, retry_after=wait)

    def wrong(self, who: str) -> None:
        """Count a wrong one."""
        self._wrong.setdefault(who, []).append(time.monotonic())

    def forget(self, who: str) -> None:
        """They were right."""
        self._wrong.pop(who, None)
