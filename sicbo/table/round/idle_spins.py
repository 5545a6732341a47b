"""Spins without wagers: directed ones until the first slip, and practice spins that move nothing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import as_roll
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import key_of
from sicbo.table.authority import may_not
from sicbo.table.messages.events import AnyEvent
from sicbo.table.messages.faults import (
    DirectIdleSpins,
    IdleSpinsDirected,
    IdleSpinsStopped,
    PracticeSpun,
    SpinForPractice,
    StopIdleSpins,
)
from sicbo.table.open_items import facts
from sicbo.table.state import Table

Events = tuple[AnyEvent, ...]


def direct(table: Table, command: DirectIdleSpins) -> Events | Refusal:
    """Direct spins without wagers between two rounds, while the layout is empty."""
    ruling = table.rules.round.idle
    if not ruling.choice.is_provided:
        return Refusal(ruling.clause, "Spins without wagers are not provided for: invite bets instead.")
    refusal = may_not(table, command, Act.IDLE_SPIN)
    if refusal:
        return refusal
    if table.sign is None:
        return Refusal(ruling.clause, "The table is closed: open it first.")
    if table.idle:
        return Refusal(ruling.clause, "Spins without wagers are directed already: go on spinning.")
    if table.round is not None:
        return Refusal(
            ruling.clause, f"Finish round {table.round.number} first: next, {table.due.step.value}."
        )
    last = replace(table, idle=True).stages[-1]
    return (IdleSpinsDirected(**facts(command, ruling.clause), last=key_of(last.step)),)


def stop(table: Table, command: StopIdleSpins) -> Events | Refusal:
    """Stop spins without wagers, although there is no slip."""
    clause = table.rules.round.idle.clause
    if not table.idle:
        return Refusal(clause, "No spins without wagers are directed: there is nothing to stop.")
    return (IdleSpinsStopped(**facts(command, clause)),)


def practise(table: Table, command: SpinForPractice) -> Events | Refusal:
    """Show a practice spin between two rounds; nothing is won, lost or counted."""
    clause = table.rules.round.order.clause
    if table.round is not None:
        return Refusal(clause, f"Finish round {table.round.number} first: next, {table.due.step.value}.")
    try:
        roll = as_roll(command.dice)
    except BadInput as error:
        return Refusal(clause, str(error))
    return (PracticeSpun(**facts(command, clause), dice=roll),)


def _directed(table: Table, event: IdleSpinsDirected) -> Table:
    return replace(table, idle=True)


def _stopped(table: Table, event: IdleSpinsStopped) -> Table:
    return replace(table, idle=False)


def _practised(table: Table, event: PracticeSpun) -> Table:
    return table


HOW: dict[type[Any], Callable[[Table, Any], Events | Refusal]] = {
    DirectIdleSpins: direct,
    StopIdleSpins: stop,
    SpinForPractice: practise,
}
NEEDS: dict[type[Any], Act] = {StopIdleSpins: Act.DEAL, SpinForPractice: Act.DEAL}
EVOLVES: dict[type[Any], Callable[[Table, Any], Table]] = {
    IdleSpinsDirected: _directed,
    IdleSpinsStopped: _stopped,
    PracticeSpun: _practised,
}
