"""Load shedding: a new slip is rejected with 503 when too many slips have been waiting too long.

So the queue of slips stays short enough to be answered in time, and every sender gets an answer. A rejected
slip was not examined or recorded, and may be sent again under the same key. Only slips are rejected. A slip
counts from when its body is complete, so a sender of half a slip does not keep others out.
"""

from collections import deque
from collections.abc import Callable
from time import monotonic

from sicbo.server.http.security import Application, Message, Receive, Scope, Send
from sicbo.server.problems import Problem

MANY, LONG_SECONDS = 500, 0.25
PUT_OFF = "Too many slips are waiting, so this one was not processed: send it again in a second."


class Waiting:
    """The arrival times of the slips that have not been answered yet."""

    def __init__(self, many: int = MANY, long: float = LONG_SECONDS) -> None:
        self._many, self._long = many, long
        self._since: deque[float] = deque()
        self.told: Callable[[], None] = lambda: None
        """Called for each slip that is rejected."""

    def __len__(self) -> int:
        return len(self._since)

    def came(self, now: float) -> bool:
        """Count a slip and return True, or return False if many wait and the oldest has waited too long."""
        if len(self._since) >= self._many and now - self._since[0] > self._long:
            self.told()
            return False
        self._since.append(now)
        return True

    def went(self) -> None:
        """Count one slip fewer, answered or abandoned. Answers leave roughly in the order of arrival."""
        self._since.popleft()


class Pressed:
    """Middleware that counts slips and rejects them when the queue is too old."""

    def __init__(self, app: Application, waiting: Waiting) -> None:
        self.app, self._waiting = app, waiting
        problem = Problem("busy", PUT_OFF)
        self._status, self._body = problem.status, problem.body("/")
        kind, retry = b"application/problem+json", str(problem.retry_after).encode()
        length = str(len(self._body)).encode()
        self._headers = [(b"content-type", kind), (b"content-length", length), (b"retry-after", retry)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it is a slip that must be rejected."""
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
    """Wait for the whole body, and return a `receive` that replays it with any problem found in it."""
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
