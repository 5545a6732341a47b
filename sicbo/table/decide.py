"""`decide`: what happens if a command is given now, or the clause that says no. It changes nothing."""

from collections.abc import Callable
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.authority import Act
from sicbo.table import (
    agreements,
    conduct,
    corrections,
    dealing,
    designation,
    desk,
    disputes,
    faults,
    idle,
    life,
    notices,
    seats,
    slips,
    streaks,
    suspense,
    voids,
)
from sicbo.table.commands import (
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
from sicbo.table.events import AnyEvent
from sicbo.table.messages import Command
from sicbo.table.powers import may_not
from sicbo.table.state import Table

Events = tuple[AnyEvent, ...]

HOW: dict[type[AnyCommand], Callable[[Table, Any], Events | Refusal]] = {
    OpenTable: life.open_table,
    CloseTable: life.close_table,
    BuyIn: life.buy_in,
    CashOut: life.cash_out,
    Perform: dealing.perform,
    RegisterSlip: slips.register,
    DeclareVoid: voids.declare,
    CorrectResult: corrections.correct,
    GiveNotice: notices.give,
    WithdrawNotice: notices.withdraw,
    ChangeLimits: notices.change_limits,
    AgreeLimits: agreements.agree,
    **faults.HOW,
    **idle.HOW,
    **seats.HOW,
    **conduct.HOW,
    **suspense.HOW,
    **disputes.HOW,
    **designation.HOW,
    **streaks.HOW,
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
    **idle.NEEDS,
    **seats.NEEDS,
    **conduct.NEEDS,
    **suspense.NEEDS,
    **designation.NEEDS,
    **streaks.NEEDS,
    **desk.NEEDS,
}


def decide(table: Table, command: AnyCommand) -> Events | Refusal:
    """Say what happens if `command` is given now."""
    act = NEEDS.get(type(command))
    if act is not None and (refusal := may_not(table, command, act)):
        return refusal
    return designation.closed_to(table, command) or HOW[type(command)](table, command)
