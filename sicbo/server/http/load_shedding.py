"""Pressure: slips that wait for an answer. Where too many wait for too long, one more is put off at once.

So no queue of slips grows beyond what is answered in time, and nobody is left to wonder. What is put off has
not been looked at: it is in no journal, and may be sent again under the same key. Nothing but slips is put
off. A slip counts from when it is whole, so whoever sends half of one keeps nobody else out.
"""

from collections import deque
from collections.abc import Callable
from time import monotonic

from sicbo.server.http.security import Application, Message, Receive, Scope, Send
from sicbo.server.problems import Problem

MANY, LONG_SECONDS = 500, 0.25
PUT_OFF = "Too many slips wait, so this one was not looked at: send the same once more in a second."


class Waiting:
    """The slips of a house that have come and are not answered, by when they came."""

    def __init__(self, many: int = MANY, long: float = LONG_SECONDS) -> None:
        self._many, self._long = many, long
        self._since: deque[float] = deque()
        self.told: Callable[[], None] = lambda: None
        """Called for each slip that is put off."""

    def __len__(self) -> int:
        return len(self._since)

    def came(self, now: float) -> bool:
        """Count one more, unless many wait and the first of them for long; whether it may wait too."""
        if len(self._since) >= self._many and now - self._since[0] > self._long:
            self.told()
            return False
        self._since.append(now)
        return True

    def went(self) -> None:
        """One was answered, or its sender is gone. Answers go out about in the order of coming."""
        self._since.popleft()


class Pressed:
    """Wraps the application: counts its slips, and answers the one that may not wait."""

    def __init__(self, app: Application, waiting: Waiting) -> None:
        self.app, self._waiting = app, waiting
        problem = Problem("busy", PUT_OFF)
        self._status, self._body = problem.status, problem.body("/")
        kind, retry = b"application/problem+json", str(problem.retry_after).encode()
        length = str(len(self._body)).encode()
        self._headers = [(b"content-type", kind), (b"content-length", length), (b"retry-after", retry)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on but a slip that would wait for too long."""
        if not is_slip(scope):
            await self.app(scope, receive, send)
            return
        whole = await _whole(receive)
        if not self._waiting.came(monotonic()):
            await send({"type": "http.response.start", "status": self._status, "headers": self._headers})
            await send({"type": "http.response.body", "body": self._body})
            return
        try:
            await self.app(scope, whole, send)
        finally:
            self._waiting.went()


def is_slip(scope: Scope) -> bool:
    """Whether a request is a player's slip."""
    return scope["type"] == "http" and scope["method"] == "PUT" and str(scope["path"]).endswith("/slip")


async def _whole(receive: Receive) -> Receive:
    """A body once all of it has come; what was wrong with it is found by whoever reads it."""
    came: deque[Message | Problem] = deque()
    more = True
    while more:
        try:
            message = await receive()
        except Problem as problem:
            came.append(problem)
            break
        came.append(message)
        more = message.get("more_body", False)

    async def again() -> Message:
        if not came:
            return await receive()
        said = came.popleft()
        if isinstance(said, Problem):
            raise said
        return said

    return again
