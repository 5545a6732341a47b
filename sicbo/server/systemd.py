"""The notify protocol of systemd: the service manager learns that the house is ready, alive or stopping."""

import asyncio
import os
import socket
from collections.abc import Callable

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"
SECOND = 1_000_000


def notify(state: str) -> bool:
    """Send a state to the service manager, and return False if there is none."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where:
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.sendto(state.encode(), f"\0{where[1:]}" if where.startswith("@") else where)
    return True


async def watched(alive: Callable[[], bool]) -> None:
    """Report twice per watchdog interval that the house is alive; a loop that hangs reports nothing."""
    wanted = os.environ.get("WATCHDOG_USEC", "")
    while wanted.isdecimal() and int(wanted):
        if alive():
            notify(ALIVE)
        await asyncio.sleep(int(wanted) / SECOND / 2)
