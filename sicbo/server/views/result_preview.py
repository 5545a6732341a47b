"""Previews: what a result would do to each player, calculated on the pure table. Nothing is written."""

from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.dice import Roll
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.electronic_rolls import refuse_other_dice
from sicbo.house.interruptions import SETTLING_STEPS
from sicbo.machine.messages import Command, Event
from sicbo.server.live.live_table import LiveTable
from sicbo.server.schemas import table as table_schemas
from sicbo.server.views.table import dealer_calls, staked_cents
from sicbo.table.log_kind import decide, evolve_all
from sicbo.table.messages.round import Perform, SettledLine, WagersCollected, WagersPaid
from sicbo.table.messages.super_streak import StreakSettled

SETTLING_EVENTS = (WagersCollected, WagersPaid, StreakSettled)


class PlayerPreview(table_schemas.Shape, frozen=True):
    """What a result would do to one player."""

    seat: int | None
    player: str
    name: str
    staked: int
    net: int


def result_preview(live: LiveTable, enter: Command, dice: Roll) -> dict[str, Any] | Refusal:
    """Return the call, the lit areas and every settlement that would follow, or the refusal."""
    assert isinstance(enter, Perform)
    events = refuse_other_dice(live.log_state.rolls, live.table, enter) or _events_to_follow(live, enter)
    if isinstance(events, Refusal):
        return events
    table = live.table
    lines: dict[str, list[SettledLine]] = {}
    for event in events:
        if isinstance(event, SETTLING_EVENTS):
            lines.setdefault(event.player, []).extend(event.lines)
    every = [line for mine in lines.values() for line in mine]
    collected, winnings = sum(line.collected for line in every), sum(line.winnings for line in every)
    return {
        "dice": dice,
        "total": sum(dice),
        "call": dealer_calls(table, dice),
        "lit": table.layout.lit_areas[dice],
        "staked": sum(line.stake.cents for line in every),
        "collected": collected,
        "returned": sum(line.returned for line in every),
        "winnings": winnings,
        "house": collected - winnings,
        "players": tuple(_player_preview(live, player, mine) for player, mine in sorted(lines.items())),
    }


def _events_to_follow(live: LiveTable, enter: Perform) -> list[Event] | Refusal:
    """Return every event that would follow, from the entry of the result to the end of the round."""
    table, command, events = live.table, enter, list[Event]()
    while True:
        outcome = decide(table, command)
        if isinstance(outcome, Refusal):
            return events or outcome
        events.extend(outcome)
        table = evolve_all(table, outcome)
        if table.round is None or table.due_stage.step not in SETTLING_STEPS:
            return events
        command = replace(enter, step=enum_key(table.due_stage.step), dice=None)


def _player_preview(live: LiveTable, player: str, lines: list[SettledLine]) -> PlayerPreview:
    seat = live.table.seated.get(player)
    return PlayerPreview(
        seat=seat.number if seat else None,
        player=player,
        name=live.name_of(player),
        staked=staked_cents(live.table.round, player),
        net=sum(line.winnings - line.collected for line in lines),
    )
