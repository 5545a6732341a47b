"""Load shedding: a new slip is rejected with 503 when too many slips have been waiting too long.

So the queue of slips stays short enough to be answered in time, and every sender gets an answer. A rejected
slip was not examined or recorded, and may be sent again under the same key. Only slips are rejected. A slip
counts from when its body is complete, so a sender of half a slip does not keep others out.
"""

from collections import deque
from collections.abc import Callable
from time import monotonic

from sicbo.i18n import message
from sicbo.server.http.security import Application, Message, Receive, Scope, Send
from sicbo.server.problems import Problem

MANY_WAITING, LONG_WAIT_SECONDS = 500, 0.25


class WaitingSlips:
    """The arrival times of the slips that have not been answered yet."""

    def __init__(self, many: int = MANY_WAITING, long: float = LONG_WAIT_SECONDS) -> None:
        self._many, self._long = many, long
        self._arrivals: deque[float] = deque()
        self.on_rejection: Callable[[], None] = lambda: None
        """Called for each slip that is rejected."""

    def __len__(self) -> int:
        return len(self._arrivals)

    def admit(self, now: float) -> bool:
        """Count a slip and return True, or return False if many wait and the oldest has waited too long."""
        if len(self._arrivals) >= self._many and now - self._arrivals[0] > self._long:
            self.on_rejection()
            return False
        self._arrivals.append(now)
        return True

    def remove(self) -> None:
        """Count one slip fewer, answered or abandoned. Answers leave roughly in the order of arrival."""
        self._arrivals.popleft()


class LoadShedding:
    """Middleware that counts slips and rejects them when the queue is too old."""

    def __init__(self, app: Application, waiting: WaitingSlips) -> None:
        self.app, self._waiting = app, waiting
        problem = Problem("busy", message("requests.too-many-slips"))
        self._status, self._body = problem.status, problem.body("/")
        kind, retry = b"application/problem+json", str(problem.retry_after).encode()
        length = str(len(self._body)).encode()
        self._headers = [(b"content-type", kind), (b"content-length", length), (b"retry-after", retry)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it is a slip that must be rejected."""
        if not is_slip(scope):
            await self.app(scope, receive, send)
            return
        whole = await _whole_body(receive)
        if not self._waiting.admit(monotonic()):
            await send({"type": "http.response.start", "status": self._status, "headers": self._headers})
            await send({"type": "http.response.body", "body": self._body})
            return
        try:
            await self.app(scope, whole, send)
        finally:
            self._waiting.remove()


def is_slip(scope: Scope) -> bool:
    """Whether a request is a player's slip."""
    return scope["type"] == "http" and scope["method"] == "PUT" and str(scope["path"]).endswith("/slip")


async def _whole_body(receive: Receive) -> Receive:
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

    async def replay_message() -> Message:
        if not came:
            return await receive()
        said = came.popleft()
        if isinstance(said, Problem):
            raise said
        return said

    return replay_message
