"""Requests while the journal cannot be written: those that would write are refused at once.

A journal is stalled when a commit has been tried for two seconds: another program has locked the file, or the
disk is slow. Requests that came before that wait for their answer. Requests that only read are answered as
usual.
"""

from typing import Any

from sicbo.journal.waits import SLOW
from sicbo.server.live.house import Room
from sicbo.server.problems import Problem

LOOKING = ("GET", "HEAD", "OPTIONS")
SAYS = "The house cannot write anything down just now, so nothing was done: try again in a moment."


def is_stalled(room: Room) -> bool:
    """Whether the journal cannot be written at the moment."""
    return room.journal.stalled > SLOW


async def refuse_writers(request: Any) -> None:
    """Answer 503 to a request that would write while the journal is stalled."""
    if request.method not in LOOKING and is_stalled(request.app.state.room):
        raise Problem("no-database", SAYS)
