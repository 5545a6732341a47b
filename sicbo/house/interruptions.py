"""Interruptions: what the house does at a restart about rounds that are still in play. It never guesses.

An interruption is recorded as a fault, so the rulebook decides what follows: without a result the round is
void, or waits for staff who may resume or void it. A result that was entered is settled, and the interruption
then counts as mended at once. Only the people to be notified are still outstanding.
"""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.clock import Clock
from sicbo.house.entries import CommandRequest
from sicbo.house.floor import CommandAnswer, Floor
from sicbo.house.log_state import unused_ids
from sicbo.machine.messages import Command
from sicbo.table.messages.chips import SignOff, SignOn
from sicbo.table.messages.faults import ReportFault
from sicbo.table.messages.round import Perform
from sicbo.table.round.opening import FLOOR_PROFILE
from sicbo.table.state import TableState

HOUSE = "house"
SETTLING_STEPS = (Step.LIGHT, Step.COLLECT, Step.PAY)


def record_interruptions(floor: Floor, clock: Clock) -> list[CommandAnswer]:
    """Record every interruption and settle the rounds that have a result. A second call does nothing more.

    Each table is one commit, so a restart may be interrupted too. If another process is still running,
    nothing was interrupted and nothing is done.
    """
    with floor.journal.join_play() as alone:
        if not alone:
            return []
        floor.catch_up()
        return [answer for name in floor.table_names for answer in _resume_table(floor, clock, name)]


def _resume_table(floor: Floor, clock: Clock, name: str) -> list[CommandAnswer]:
    log_state = floor.logs[name]
    commands = list(_recovery_commands(log_state.table))
    if not commands:
        return []
    stamp = clock.stamp(HOUSE, Rank.DEALER)
    free = unused_ids("restart", log_state.head.number, log_state.record_numbers.__contains__)
    named_commands = zip(free, commands, strict=False)
    return floor.handle(
        [
            CommandRequest(name, kind(id=given, stamp=stamp, **words))
            for given, (kind, words) in named_commands
        ]
    )


def _recovery_commands(table: TableState) -> Iterator[tuple[type[Command], dict[str, Any]]]:
    """Yield the commands that a table needs: none if no round is in play, or if all were given before."""
    played = table.round
    if played is None or (played.dice is not None and played.void_due):
        return
    if "power" not in table.faults:
        yield ReportFault, {"fault": "power", "mended": played.dice is not None}
    if played.dice is None:
        return
    due = takewhile(lambda stage: stage.step in SETTLING_STEPS, table.stages[played.done :])
    on_floor = table.profile == FLOOR_PROFILE
    if on_floor:
        yield SignOn, {}
    yield from ((Perform, {"step": enum_key(stage.step), "round": played.number}) for stage in due)
    if on_floor:
        yield SignOff, {}
