"""Spins without wagers: directed ones until the first slip, and practice spins that move nothing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import as_roll
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import enum_key
from sicbo.table.authority import refuse_if_not_permitted
from sicbo.table.messages.events import AnyEvent
from sicbo.table.messages.faults import (
    DirectIdleSpins,
    IdleSpinsDirected,
    IdleSpinsStopped,
    PracticeSpun,
    SpinForPractice,
    StopIdleSpins,
)
from sicbo.table.open_items import event_fields
from sicbo.table.state import TableState

Events = tuple[AnyEvent, ...]


def direct_idle_spins(table: TableState, command: DirectIdleSpins) -> Events | Refusal:
    """Direct spins without wagers between two rounds, while the layout is empty."""
    ruling = table.rules.round.idle
    if not ruling.choice.is_provided:
        return Refusal(ruling.clause, "Spins without wagers are not provided for: invite bets instead.")
    refusal = refuse_if_not_permitted(table, command, Act.IDLE_SPIN)
    if refusal:
        return refusal
    if table.sign is None:
        return Refusal(ruling.clause, "The table is closed: open it first.")
    if table.idle:
        return Refusal(ruling.clause, "Spins without wagers are directed already: go on spinning.")
    if table.round is not None:
        return Refusal(
            ruling.clause, f"Finish round {table.round.number} first: next, {table.due_stage.step.value}."
        )
    last = replace(table, idle=True).stages[-1]
    return (IdleSpinsDirected(**event_fields(command, ruling.clause), last=enum_key(last.step)),)


def stop_idle_spins(table: TableState, command: StopIdleSpins) -> Events | Refusal:
    """Stop spins without wagers, although there is no slip."""
    clause = table.rules.round.idle.clause
    if not table.idle:
        return Refusal(clause, "No spins without wagers are directed: there is nothing to stop.")
    return (IdleSpinsStopped(**event_fields(command, clause)),)


def show_practice_spin(table: TableState, command: SpinForPractice) -> Events | Refusal:
    """Show a practice spin between two rounds; nothing is won, lost or counted."""
    clause = table.rules.round.order.clause
    if table.round is not None:
        return Refusal(
            clause, f"Finish round {table.round.number} first: next, {table.due_stage.step.value}."
        )
    try:
        roll = as_roll(command.dice)
    except BadInput as error:
        return Refusal(clause, str(error))
    return (PracticeSpun(**event_fields(command, clause), dice=roll),)


def _apply_idle_spins_directed(table: TableState, event: IdleSpinsDirected) -> TableState:
    return replace(table, idle=True)


def _apply_idle_spins_stopped(table: TableState, event: IdleSpinsStopped) -> TableState:
    return replace(table, idle=False)


def _apply_practice_spun(table: TableState, event: PracticeSpun) -> TableState:
    return table


DECIDERS: dict[type[Any], Callable[[TableState, Any], Events | Refusal]] = {
    DirectIdleSpins: direct_idle_spins,
    StopIdleSpins: stop_idle_spins,
    SpinForPractice: show_practice_spin,
}
REQUIRED_ACTS: dict[type[Any], Act] = {StopIdleSpins: Act.DEAL, SpinForPractice: Act.DEAL}
APPLIERS: dict[type[Any], Callable[[TableState, Any], TableState]] = {
    IdleSpinsDirected: _apply_idle_spins_directed,
    IdleSpinsStopped: _apply_idle_spins_stopped,
    PracticeSpun: _apply_practice_spun,
}
