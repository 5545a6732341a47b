"""The table float: fills, credits and counts of the tray.

What should lie in the tray is the table's own account, less what players owe: chips that were paid in error
have left the tray and are not back.
"""

from collections.abc import Iterator
from typing import TypeVar

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.i18n import message
from sicbo.machine.accounts import TABLE_FLOAT, WORLD, AccountPlace
from sicbo.machine.ledger import VALUE_CHIP, Transfer, keep_state, move
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import event_from_command
from sicbo.machine.structs import replace
from sicbo.table.messages.chips import (
    CountFloat,
    CreditFloat,
    FillFloat,
    FloatCounted,
    FloatCredited,
    FloatFilled,
)
from sicbo.table.money.cash import LARGEST_AMOUNT
from sicbo.table.money.racks import payout_instrument
from sicbo.table.state import TableState

Moved = TypeVar("Moved", FloatFilled, FloatCredited)


def fill_float(table: TableState, command: FillFloat) -> tuple[FloatFilled] | Refusal:
    """Bring value chips to the tray."""
    return _refuse_if_float_not_movable(table, command) or (_float_event(table, command, FloatFilled),)


def credit_float(table: TableState, command: CreditFloat) -> tuple[FloatCredited] | Refusal:
    """Take value chips out of the tray, at most what should be there."""
    if refusal := _refuse_if_float_not_movable(table, command):
        return refusal
    lies = expected_in_tray(table)
    if command.cents > lies:
        return Refusal(_clause(table), message("table-float.more-than-expected", expected=lies))
    return (_float_event(table, command, FloatCredited),)


def count_float(table: TableState, command: CountFloat) -> tuple[FloatCounted] | Refusal:
    """Record what the tray holds; the difference from what it should hold is the variance."""
    if refusal := _refuse_if_not_countable(table, command, least=0):
        return refusal
    should = expected_in_tray(table) if table.is_float_counted else None
    counted = event_from_command(
        FloatCounted,
        command,
        _clause(table),
        expected=should,
        variance=0 if should is None else command.cents - should,
    )
    return (counted,)


def _refuse_if_float_not_movable(table: TableState, command: FillFloat | CreditFloat) -> Refusal | None:
    if refusal := _refuse_if_not_countable(table, command, least=1):
        return refusal
    if not table.is_float_counted:
        return Refusal(_clause(table), message("table-float.not-counted"))
    if not command.number:
        return Refusal(_clause(table), message("table-float.slip-number-missing"))
    return None


def _refuse_if_not_countable(
    table: TableState, command: FillFloat | CreditFloat | CountFloat, least: int
) -> Refusal | None:
    """Return why a count cannot be made here now, or not by these people."""
    tray = table.rules.fittings.tray
    if payout_instrument(table) != VALUE_CHIP:
        return Refusal(_clause(table), message("table-float.no-float"))
    if table.sign is None:
        return Refusal(_clause(table), message("table.closed"))
    if tray is not None and tray.choice not in table.equipment:
        return Refusal(tray.clause, message("table-float.no-tray", tray=tray.choice))
    if not least <= command.cents < LARGEST_AMOUNT:
        return Refusal(_clause(table), message("table-float.no-amount"))
    if command.second in ("", command.stamp.by):
        return Refusal(_clause(table), message("table-float.second-person-missing"))
    return None


def _float_event(table: TableState, command: FillFloat | CreditFloat, kind: type[Moved]) -> Moved:
    return event_from_command(kind, command, _clause(table))


def _clause(table: TableState) -> str:
    return (table.rules.fittings.tray or table.rules.wagers.stakes).clause


def expected_in_tray(table: TableState) -> int:
    """Return the value chips that should lie in the tray, once they were counted."""
    return table.balances.amount_of(TABLE_FLOAT, VALUE_CHIP) + _value_chips_in(table, AccountPlace.RECEIVABLE)


def value_chips_with_players(table: TableState) -> int:
    """Return the value chips before players, on the layout, on Super Streak and in suspense."""
    return _value_chips_in(table, AccountPlace.RACK, AccountPlace.LAYOUT, AccountPlace.SUSPENSE)


def _value_chips_in(table: TableState, *places: AccountPlace) -> int:
    return sum(
        amount
        for (account, kind), amount in table.balances.amounts.items()
        if kind == VALUE_CHIP and account.place in places
    )


def apply_float_counted(table: TableState, event: FloatCounted) -> TableState:
    """Record a count; from here on the tray holds what was counted."""
    return replace(table, is_float_counted=True)


def _book_fill(event: FloatFilled, table: TableState) -> Iterator[Transfer]:
    return move(VALUE_CHIP, event.cents, WORLD, TABLE_FLOAT)


def _book_credit(event: FloatCredited, table: TableState) -> Iterator[Transfer]:
    return move(VALUE_CHIP, event.cents, TABLE_FLOAT, WORLD)


def _book_count(event: FloatCounted, table: TableState) -> Iterator[Transfer]:
    """Book what the tray holds beyond what it should hold; the first count has all of it from outside."""
    adjustment = event.cents - expected_in_tray(table)
    return move(
        VALUE_CHIP, abs(adjustment), *((WORLD, TABLE_FLOAT) if adjustment > 0 else (TABLE_FLOAT, WORLD))
    )


RULES = (
    Rule(FillFloat, decide=fill_float, act=Act.DEAL, signed=True),
    Rule(CreditFloat, decide=credit_float, act=Act.DEAL, signed=True),
    Rule(CountFloat, decide=count_float, act=Act.DEAL),
)
EFFECTS = (
    Effect(
        FloatFilled,
        apply=keep_state,
        transfers=_book_fill,
        audience=Audience.PLAYER,
    ),
    Effect(
        FloatCredited,
        apply=keep_state,
        transfers=_book_credit,
        audience=Audience.PLAYER,
    ),
    Effect(
        FloatCounted,
        apply=apply_float_counted,
        transfers=_book_count,
        audience=Audience.PLAYER,
    ),
)
