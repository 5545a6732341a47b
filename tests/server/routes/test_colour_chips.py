"""Colour chips of one table that are changed at another: both journals record it."""

import asyncio
from pathlib import Path
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.machine.accounts import TABLE_FLOAT
from sicbo.machine.messages import Command
from sicbo.server.live.house import HOUSE_ACTOR, LiveHouse
from sicbo.server.requests import give_command
from sicbo.server.settings import Settings
from sicbo.table.messages.chips import IssueColours, RedeemForeignColours
from sicbo.table.messages.round import BuyIn, CloseTable, GiveNotice, OpenTable, Perform

SIGN: dict[str, Any] = {"minimum": 500, "maximum": 50_000, "equipment": ("drop box", "distinctive markers")}
ROUND = ("place-bets", "cover", "spin", "close", "uncover", "call", "enter", "light", "collect", "pay")
SAID: dict[str, dict[str, Any]] = {"spin": {"tumbles": 3}, "enter": {"dice": (1, 2, 4)}}


async def give(room: LiveHouse, table: str, kind: type[Command], **said: Any) -> None:
    """Give a command that must be accepted."""
    answer = await room.submit_as_house(table, kind, **said)
    assert not isinstance(answer.outcome, Refusal), answer.outcome


async def play_evening(room: LiveHouse) -> tuple[list[int], list[int]]:
    """Return the pieces of A's set that are out, and those in front of Anna, after each step."""
    room.start()
    for name in "AB":
        await room.found_table(name, "crown-melbourne-6.1/a")
        await give(room, name, OpenTable, **SIGN, colours=("red", "blue"))
    await give(room, "A", BuyIn, player="Anna", cents=20_000)
    await give(room, "A", IssueColours, player="Anna", colour="red", pieces=10, value=1_000)
    await give(room, "A", GiveNotice, subject="table")
    for step in ROUND * 3:
        await give(room, "A", Perform, step=step, **SAID.get(step, {}))
    await give(room, "A", CloseTable)
    said: dict[str, Any] = {
        "player": "Anna",
        "issuer": "A",
        "issuer_closed": True,
        "colour": "red",
        "traced": 1_000,
    }
    out, has = [], []
    for key, pieces in (("none", 0), ("r1", 4), ("r1", 4), ("r2", 6)):
        if pieces:
            asked = room.new_command(
                "B", RedeemForeignColours, HOUSE_ACTOR, Rank.SENIOR_MANAGER, key, **said, pieces=pieces
            )
            await give_command(room, asked)
        place = room.floor.logs["A"]
        out.append(-place.balances.amount_of(TABLE_FLOAT, "colour-chip:red"))
        has.append(sum(cents for (_, kind), cents in place.state.racks.items() if kind == "colour-chip:red"))
    await room.stop()
    return out, has


def test_what_another_table_changes_goes_home_to_the_set_that_it_is_of(tmp_path: Path) -> None:
    """Of 100 pieces out, 40 are changed, requested twice and returned once; then the rest follows."""
    out, has = asyncio.run(play_evening(LiveHouse(Settings(data=tmp_path))))

    assert out == has == [10_000, 6_000, 6_000, 0]
