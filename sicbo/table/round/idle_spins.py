"""Spins without wagers: directed ones until the first slip, and practice spins that move nothing."""

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import as_roll
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import enum_key
from sicbo.i18n import message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Event, event_fields
from sicbo.machine.structs import replace
from sicbo.table.authority import refuse_if_not_permitted
from sicbo.table.messages.faults import (
    DirectIdleSpins,
    IdleSpinsDirected,
    IdleSpinsStopped,
    PracticeSpun,
    SpinForPractice,
    StopIdleSpins,
)
from sicbo.table.preconditions import refuse_during_round, refuse_if_closed
from sicbo.table.state import TableState

Events = tuple[Event, ...]


def direct_idle_spins(table: TableState, command: DirectIdleSpins) -> Events | Refusal:
    """Direct spins without wagers between two rounds, while the layout is empty."""
    ruling = table.rules.round.idle
    if not ruling.choice.is_provided:
        return Refusal(ruling.clause, message("idle-spins.not-provided"))
    refusal = refuse_if_not_permitted(table, command, Act.IDLE_SPIN) or refuse_if_closed(table, ruling.clause)
    if refusal:
        return refusal
    if table.idle:
        return Refusal(ruling.clause, message("idle-spins.on-already"))
    if refusal := refuse_during_round(table, ruling.clause):
        return refusal
    last = replace(table, idle=True).stages[-1]
    return (IdleSpinsDirected(**event_fields(command, ruling.clause), last=enum_key(last.step)),)


def stop_idle_spins(table: TableState, command: StopIdleSpins) -> Events | Refusal:
    """Stop spins without wagers, although there is no slip."""
    clause = table.rules.round.idle.clause
    if not table.idle:
        return Refusal(clause, message("idle-spins.not-on"))
    return (IdleSpinsStopped(**event_fields(command, clause)),)


def show_practice_spin(table: TableState, command: SpinForPractice) -> Events | Refusal:
    """Show a practice spin between two rounds; nothing is won, lost or counted."""
    clause = table.rules.round.order.clause
    if refusal := refuse_during_round(table, clause):
        return refusal
    try:
        roll = as_roll(command.dice)
    except BadInput as error:
        return Refusal(clause, error.message)
    return (PracticeSpun(**event_fields(command, clause), dice=roll),)


def _apply_idle_spins_directed(table: TableState, event: IdleSpinsDirected) -> TableState:
    return replace(table, idle=True)


def _apply_idle_spins_stopped(table: TableState, event: IdleSpinsStopped) -> TableState:
    return replace(table, idle=False)


def _apply_practice_spun(table: TableState, event: PracticeSpun) -> TableState:
    return table


RULES = (
    Rule(DirectIdleSpins, decide=direct_idle_spins),
    Rule(StopIdleSpins, decide=stop_idle_spins, act=Act.DEAL),
    Rule(SpinForPractice, decide=show_practice_spin, act=Act.DEAL),
)
EFFECTS = (
    Effect(
        IdleSpinsDirected,
        apply=_apply_idle_spins_directed,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        IdleSpinsStopped,
        apply=_apply_idle_spins_stopped,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        PracticeSpun,
        apply=_apply_practice_spun,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
