"""The service manager is told that the house is ready, alive, stopping: systemd's notify protocol."""

import asyncio
import os
import socket
from collections.abc import Callable

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"
SECOND = 1_000_000


def notify(state: str) -> bool:
    """Tell whoever started this process; nothing where nobody wants to know."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where:
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.sendto(state.encode(), f"\0{where[1:]}" if where.startswith("@") else where)
    return True


async def watched(alive: Callable[[], bool]) -> None:
    """Say twice in each watchdog's time that the house lives; a loop that hangs says nothing."""
    wanted = os.environ.get("WATCHDOG_USEC", "")
    while wanted.isdecimal() and int(wanted):
        if alive():
            notify(ALIVE)
        await asyncio.sleep(int(wanted) / SECOND / 2)
