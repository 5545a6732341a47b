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
from sicbo.game.rulebook.publication import key_of
from sicbo.house.clock import Clock
from sicbo.house.entries import Asked
from sicbo.house.floor import Answer, Floor
from sicbo.house.log_state import free_ids
from sicbo.table.messages.chip_commands import SignOff, SignOn
from sicbo.table.messages.commands import AnyCommand, Perform
from sicbo.table.messages.faults import ReportFault
from sicbo.table.round.opening import FLOOR
from sicbo.table.state import Table

HOUSE = "house"
FINISHING = (Step.LIGHT, Step.COLLECT, Step.PAY)


def restarted(floor: Floor, clock: Clock) -> list[Answer]:
    """Record every interruption and settle the rounds that have a result. A second call does nothing more.

    Each table is one commit, so a restart may be interrupted too. If another process is still running,
    nothing was interrupted and nothing is done.
    """
    with floor.journal.joined() as alone:
        if not alone:
            return []
        floor.follow()
        return [answer for name in floor.tables for answer in _resumed(floor, clock, name)]


def _resumed(floor: Floor, clock: Clock, name: str) -> list[Answer]:
    place = floor.places[name]
    wanted = list(_wanted(place.table))
    if not wanted:
        return []
    stamp = clock.stamp(HOUSE, Rank.DEALER)
    free = free_ids("restart", place.head.number, place.numbers.__contains__)
    named = zip(free, wanted, strict=False)
    return floor.handle([Asked(name, kind(id=given, stamp=stamp, **words)) for given, (kind, words) in named])


def _wanted(table: Table) -> Iterator[tuple[type[AnyCommand], dict[str, Any]]]:
    """Yield the commands that a table needs: none if no round is in play, or if all were given before."""
    played = table.round
    if played is None or (played.dice is not None and played.void_due):
        return
    if "power" not in table.faults:
        yield ReportFault, {"fault": "power", "mended": played.dice is not None}
    if played.dice is None:
        return
    due = takewhile(lambda stage: stage.step in FINISHING, table.stages[played.done :])
    on_floor = table.profile == FLOOR
    if on_floor:
        yield SignOn, {}
    yield from ((Perform, {"step": key_of(stage.step), "round": played.number}) for stage in due)
    if on_floor:
        yield SignOff, {}
