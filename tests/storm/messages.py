"""Messages of the storm: requests, replies, and the states that actors see."""

from collections.abc import Callable
from typing import Any, NamedTuple

from sicbo.house.entries import PersonSignature
from sicbo.house.floor import CommandAnswer
from sicbo.machine.messages import Command

TAKE_CONSOLE, FETCH_STATE = "takes console", "looks"
AUTHORITY, NO_SESSION = "authority-required", "no-session"


class SeenState(NamedTuple):
    """The state of a table or tournament as an actor sees it; it is immutable, so it is shared."""

    seq: int
    table: Any


class Reply(NamedTuple):
    """The reply to a request: the floor's answer, or the problem that stopped it earlier."""

    id: str
    answer: CommandAnswer | None
    problem: str = ""


class Request(NamedTuple):
    """A request of an actor; `around` skips the rank check in front of the floor."""

    sender: str
    token: str
    table: str
    kind: type[Any] | str
    id: str
    words: dict[str, Any]
    replies: Callable[[Reply], None]
    around: bool = False
    signatures: tuple[PersonSignature, ...] = ()


class TakenRequest(NamedTuple):
    """A request that a process has taken. It owes an answer to each, even if the same request was sent
    several times.
    """

    number: int
    message: Request
    command: Command
