"""The tables of a home: one for each layout, opened, with bots and an automatic dealer."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from sicbo import rulebooks
from sicbo.errors import Refusal
from sicbo.server.live.licence import needs_approved_minimum
from sicbo.server.live.live_table import Live
from sicbo.table.messages.commands import OpenTable
from sicbo.table.round.super_streak import SCREEN
from sicbo.table.state import Table

if TYPE_CHECKING:
    from sicbo.server.live.house import Room

EQUIPMENT = ("touch screen", "winning lights", "drop box")
MINIMUM, MAXIMUM, UNIT, CHIP, SEATS, STREAK = 100, 50_000, 100, 50, 8, 500
APPROVED_MINIMUM = 50
"""The regulator's minimum at a home table, if the rulebook refers to one."""
STOP_SECONDS = 25.0
FURNISHING = "furnishing"
FOUNDED = 1
"""The number of the last record of a table that was founded but not opened."""
NAMES = rulebooks.home_tables()


async def furnish(room: "Room") -> None:
    """Found and open the tables of a home, and start their dealers; on a floor, staff do this.

    After an interruption it continues. If all tables have other names, none is added.
    """
    if not room.settings.at_home:
        return
    if room.claims.mine(FURNISHING):
        wanted = {default_name(layout): layout for layout in rulebooks.every_layout()}
        ours = not room.lives or wanted.keys() & room.lives
        for name in (name for name in wanted if ours and name not in room.lives):
            await room.found(name, wanted[name])
        for name in [name for name in room.lives if room.live(name).seq == FOUNDED]:
            await _open(room, name)
    for name in list(room.lives):
        room.dealer_at(name)


def default_name(layout: str) -> str:
    """The name of a home table of this layout."""
    return NAMES.get(layout, layout.replace("/", "-"))


async def open_table(room: "Room", name: str, layout: str) -> Live:
    """Found a table and open it for play, with its bots and its dealer."""
    await room.found(name, layout)
    return await _open(room, name)


async def _open(room: "Room", name: str) -> Live:
    sign = sign_for(room.live(name).table, room.settings.profile)
    answer = await room.order(name, OpenTable, **sign)
    assert not isinstance(answer.outcome, Refusal), f"A home table cannot be opened: {answer.outcome}"
    await room.dealer_at(name).bots.sit(room.settings.bots)
    return room.live(name)


def sign_for(table: Table, profile: str) -> dict[str, object]:
    """Return the fields of the command that opens a home table."""
    fittings, streak = table.rules.fittings, table.rules.super_streak
    named = [one.choice for one in (fittings.display, fittings.tray) if one is not None]
    equipment = [*EQUIPMENT, *named, *([SCREEN] if streak else ())]
    return {
        "minimum": MINIMUM,
        "maximum": MAXIMUM,
        "unit": UNIT,
        "chip": CHIP,
        "approved_minimum": APPROVED_MINIMUM if needs_approved_minimum(table.rules) else None,
        "equipment": tuple(dict.fromkeys(equipment)),
        "profile": profile,
        "streak_stake": STREAK if streak else None,
        "seats": SEATS,
    }


async def finish(room: "Room") -> None:
    """Let every dealer finish its round by the rules, and stop those that take too long."""
    dealers = list(room.dealers.values())
    for dealer in dealers:
        dealer.bots.cancel()
    with suppress(TimeoutError):
        async with asyncio.timeout(STOP_SECONDS):
            await asyncio.gather(*(dealer.finish() for dealer in dealers), return_exceptions=True)
    for dealer in dealers:
        dealer.cancel()
