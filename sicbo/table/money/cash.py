"""Cash in the drop, vouchers, and terminal credits and tickets."""

from collections.abc import Iterator, Mapping
from hashlib import sha256

from sicbo.errors import Refusal
from sicbo.game.money import Instrument
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import enum_key
from sicbo.i18n import message
from sicbo.machine.accounts import DROP, TABLE_FLOAT, WORLD, rack_account
from sicbo.machine.ledger import CASH, Transfer, keep_state, move
from sicbo.machine.log_kind import Audience, Effect, Events, OtherLogs, Rule
from sicbo.machine.messages import event_from_command
from sicbo.machine.structs import replace
from sicbo.table.messages.chips import (
    BuyCredits,
    DispenseTicket,
    ExchangeVoucher,
    TicketDispensed,
    VoucherExchanged,
)
from sicbo.table.messages.round import BuyIn, CashOut, ChipsTaken, ValueBrought
from sicbo.table.money.racks import (
    COLOUR_CHIP,
    instrument_kind,
    payout_instrument,
)
from sicbo.table.state import TableState

VALUE_CHIP, _, TOKEN, CREDIT, _ = (enum_key(instrument) for instrument in Instrument)
COMPLIMENTARY, PROMOTIONAL = "complimentary", "promotional"
LARGEST_AMOUNT = 2**53


def refuse_if_cash_not_taken(table: TableState, command: BuyIn) -> Refusal | None:
    """Return why cash does not buy this: colours are sold for value chips, and cash may need a drop box."""
    if instrument_kind(command.instrument) == COLOUR_CHIP:
        clause = table.rules.wagers.colour_value.clause
        return Refusal(clause, message("cash.no-colour-for-cash"))
    box = table.rules.fittings.cash
    if box is not None and command.instrument != TOKEN and box.choice not in table.equipment:
        return Refusal(box.clause, message("cash.no-drop-box", box=box.choice))
    return None


def exchange_voucher(table: TableState, command: ExchangeVoucher) -> tuple[VoucherExchanged] | Refusal:
    """Change a voucher, once, into what the rulebook provides for its kind."""
    ruling = table.rules.wagers.vouchers
    if command.kind not in (COMPLIMENTARY, PROMOTIONAL):
        return Refusal(ruling.clause, message("cash.unknown-voucher-kind"))
    instrument = _voucher_instrument(table, command.kind)
    if instrument is None:
        return Refusal(ruling.clause, message("cash.voucher-not-changed", kind=command.kind))
    if table.sign is None:
        return Refusal(ruling.clause, message("slips.table-closed"))
    if not 0 < command.cents < LARGEST_AMOUNT:
        return Refusal(ruling.clause, message("cash.voucher-without-value"))
    if not command.number:
        return Refusal(ruling.clause, message("cash.voucher-without-number"))
    if command.number in table.vouchers:
        return Refusal(ruling.clause, message("cash.voucher-spent", number=command.number))
    clause = table.rules.wagers.tokens.clause if instrument == TOKEN else ruling.clause
    exchanged = event_from_command(VoucherExchanged, command, clause, instrument=instrument)
    return (exchanged,)


def refuse_if_voucher_spent(
    table: TableState, others: Mapping[str, TableState], command: ExchangeVoucher
) -> Refusal | None:
    """Refuse a voucher that another table of the house has already taken."""
    where = next((one.name for one in others.values() if command.number in one.vouchers), None)
    if where is None:
        return None
    says = message("cash.voucher-spent-elsewhere", number=command.number, table=where)
    return Refusal(table.rules.wagers.vouchers.clause, says)


def voucher_claim(command: ExchangeVoucher) -> str:
    """Return the key that spending a voucher claims, so that only one of two processes takes it."""
    return f"voucher {sha256(command.number.encode()).hexdigest()}"


def _voucher_instrument(table: TableState, kind: str) -> str | None:
    """Return what a voucher becomes, or None if this table does not change it."""
    wagers = table.rules.wagers
    into_chips = wagers.vouchers.choice.becomes_chips
    if kind == PROMOTIONAL and Instrument.TOKEN in wagers.stakes.choice:
        return TOKEN
    if into_chips:
        return payout_instrument(table)
    return TOKEN if wagers.vouchers.choice.is_staked_like_token else None


def buy_credits(table: TableState, command: BuyCredits) -> tuple[ValueBrought] | Refusal:
    """Sell credits on a player's terminal, without a dealer."""
    stakes = table.rules.wagers.stakes
    if refusal := _refuse_if_no_terminals(table):
        return refusal
    if table.sign is None:
        return Refusal(stakes.clause, message("slips.table-closed"))
    if not 0 < command.cents < LARGEST_AMOUNT:
        return Refusal(stakes.clause, message("cash.buy-in-too-small"))
    brought = event_from_command(ValueBrought, command, stakes.clause, instrument=CREDIT)
    return (brought,)


