"""Cash in the drop, vouchers, terminal credits and tickets, and the table float with its counts.

The float is kept as one figure: the value chips at the table, in the tray and with players together. Play
moves them to and fro and does not change it; only fills, credits and chips carried away do. What should lie
in the tray is that figure less what players have.
"""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.money import Instrument, money
from sicbo.game.rulebook.publication import key_of
from sicbo.table.messages.base import Stake
from sicbo.table.messages.chip_commands import (
    BuyCredits,
    CountFloat,
    CreditFloat,
    DispenseTicket,
    ExchangeVoucher,
    FillFloat,
)
from sicbo.table.messages.chip_events import (
    FloatCounted,
    FloatCredited,
    FloatFilled,
    TicketDispensed,
    VoucherExchanged,
)
from sicbo.table.messages.commands import BuyIn
from sicbo.table.messages.events import ChipsTaken, ValueBrought
from sicbo.table.money.racks import COLOUR_CHIP, kind_of, money_of, moved
from sicbo.table.open_items import happened
from sicbo.table.state import Round, Table

VALUE_CHIP, _, TOKEN, CREDIT = (key_of(instrument) for instrument in Instrument)
COMPLIMENTARY, PROMOTIONAL = "complimentary", "promotional"
MOST = 2**53

Moved = TypeVar("Moved", FloatFilled, FloatCredited)


def not_bought(table: Table, command: BuyIn) -> Refusal | None:
    """Return why cash does not buy this: colours are sold for value chips, and cash may need a drop box."""
    if kind_of(command.instrument) == COLOUR_CHIP:
        clause = table.rules.wagers.colour_value.clause
        return Refusal(clause, "Cash buys no colour: buy value chips and change them into one.")
    box = table.rules.fittings.cash
    if box is not None and command.instrument != TOKEN and box.choice not in table.equipment:
        return Refusal(box.clause, f"This table takes no cash: open it with a {box.choice}.")
    return None


def exchange(table: Table, command: ExchangeVoucher) -> tuple[VoucherExchanged] | Refusal:
    """Change a voucher, once, into what the rulebook provides for its kind."""
    ruling = table.rules.wagers.vouchers
    if command.kind not in (COMPLIMENTARY, PROMOTIONAL):
        return Refusal(ruling.clause, f"A voucher is {COMPLIMENTARY} or {PROMOTIONAL}: say which.")
    instrument = _worth(table, command.kind)
    if instrument is None:
        return Refusal(ruling.clause, f"This table changes no {command.kind} vouchers: hand it back.")
    if table.sign is None:
        return Refusal(ruling.clause, "The table is closed: wait until it opens.")
    if not 0 < command.cents < MOST:
        return Refusal(ruling.clause, "That is no voucher's value: read it again, at least one cent.")
    if not command.number or command.number in table.vouchers:
        return Refusal(ruling.clause, "That voucher has no number, or is spent: take one that is not.")
    clause = table.rules.wagers.tokens.clause if instrument == TOKEN else ruling.clause
    exchanged = happened(VoucherExchanged, command, clause, instrument=instrument)
    return (exchanged,)


def _worth(table: Table, kind: str) -> str | None:
    """Return what a voucher becomes, or None if this table does not change it."""
    wagers = table.rules.wagers
    into_chips = wagers.vouchers.choice.becomes_chips
    if kind == PROMOTIONAL and Instrument.TOKEN in wagers.stakes.choice:
        return TOKEN
    if into_chips:
        return money_of(table)
    return TOKEN if wagers.vouchers.choice.is_staked_like_token else None


def buy_credits(table: Table, command: BuyCredits) -> tuple[ValueBrought] | Refusal:
    """Sell credits on a player's terminal, without a dealer."""
    stakes = table.rules.wagers.stakes
    if refusal := _no_terminal(table):
        return refusal
    if table.sign is None:
        return Refusal(stakes.clause, "The table is closed: wait until it opens.")
    if not 0 < command.cents < MOST:
        return Refusal(stakes.clause, "Buy at least one cent of credits.")
    brought = happened(ValueBrought, command, stakes.clause, instrument=CREDIT)
    return (brought,)


def dispense(table: Table, command: DispenseTicket) -> tuple[TicketDispensed] | Refusal:
    """Pay all credits of a terminal out as one ticket."""
    stakes = table.rules.wagers.stakes
    if refusal := _no_terminal(table):
        return refusal
    left = table.rack(command.player, CREDIT)
    if not left or not command.number:
        return Refusal(stakes.clause, "Give the ticket a number, and at least one cent of credits.")
    dispensed = happened(TicketDispensed, command, stakes.clause, cents=left)
    return (dispensed,)


def _no_terminal(table: Table) -> Refusal | None:
    if money_of(table) == CREDIT:
        return None
    return Refusal(table.rules.wagers.stakes.clause, "This table has no terminals: ask the dealer for chips.")


def fill(table: Table, command: FillFloat) -> tuple[FloatFilled] | Refusal:
    """Bring value chips to the tray."""
    return _not_moved(table, command) or (_float_moved(table, command, FloatFilled),)


