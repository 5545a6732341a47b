"""What is said in the storm: questions, answers, what somebody sees, and what a process heard."""

from collections.abc import Callable
from typing import Any, NamedTuple

from sicbo.house.entries import PersonSignature
from sicbo.house.floor import Answer
from sicbo.table.messages.base import Command

TAKES_CONSOLE, LOOKS = "takes console", "looks"
AUTHORITY, NO_SESSION = "authority-required", "no-session"


class View(NamedTuple):
    """What somebody sees of a table, or of a tournament: it cannot change any more, so it is handed out."""

    seq: int
    table: Any


class Reply(NamedTuple):
    """What comes back for an id: the floor's answer, or why it never got there."""

    id: str
    answer: Answer | None
    problem: str = ""


class Message(NamedTuple):
    """What somebody asks; `around` goes past whoever looks at ranks at the door."""

    sender: str
    token: str
    table: str
    kind: type[Any] | str
    id: str
    words: dict[str, Any]
    replies: Callable[[Reply], None]
    around: bool = False
    signatures: tuple[PersonSignature, ...] = ()


class Heard(NamedTuple):
    """A question that a process heard: it owes an answer to each, however often the same was asked."""

    number: int
    message: Message
    command: Command