def dispense_ticket(table: TableState, command: DispenseTicket) -> tuple[TicketDispensed] | Refusal:
    """Pay all credits of a terminal out as one ticket."""
    stakes = table.rules.wagers.stakes
    if refusal := _refuse_if_no_terminals(table):
        return refusal
    left = table.rack(command.player, CREDIT)
    if not left:
        return Refusal(stakes.clause, message("cash.no-credits", player=command.player))
    if not command.number:
        return Refusal(stakes.clause, message("cash.ticket-without-number"))
    dispensed = event_from_command(TicketDispensed, command, stakes.clause, cents=left)
    return (dispensed,)


def _refuse_if_no_terminals(table: TableState) -> Refusal | None:
    if payout_instrument(table) == CREDIT:
        return None
    return Refusal(table.rules.wagers.stakes.clause, message("cash.no-terminals"))


def apply_voucher_exchanged(table: TableState, event: VoucherExchanged) -> TableState:
    """Record a changed voucher as spent."""
    return replace(table, vouchers=table.vouchers.set(event.number, event.player))


def buy_in(table: TableState, command: BuyIn) -> Events | Refusal:
    """Change cash into chips, or a voucher into tokens, if this rulebook takes them as stakes."""
    stakes = table.rules.wagers.stakes
    known = tuple(enum_key(instrument) for instrument in stakes.choice)
    if table.sign is None:
        return Refusal(stakes.clause, message("slips.table-closed"))
    if instrument_kind(command.instrument) not in known:
        return Refusal(stakes.clause, message("cash.kind-not-played", known=known))
    if not 0 < command.cents < 2**53:
        return Refusal(stakes.clause, message("cash.buy-in-too-small"))
    if refusal := refuse_if_cash_not_taken(table, command):
        return refusal
    brought = event_from_command(ValueBrought, command, stakes.clause)
    return (brought,)


def cash_out(table: TableState, command: CashOut) -> Events | Refusal:
    """Take chips away from the table, at most what the player has before them."""
    stakes = table.rules.wagers.stakes
    has = table.rack(command.player, enum_key(stakes.choice[0]))
    if not 0 < command.cents <= has:
        return Refusal(stakes.clause, message("cash.more-than-held", player=command.player, has=has))
    taken = event_from_command(ChipsTaken, command, stakes.clause)
    return (taken,)


def _book_voucher(event: VoucherExchanged, table: TableState) -> Iterator[Transfer]:
    return move(event.instrument, event.cents, TABLE_FLOAT, rack_account(event.player))


def _book_ticket(event: TicketDispensed, table: TableState) -> Iterator[Transfer]:
    return move(CREDIT, event.cents, rack_account(event.player), WORLD)


def _book_value_brought(event: ValueBrought, table: TableState) -> Iterator[Transfer]:
    if event.instrument != TOKEN:
        yield from move(CASH, event.cents, WORLD, DROP)
    yield from move(event.instrument, event.cents, TABLE_FLOAT, rack_account(event.player))


def _book_chips_taken(event: ChipsTaken, table: TableState) -> Iterator[Transfer]:
    return move(payout_instrument(table), event.cents, rack_account(event.player), WORLD)


RULES = (
    Rule(BuyIn, decide=buy_in, act=Act.DEAL),
    Rule(CashOut, decide=cash_out, act=Act.DEAL),
    Rule(
        ExchangeVoucher,
        decide=exchange_voucher,
        act=Act.DEAL,
        others=OtherLogs(refuse_if_voucher_spent, claim=voucher_claim),
    ),
    Rule(BuyCredits, decide=buy_credits),
    Rule(DispenseTicket, decide=dispense_ticket),
)
EFFECTS = (
    Effect(
        VoucherExchanged,
        apply=apply_voucher_exchanged,
        transfers=_book_voucher,
        audience=Audience.PLAYER,
    ),
    Effect(
        TicketDispensed,
        apply=keep_state,
        transfers=_book_ticket,
        audience=Audience.PLAYER,
    ),
    Effect(
        ValueBrought,
        apply=keep_state,
        transfers=_book_value_brought,
        audience=Audience.PLAYER,
    ),
    Effect(
        ChipsTaken,
        apply=keep_state,
        transfers=_book_chips_taken,
        audience=Audience.PLAYER,
    ),
)