def credit(table: Table, command: CreditFloat) -> tuple[FloatCredited] | Refusal:
    """Take value chips out of the tray, at most what should be there."""
    if refusal := _not_moved(table, command):
        return refusal
    lies = expected(table)
    if command.cents > lies:
        return Refusal(_clause(table), f"The tray should hold {money(lies)}: take at most that.")
    return (_float_moved(table, command, FloatCredited),)


def count(table: Table, command: CountFloat) -> tuple[FloatCounted] | Refusal:
    """Record what the tray holds; the difference from what it should hold is the variance."""
    if refusal := _not_counted(table, command, least=0):
        return refusal
    should = None if table.chips is None else expected(table)
    counted = happened(
        FloatCounted,
        command,
        _clause(table),
        expected=should,
        variance=0 if should is None else command.cents - should,
    )
    return (counted,)


def _not_moved(table: Table, command: FillFloat | CreditFloat) -> Refusal | None:
    if refusal := _not_counted(table, command, least=1):
        return refusal
    if table.chips is None:
        return Refusal(_clause(table), "The float is not counted yet: count it first.")
    if not command.number:
        return Refusal(_clause(table), "No slip goes with the chips: give the number of one.")
    return None


def _not_counted(table: Table, command: FillFloat | CreditFloat | CountFloat, least: int) -> Refusal | None:
    """Return why a count cannot be made here now, or not by these people."""
    tray = table.rules.fittings.tray
    if money_of(table) != VALUE_CHIP:
        return Refusal(_clause(table), "Terminals need no float: there are no chips to count.")
    if table.sign is None:
        return Refusal(_clause(table), "The table is closed: open it first.")
    if tray is not None and tray.choice not in table.equipment:
        return Refusal(tray.clause, f"This table opened without a {tray.choice}: open it with one.")
    if not least <= command.cents < MOST:
        return Refusal(_clause(table), "That is no amount of chips: count them in whole cents.")
    if command.second in ("", command.stamp.by):
        return Refusal(
            _clause(table), "Chips are counted by two people: name a second person who counted them."
        )
    return None


def _float_moved(table: Table, command: FillFloat | CreditFloat, kind: type[Moved]) -> Moved:
    return happened(kind, command, _clause(table))


def _clause(table: Table) -> str:
    return (table.rules.fittings.tray or table.rules.wagers.stakes).clause


def expected(table: Table) -> int:
    """Return the value chips that should lie in the tray."""
    assert table.chips is not None
    return table.chips - with_players(table)


def with_players(table: Table) -> int:
    """Return the value chips before players, on the layout, on Super Streak and in suspense."""
    apart: list[tuple[tuple[str, str], int]] = [*table.racks.items(), *table.suspense.items()]
    streaks = [one.stake for mine in table.streaks.wagers.values() for one in mine]
    return (
        sum(cents for (_, kind), cents in apart if kind == VALUE_CHIP)
        + _value_chips(streaks)
        + (_on_layout(table.round) if table.round else 0)
    )


def _on_layout(played: Round) -> int:
    """Return the value chips of a round that are neither collected nor paid."""
    placed = [stake for slip in played.slips.values() for stake in slip.stakes]
    gone = [
        line.stake for done in (played.collected, played.paid) for lines in done.values() for line in lines
    ]
    return _value_chips(placed) - _value_chips(gone)


def _value_chips(stakes: Iterable[Stake]) -> int:
    return sum(stake.cents for stake in stakes if stake.instrument == VALUE_CHIP)


def brought(table: Table, event: ValueBrought) -> Table:
    """Record a buy-in; cash goes into the drop."""
    drop = table.drop if event.instrument == TOKEN else table.drop + event.cents
    return moved(replace(table, drop=drop), event.player, ((event.instrument, event.cents),))


def taken(table: Table, event: ChipsTaken) -> Table:
    """Record the chips that a player took away."""
    chips = None if table.chips is None else table.chips - event.cents
    return moved(replace(table, chips=chips), event.player, ((money_of(table), -event.cents),))


def exchanged(table: Table, event: VoucherExchanged) -> Table:
    """Record a changed voucher as spent."""
    vouchers = table.vouchers.set(event.number, event.player)
    return moved(replace(table, vouchers=vouchers), event.player, ((event.instrument, event.cents),))


def dispensed(table: Table, event: TicketDispensed) -> Table:
    """Record a ticket that was printed."""
    return moved(table, event.player, ((CREDIT, -event.cents),))


def filled(table: Table, event: FloatFilled) -> Table:
    """Record a fill."""
    assert table.chips is not None
    return replace(table, chips=table.chips + event.cents)


def credited(table: Table, event: FloatCredited) -> Table:
    """Record a credit."""
    assert table.chips is not None
    return replace(table, chips=table.chips - event.cents)


def counted(table: Table, event: FloatCounted) -> Table:
    """Record a count; from here on the tray holds what was counted."""
    return replace(table, chips=event.cents + with_players(table))
