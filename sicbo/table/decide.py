"""`decide`: the events that a command leads to now, or the clause that refuses it. It changes nothing."""

from collections.abc import Callable
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.table import desk
from sicbo.table.authority import may_not
from sicbo.table.equipment import faults
from sicbo.table.limits import notices, personal_limits
from sicbo.table.messages.base import Command
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
from sicbo.table.state import Table

Events = tuple[AnyEvent, ...]

HOW: dict[type[AnyCommand], Callable[[Table, Any], Events | Refusal]] = {
    OpenTable: life.open_table,
    CloseTable: life.close_table,
    BuyIn: life.buy_in,
    CashOut: life.cash_out,
    Perform: steps.perform,
    RegisterSlip: slips.register,
    DeclareVoid: voids.declare,
    CorrectResult: corrections.correct,
    GiveNotice: notices.give,
    WithdrawNotice: notices.withdraw,
    ChangeLimits: notices.change_limits,
    AgreeLimits: personal_limits.agree,
    **faults.HOW,
    **idle_spins.HOW,
    **seats.HOW,
    **conduct.HOW,
    **withheld_winnings.HOW,
    **disputes.HOW,
    **tournament_use.HOW,
    **super_streak.HOW,
    **desk.HOW,
}

NEEDS: dict[type[Command], Act] = {
    OpenTable: Act.OPEN_TABLE,
    CloseTable: Act.CLOSE_TABLE,
    BuyIn: Act.DEAL,
    CashOut: Act.DEAL,
    Perform: Act.DEAL,
    DeclareVoid: Act.DECLARE_VOID,
    CorrectResult: Act.CORRECT_RESULT,
    ChangeLimits: Act.CHANGE_LIMITS,
    AgreeLimits: Act.AGREE_PERSONAL_LIMITS,
    **faults.NEEDS,
    **idle_spins.NEEDS,
    **seats.NEEDS,
    **conduct.NEEDS,
    **withheld_winnings.NEEDS,
    **tournament_use.NEEDS,
    **super_streak.NEEDS,
    **desk.NEEDS,
}


def decide(table: Table, command: AnyCommand) -> Events | Refusal:
    """Return the events that `command` leads to now, or the refusal."""
    act = NEEDS.get(type(command))
    if act is not None and (refusal := may_not(table, command, act)):
        return refusal
    return tournament_use.closed_to(table, command) or HOW[type(command)](table, command)
