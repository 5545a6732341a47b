"""`decide`: the events that a command leads to now, or the clause that refuses it. It changes nothing."""

from collections.abc import Callable
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.table import desk
from sicbo.table.authority import refuse_if_not_permitted
from sicbo.table.equipment import faults
from sicbo.table.limits import notices, personal_limits
from sicbo.table.messages.base import TableCommand
from sicbo.table.messages.commands import (
    AgreeLimits,
    AnyCommand,
    BuyIn,
    CashOut,
    ChangeLimits,
    CloseTable,
    CorrectResult,
    DeclareVoid,
    GiveNotice,
    OpenTable,
    Perform,
    RegisterSlip,
    WithdrawNotice,
)
from sicbo.table.messages.events import AnyEvent
from sicbo.table.people import conduct, disputes, seats, tournament_use, withheld_winnings
from sicbo.table.round import corrections, idle_spins, life, slips, steps, super_streak, voids
from sicbo.table.state import TableState

Events = tuple[AnyEvent, ...]

DECIDERS: dict[type[AnyCommand], Callable[[TableState, Any], Events | Refusal]] = {
    OpenTable: life.open_table,
    CloseTable: life.close_table,
    BuyIn: life.buy_in,
    CashOut: life.cash_out,
    Perform: steps.perform_step,
    RegisterSlip: slips.register_slip,
    DeclareVoid: voids.declare_void,
    CorrectResult: corrections.correct_result,
    GiveNotice: notices.give_notice,
    WithdrawNotice: notices.withdraw_notice,
    ChangeLimits: notices.change_limits,
    AgreeLimits: personal_limits.agree_limits,
    **faults.DECIDERS,
    **idle_spins.DECIDERS,
    **seats.DECIDERS,
    **conduct.DECIDERS,
    **withheld_winnings.DECIDERS,
    **disputes.DECIDERS,
    **tournament_use.DECIDERS,
    **super_streak.DECIDERS,
    **desk.DECIDERS,
}

REQUIRED_ACTS: dict[type[TableCommand], Act] = {
    OpenTable: Act.OPEN_TABLE,
    CloseTable: Act.CLOSE_TABLE,
    BuyIn: Act.DEAL,
    CashOut: Act.DEAL,
    Perform: Act.DEAL,
    DeclareVoid: Act.DECLARE_VOID,
    CorrectResult: Act.CORRECT_RESULT,
    ChangeLimits: Act.CHANGE_LIMITS,
    AgreeLimits: Act.AGREE_PERSONAL_LIMITS,
    **faults.REQUIRED_ACTS,
    **idle_spins.REQUIRED_ACTS,
    **seats.REQUIRED_ACTS,
    **conduct.REQUIRED_ACTS,
    **withheld_winnings.REQUIRED_ACTS,
    **tournament_use.REQUIRED_ACTS,
    **super_streak.REQUIRED_ACTS,
    **desk.REQUIRED_ACTS,
}


def decide(table: TableState, command: AnyCommand) -> Events | Refusal:
    """Return the events that `command` leads to now, or the refusal."""
    act = REQUIRED_ACTS.get(type(command))
    if act is not None and (refusal := refuse_if_not_permitted(table, command, act)):
        return refusal
    return tournament_use.refuse_if_reserved(table, command) or DECIDERS[type(command)](table, command)
