"""Dealing: the steps of the round in the rulebook's order, and settlement by the dice."""

from collections.abc import Iterator

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import Roll, as_roll
from sicbo.game.policies import Ground, Step
from sicbo.game.rulebook.publication import key_of
from sicbo.game.rulebook.rules import Stage
from sicbo.table.equipment.faults import stopped
from sicbo.table.messages.base import Command
from sicbo.table.messages.commands import Perform
from sicbo.table.messages.events import (
    AnyEvent,
    PlayerWarned,
    ResultEntered,
    StepPerformed,
    WagersCollected,
    WagersPaid,
)
from sicbo.table.open_items import facts
from sicbo.table.people.withheld_winnings import withheld
from sicbo.table.round.opening import not_on_duty
from sicbo.table.round.settlement import settled_lines
from sicbo.table.round.super_streak import at_the_end
from sicbo.table.state import STEPS, Table

Events = tuple[AnyEvent, ...]


def perform(table: Table, command: Perform) -> Events | Refusal:
    """Do the next step, or refuse with the step that is next."""
    stage = table.due
    if table.sign is None:
        return Refusal(stage.clause, "The table is closed: open it first.")
    if command.round not in (None, table.round_due):
        return Refusal(
            stage.clause, f"That step is for round {command.round}: send one for round {table.round_due}."
        )
    if refusal := not_on_duty(table, command):
        return refusal
    if table.round is not None and table.round.void_due:
        return Refusal(stage.clause, f"Declare the round void first: {Ground[table.round.void_due].value}.")
    if refusal := stopped(table):
        return refusal
    if STEPS.get(command.step) is not stage.step:
        return Refusal(stage.clause, f"Next: {stage.step.value}.")
    match stage.step:
        case Step.SPIN:
            return _spin(table, command, stage)
        case Step.ENTER:
            return _enter(table, command, stage)
        case Step.COLLECT | Step.PAY:
            end = at_the_end(table, command) if stage is table.stages[-1] else ()
            return (*_settlement(table, command, stage), *end, _done(table, command, stage))
        case _:
            return (_done(table, command, stage),)


def _done(table: Table, command: Command, stage: Stage, tumbles: int | None = None) -> StepPerformed:
    return StepPerformed(
        **facts(command, stage.clause),
        round=table.round_due,
        step=key_of(stage.step),
        tumbles=tumbles,
    )


def _spin(table: Table, command: Perform, stage: Stage) -> Events | Refusal:
    if command.tumbles is None or command.tumbles < 1:
        return Refusal(stage.clause, "Say how often the dice tumbled, at least once.")
    return (_done(table, command, stage, command.tumbles),)


def _enter(table: Table, command: Perform, stage: Stage) -> Events | Refusal:
    try:
        roll = as_roll(command.dice or ())
    except BadInput as error:
        return Refusal(stage.clause, str(error))
    done = _done(table, command, stage)
    lit = table.layout.lights[roll]
    entered = ResultEntered(**facts(command, stage.clause), round=done.round, dice=roll, lit=lit)
    return entered, done


def _settlement(table: Table, command: Command, stage: Stage) -> Iterator[AnyEvent]:
    assert table.round is not None and table.round.dice is not None
    for player in sorted(table.round.slips):
        yield from settled(table, command, stage, player, table.round.dice)


def settled(table: Table, command: Command, stage: Stage, player: str, roll: Roll) -> Iterator[AnyEvent]:
    """Settle one player in one step: collecting takes the losing stakes, paying settles all others."""
    assert table.round is not None
    losing = stage.step is Step.COLLECT
    mine, warns = settled_lines(table, table.round.slips[player].stakes, player, roll, losing=losing)
    if mine:
        kind = WagersCollected if losing else WagersPaid
        yield kind(**facts(command, stage.clause), player=player, round=table.round.number, lines=mine)
        yield from () if losing else withheld(table, command, player, mine)
    if not losing and warns and player not in table.warned:
        clause = table.rules.limits.below_minimum.clause
        yield PlayerWarned(**facts(command, clause), player=player)
