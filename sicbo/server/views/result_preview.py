"""Previews: what a result would do to each player, calculated on the pure table. Nothing is written."""

from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.dice import Roll
from sicbo.game.rulebook.publication import key_of
from sicbo.house.electronic_rolls import refuse_other_dice
from sicbo.house.interruptions import FINISHING
from sicbo.server.live.live_table import Live
from sicbo.server.schemas import table as table_schemas
from sicbo.server.views.table import call_of, staked
from sicbo.table.decide import decide
from sicbo.table.evolve import after
from sicbo.table.messages.base import Command
from sicbo.table.messages.commands import Perform
from sicbo.table.messages.events import AnyEvent, SettledLine, StreakSettled, WagersCollected, WagersPaid

LINES = (WagersCollected, WagersPaid, StreakSettled)


class Previewed(table_schemas.Shape, frozen=True):
    """What a result would do to one player."""

    seat: int | None
    player: str
    name: str
    staked: int
    net: int


def preview(live: Live, enter: Command, dice: Roll) -> dict[str, Any] | Refusal:
    """Return the call, the lit areas and every settlement that would follow, or the refusal."""
    assert isinstance(enter, Perform)
    events = refuse_other_dice(live.place.rolls, live.table, enter) or _followed(live, enter)
    if isinstance(events, Refusal):
        return events
    table = live.table
    lines: dict[str, list[SettledLine]] = {}
    for event in events:
        if isinstance(event, LINES):
            lines.setdefault(event.player, []).extend(event.lines)
    every = [line for mine in lines.values() for line in mine]
    collected, winnings = sum(line.collected for line in every), sum(line.winnings for line in every)
    return {
        "dice": dice,
        "total": sum(dice),
        "call": call_of(table, dice),
        "lit": table.layout.lights[dice],
        "staked": sum(line.stake.cents for line in every),
        "collected": collected,
        "returned": sum(line.returned for line in every),
        "winnings": winnings,
        "house": collected - winnings,
        "players": tuple(_player(live, player, mine) for player, mine in sorted(lines.items())),
    }


def _followed(live: Live, enter: Perform) -> list[AnyEvent] | Refusal:
    """Return every event that would follow, from the entry of the result to the end of the round."""
    table, command, events = live.table, enter, list[AnyEvent]()
    while True:
        outcome = decide(table, command)
        if isinstance(outcome, Refusal):
            return events or outcome
        events.extend(outcome)
        table = after(table, outcome)
        if table.round is None or table.due.step not in FINISHING:
            return events
        command = replace(enter, step=key_of(table.due.step), dice=None)


def _player(live: Live, player: str, lines: list[SettledLine]) -> Previewed:
    seat = live.table.seated.get(player)
    return Previewed(
        seat=seat.number if seat else None,
        player=player,
        name=live.name_of(player),
        staked=staked(live.table.round, player),
        net=sum(line.winnings - line.collected for line in lines),
    )
