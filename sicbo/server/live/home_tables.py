"""The tables of a home: one for each layout, opened, with bots and an automatic dealer."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from sicbo import rulebooks
from sicbo.errors import Refusal
from sicbo.server.live.licence import needs_approved_minimum
from sicbo.server.live.live_table import LiveTable
from sicbo.table.messages.round import OpenTable
from sicbo.table.round.super_streak import STREAK_SCREEN
from sicbo.table.state import TableState

if TYPE_CHECKING:
    from sicbo.server.live.house import LiveHouse

EQUIPMENT = ("touch screen", "winning lights", "drop box")
MINIMUM, MAXIMUM, UNIT, CHIP, SEATS, STREAK = 100, 50_000, 100, 50, 8, 500
APPROVED_MINIMUM = 50
"""The regulator's minimum at a home table, if the rulebook refers to one."""
STOP_SECONDS = 25.0
OPENING_CLAIM = "furnishing"
FOUNDING_RECORD = 1
"""The number of the last record of a table that was founded but not opened."""
TABLE_NAMES = rulebooks.home_tables()


async def open_home_tables(house: "LiveHouse") -> None:
    """Found and open the tables of a home, and start their dealers; on a floor, staff do this.

    After an interruption it continues. If all tables have other names, none is added.
    """
    if not house.settings.at_home:
        return
    if house.claims.try_claim(OPENING_CLAIM):
        wanted = {default_name(layout): layout for layout in rulebooks.every_layout()}
        ours = not house.live_tables or wanted.keys() & house.live_tables
        for name in (name for name in wanted if ours and name not in house.live_tables):
            await house.found_table(name, wanted[name])
        for name in [name for name in house.live_tables if house.live_table(name).seq == FOUNDING_RECORD]:
            await _open(house, name)
    for name in list(house.live_tables):
        house.dealer_at(name)


def default_name(layout: str) -> str:
    """The name of a home table of this layout."""
    return TABLE_NAMES.get(layout, layout.replace("/", "-"))


async def open_table(house: "LiveHouse", name: str, layout: str) -> LiveTable:
    """Found a table and open it for play, with its bots and its dealer."""
    await house.found_table(name, layout)
    return await _open(house, name)


async def _open(house: "LiveHouse", name: str) -> LiveTable:
    sign = opening_fields(house.live_table(name).table, house.settings.profile)
    answer = await house.submit_as_house(name, OpenTable, **sign)
    assert not isinstance(answer.outcome, Refusal), f"A home table cannot be opened: {answer.outcome}"
    await house.dealer_at(name).bots.take_seats(house.settings.bots)
    return house.live_table(name)


def opening_fields(table: TableState, profile: str) -> dict[str, object]:
    """Return the fields of the command that opens a home table."""
    fittings, streak = table.rules.fittings, table.rules.super_streak
    named = [one.choice for one in (fittings.display, fittings.tray) if one is not None]
    equipment = [*EQUIPMENT, *named, *([STREAK_SCREEN] if streak else ())]
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


async def finish_dealers(house: "LiveHouse") -> None:
    """Let every dealer finish its round by the rules, and stop those that take too long."""
    dealers = list(house.dealers.values())
    for dealer in dealers:
        dealer.bots.cancel()
    with suppress(TimeoutError):
        async with asyncio.timeout(STOP_SECONDS):
            await asyncio.gather(*(dealer.finish() for dealer in dealers), return_exceptions=True)
    for dealer in dealers:
        dealer.cancel()
