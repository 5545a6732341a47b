"""Requests to a house over HTTP: one connection, one session, and one idempotency key for each request.

A request without an answer is sent again with the same key, so nothing happens twice.
"""

import http.client
import secrets
import threading
import time
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import msgspec

from sicbo.errors import SicboError

BASE = "/api/v1"
TIMEOUT, PAUSE, MOST_PAUSE = 10.0, 0.05, 1.0


class HouseProblem(SicboError):
    """A refusal or error of the house: `code` identifies it, `said` is the whole answer."""

    def __init__(self, status: int, said: dict[str, Any]) -> None:
        wrong = "; ".join(f"{one['pointer']}: {one['says']}" for one in said.get("errors") or ())
        detail = said.get("detail") or f"The house answered {status}."
        super().__init__(f"{detail} ({wrong})" if wrong else detail)
        self.status, self.content = status, said
        self.code: str = said.get("code", "")
        self.retryable: bool = said.get("retryable", False)
        self.retry_after: float | None = None


class Unreachable(SicboError):
    """No answer came, although the request was sent again and again."""


class Http:
    """A connection to a house. Any thread can use it, for one request at a time."""

    def __init__(self, address: str, *, device: str = "", session: str = "", patience: float = 30.0) -> None:
        parts = urlsplit(address)
        self.address, self.patience = address.rstrip("/"), patience
        self.cookies = {"sicbo": session} if session else {}
        self._device, self._host, self._path = device, parts.netloc, parts.path.rstrip("/")
        kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        if parts.scheme not in kinds or not parts.netloc:
            raise SicboError("Give the address of a house, such as http://localhost:8000.")
        self._connection = kinds[parts.scheme](parts.netloc, timeout=TIMEOUT)
        self._lock = threading.Lock()

    def headers(self) -> dict[str, str]:
        """Return the headers that identify the caller. The stream sends the same."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        bearer = f"Bearer {self._device}" if self._device else ""
        return {name: text for name, text in (("Cookie", cookie), ("Authorization", bearer)) if text}

    def request(self, method: str, path: str, body: object = None, key: str = "") -> Any:
        """Send a request until it is answered, and return the answer. A refusal raises `HouseProblem`."""
        headers = {**self.headers(), "Idempotency-Key": key or secrets.token_urlsafe(16)}
        payload = None
        if body is not None:
            payload, headers["Content-Type"] = msgspec.json.encode(body), "application/json"
        ends, pause = time.monotonic() + self.patience, PAUSE
        while True:
            try:
                return self._send(method, f"{self._path}{BASE}{path}", payload, headers)
            except (OSError, http.client.HTTPException) as error:
                wrong: SicboError = Unreachable(
                    f"{self.address} does not answer: {error or 'it closed the connection'}."
                )
            except HouseProblem as problem:
                if not problem.retryable:
                    raise
                wrong = problem
                pause = max(pause, problem.retry_after or 0.0)
            if time.monotonic() + pause > ends:
                raise wrong
            time.sleep(pause)
            pause = min(2 * pause, MOST_PAUSE)

    def get_page(self, path: str) -> Any:
        """Return the content of an address outside the API."""
        try:
            return self._send("GET", f"{self._path}{path}", None, self.headers())
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"{self.address} does not answer: {error}.") from None

    def _send(self, method: str, path: str, payload: bytes | None, headers: dict[str, str]) -> Any:
        with self._lock:
            try:
                self._connection.request(method, path, payload, headers)
                answer = self._connection.getresponse()
                content = answer.read()
            except BaseException:
                self._connection.close()
                raise
        for line in answer.headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        said = msgspec.json.decode(content) if content else None
        if answer.status < 400:
            return said
        problem = HouseProblem(answer.status, said if isinstance(said, dict) else {})
        after = answer.headers.get("Retry-After", "")
        problem.retry_after = float(after) if after.isdecimal() else None
        raise problem

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._connection.close()
