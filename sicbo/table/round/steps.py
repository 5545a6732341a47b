"""Dealing: the steps of the round in the rulebook's order, and settlement by the dice."""

from collections.abc import Iterator

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import Roll, as_roll
from sicbo.game.policies import Ground, Step
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.rules import Stage
from sicbo.i18n import message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Command, Event, event_fields
from sicbo.machine.structs import replace
from sicbo.table.equipment.faults import refuse_if_play_stopped
from sicbo.table.limits import notices
from sicbo.table.messages.round import (
    Perform,
    PlayerWarned,
    ResultEntered,
    StepPerformed,
    WagersCollected,
    WagersPaid,
)
from sicbo.table.money.shared_transfers import settlement_transfers
from sicbo.table.past_rounds import ROUNDS_KEPT, archive_last_round, kept_round, replace_round
from sicbo.table.people import seats
from sicbo.table.people.withheld_winnings import withhold_from_lines
from sicbo.table.preconditions import refuse_if_closed
from sicbo.table.round.opening import refuse_if_not_on_duty
from sicbo.table.round.settlement import narrate_lines, settled_lines
from sicbo.table.round.super_streak import advance_after_round
from sicbo.table.state import STEPS_BY_KEY, Round, TableState

Events = tuple[Event, ...]


def perform_step(table: TableState, command: Perform) -> Events | Refusal:
    """Do the next step, or refuse with the step that is next."""
    stage = table.due_stage
    if refusal := refuse_if_closed(table, stage.clause):
        return refusal
    if command.round not in (None, table.round_number_due):
        says = message("steps.other-round", round=command.round, due=table.round_number_due)
        return Refusal(stage.clause, says)
    if refusal := refuse_if_not_on_duty(table, command):
        return refusal
    if table.round is not None and table.round.void_due:
        ground = enum_key(Ground[table.round.void_due])
        return Refusal(stage.clause, message("steps.declare-void-first", ground=ground))
    if refusal := refuse_if_play_stopped(table):
        return refusal
    if STEPS_BY_KEY.get(command.step) is not stage.step:
        return Refusal(stage.clause, message("steps.next", step=enum_key(stage.step)))
    match stage.step:
        case Step.SPIN:
            return _spin(table, command, stage)
        case Step.ENTER:
            return _enter(table, command, stage)
        case Step.COLLECT | Step.PAY:
            end = advance_after_round(table, command) if stage is table.stages[-1] else ()
            return (*_settlement(table, command, stage), *end, _step_performed(table, command, stage))
        case _:
            return (_step_performed(table, command, stage),)


def _step_performed(
    table: TableState, command: Command, stage: Stage, tumbles: int | None = None
) -> StepPerformed:
    return StepPerformed(
        **event_fields(command, stage.clause),
        round=table.round_number_due,
        step=enum_key(stage.step),
        tumbles=tumbles,
    )


def _spin(table: TableState, command: Perform, stage: Stage) -> Events | Refusal:
    if command.tumbles is None or command.tumbles < 1:
        return Refusal(stage.clause, message("steps.tumbles-missing"))
    return (_step_performed(table, command, stage, command.tumbles),)


def _enter(table: TableState, command: Perform, stage: Stage) -> Events | Refusal:
    try:
        roll = as_roll(command.dice or ())
    except BadInput as error:
        return Refusal(stage.clause, error.message)
    done = _step_performed(table, command, stage)
    lit = table.layout.lit_areas[roll]
    entered = ResultEntered(**event_fields(command, stage.clause), round=done.round, dice=roll, lit=lit)
    return entered, done


def _settlement(table: TableState, command: Command, stage: Stage) -> Iterator[Event]:
    assert table.round is not None and table.round.dice is not None
    for player in sorted(table.round.slips):
        yield from settle_player(table, command, stage, player, table.round.dice)


def settle_player(
    table: TableState, command: Command, stage: Stage, player: str, roll: Roll
) -> Iterator[Event]:
    """Settle one player in one step: collecting takes the losing stakes, paying settles all others."""
    assert table.round is not None
    losing = stage.step is Step.COLLECT
    mine, warns = settled_lines(table, table.round.slips[player].stakes, player, roll, losing=losing)
    if mine:
        kind = WagersCollected if losing else WagersPaid
        yield kind(**event_fields(command, stage.clause), player=player, round=table.round.number, lines=mine)
        yield from () if losing else withhold_from_lines(table, command, player, mine)
    if not losing and warns and player not in table.warned:
        clause = table.rules.limits.below_minimum.clause
        yield PlayerWarned(**event_fields(command, clause), player=player)


def _apply_step_performed(table: TableState, event: StepPerformed) -> TableState:
    table = archive_last_round(table) if table.last else table
    played = table.round or Round(number=event.round, sign=table.sign, agreed=table.agreed)
    played = replace(played, done=played.done + 1, void_due=_void_due(table, event) or played.void_due)
    if played.done == len(table.stages):
        if table.idle:
            return notices.shorten_notices_of_uncounted_round(replace(table, round=None, last=played), event)
        return seats.count_round_for_seats(
            replace(table, round=None, last=played, spins=table.spins + 1), played
        )
    return replace(table, round=played, rounds=event.round)


def _void_due(table: TableState, event: StepPerformed) -> str | None:
    """Return the ground that forces a void if the rulebook counts tumbles and there were too few."""
    too_few = event.tumbles is not None and event.tumbles < table.rules.round.tumbles.choice
    return Ground.TOO_FEW_TUMBLES.name if too_few else None


def _apply_result_entered(table: TableState, event: ResultEntered) -> TableState:
    assert table.round is not None
    shown = (*table.shown, (event.round, event.dice))[-ROUNDS_KEPT:]
    return replace(table, round=replace(table.round, dice=event.dice), shown=shown)


def _apply_player_warned(table: TableState, event: PlayerWarned) -> TableState:
    played = table.round or table.last
    assert played is not None
    table = replace_round(table, replace(played, warned=played.warned | {event.player}))
    if not table.rules.limits.warning.choice.is_all_day:
        return table
    return replace(table, warned=table.warned | {event.player})


def _apply_wagers_collected(table: TableState, event: WagersCollected) -> TableState:
    played = kept_round(table, event.round)
    return replace_round(table, replace(played, collected=played.collected.set(event.player, event.lines)))


def _apply_wagers_paid(table: TableState, event: WagersPaid) -> TableState:
    played = kept_round(table, event.round)
    return replace_round(table, replace(played, paid=played.paid.set(event.player, event.lines)))


RULES = (Rule(Perform, decide=perform_step, act=Act.DEAL, signed="enter"),)
EFFECTS = (
    Effect(
        StepPerformed,
        apply=_apply_step_performed,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        ResultEntered,
        apply=_apply_result_entered,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        PlayerWarned,
        apply=_apply_player_warned,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        WagersCollected,
        apply=_apply_wagers_collected,
        transfers=settlement_transfers,
        audience=Audience.PLAYER,
        narrate=narrate_lines,
    ),
    Effect(
        WagersPaid,
        apply=_apply_wagers_paid,
        transfers=settlement_transfers,
        audience=Audience.PLAYER,
        narrate=narrate_lines,
    ),
)
