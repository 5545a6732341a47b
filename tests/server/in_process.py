"""A house without a socket: the whole application in this process, for tests with thousands of requests."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx

from sicbo.server.app import make_app
from sicbo.server.live.house import Room
from sicbo.server.settings import Settings

ADDRESS = "http://127.0.0.1"


class Inside:
    """A running application; `ask` sends a request as a browser would."""

    def __init__(self, app: Any, room: Room, loop: asyncio.AbstractEventLoop) -> None:
        self.app, self.room, self._loop = app, room, loop
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=ADDRESS)
        self._client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        self._count = 0

    def ask(
        self, method: str, path: str, body: object = None, token: str = "", **more: str
    ) -> httpx.Response:
        """Return the answer to one request."""
        return self.begin(method, path, body, token, **more).result(60)

    def begin(
        self,
        method: str,
        path: str,
        body: object = None,
        token: str = "",
        device: str = "",
        key: str = "",
        known: str = "",
    ) -> "Future[httpx.Response]":
        """Begin a request, and return its future answer."""
        self._count += 1
        headers = {"Idempotency-Key": key or f"inside-key-{self._count}"}
        cookies = {"sicbo": token, "sicbo-known": known}
        if token or known:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items() if value)
        if device:
            headers["Authorization"] = f"Bearer {device}"
        request = self._client.request(method, f"/api/v1{path}", json=body, headers=headers)
        return asyncio.run_coroutine_threadsafe(request, self._loop)

    def run(self, work: Any) -> Any:
        """Return the result of a coroutine in the application's loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)


@contextmanager
def inside(data: Path, **more: Any) -> Iterator[Inside]:
    """Run a house in a thread, without a socket."""
    given = {"pace": 0.0, "betting_seconds": 60.0, "rate": 1_000_000, "bots": 0, **more}
    rooms: list[Room] = []
    app = make_app(Settings(data=data, **given), told=rooms.append)
    loop, plays = asyncio.new_event_loop(), threading.Event()
    ends = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(_lifespan(app, plays, ends),))
    thread.start()
    try:
        assert plays.wait(60), "The house does not start."
        yield Inside(app, rooms[0], loop)
    finally:
        loop.call_soon_threadsafe(ends.set)
        thread.join(60)
        loop.close()


async def _lifespan(app: Any, plays: threading.Event, ends: asyncio.Event) -> None:
    """Start the application, wait, and stop it, as uvicorn does."""
    said = iter(("lifespan.startup", "lifespan.shutdown"))

    async def receive() -> dict[str, str]:
        kind = next(said)
        if kind == "lifespan.shutdown":
            await ends.wait()
        return {"type": kind}

    async def send(message: dict[str, str]) -> None:
        assert not message["type"].endswith("failed"), message
        if message["type"] == "lifespan.startup.complete":
            plays.set()

    await app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, receive, send)
