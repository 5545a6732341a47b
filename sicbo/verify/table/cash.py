"""Cash, credits, vouchers and tickets, and the table's own float."""

from collections.abc import Iterator

from sicbo.verify.decisions import Event, Order, OrderRow, refuse_if, repeated
from sicbo.verify.table.colour_chips import COLOUR, kind_of
from sicbo.verify.table.state import DROP, FLOAT, OUTSIDE, Table

CASH, CREDIT, TOKEN, VALUE_CHIP = "cash", "credit", "token", "value-chip"
LARGEST = 2**53
INTO_CHIPS = ("into-chips", "as-chips")


def _clause(table: Table) -> str:
    return table.law.clause["wagers.stakes"]


def buy_in(table: Table, order: Order) -> Iterator[Event]:
    """Change cash into chips, or a voucher into tokens."""
    law, kind = table.law, order["instrument"]
    refuse_if(table.sign is None or kind_of(kind) not in law.instruments, _clause(table))
    refuse_if(not 0 < order["cents"] < LARGEST, _clause(table))
    refuse_if(kind_of(kind) == COLOUR, law.clause["wagers.colour_value"])
    no_box = law.cash is not None and kind != TOKEN and law.cash not in table.equipment
    refuse_if(no_box, law.clause.get("fittings.cash", ""))
    yield repeated(order, "value-brought", _clause(table))


def cash_out(table: Table, order: Order) -> Iterator[Event]:
    """Take chips away from the table."""
    has = table.rack(order["player"], table.law.money)
    refuse_if(not 0 < order["cents"] <= has, _clause(table))
    yield repeated(order, "chips-taken", _clause(table))


def buy_credits(table: Table, order: Order) -> Iterator[Event]:
    """Buy credits on a terminal."""
    refuse_if(table.law.money != CREDIT or table.sign is None, _clause(table))
    refuse_if(not 0 < order["cents"] < LARGEST, _clause(table))
    yield repeated(order, "value-brought", _clause(table), instrument=CREDIT)


def dispense_ticket(table: Table, order: Order) -> Iterator[Event]:
    """Pay all credits of a terminal out as one ticket."""
    left = table.rack(order["player"], CREDIT)
    refuse_if(table.law.money != CREDIT or not left or not order["number"], _clause(table))
    yield repeated(order, "ticket-dispensed", _clause(table), cents=left)


def exchange_voucher(table: Table, order: Order) -> Iterator[Event]:
    """Change a voucher, once, into what the rulebook provides for its kind."""
    law, kind = table.law, order["kind"]
    choice, clause = law.choice["wagers.vouchers"], law.clause["wagers.vouchers"]
    refuse_if(kind not in ("complimentary", "promotional"), clause)
    becomes = None
    if kind == "promotional" and TOKEN in law.instruments:
        becomes = TOKEN
    elif choice in INTO_CHIPS:
        becomes = law.money
    elif choice == "as-tokens":
        becomes = TOKEN
    refuse_if(becomes is None or table.sign is None or not 0 < order["cents"] < LARGEST, clause)
    refuse_if(not order["number"] or order["number"] in table.vouchers, clause)
    by = law.clause["wagers.tokens"] if becomes == TOKEN else clause
    yield repeated(order, "voucher-exchanged", by, instrument=becomes)


def fill_float(table: Table, order: Order) -> Iterator[Event]:
    """Bring value chips to the tray."""
    _refuse_if_not_movable(table, order)
    yield repeated(order, "float-filled", _tray_clause(table))


def credit_float(table: Table, order: Order) -> Iterator[Event]:
    """Take value chips out of the tray, at most what should be there."""
    _refuse_if_not_movable(table, order)
    refuse_if(order["cents"] > _in_tray(table), _tray_clause(table))
    yield repeated(order, "float-credited", _tray_clause(table))


def count_float(table: Table, order: Order) -> Iterator[Event]:
    """Record what the tray holds, and what it should hold."""
    _refuse_if_not_countable(table, order, least=0)
    expected = _in_tray(table) if table.is_float_counted else None
    variance = 0 if expected is None else order["cents"] - expected
    fields = {"expected": expected, "variance": variance}
    yield repeated(order, "float-counted", _tray_clause(table), **fields)


def _refuse_if_not_movable(table: Table, order: Order) -> None:
    _refuse_if_not_countable(table, order, least=1)
    refuse_if(not table.is_float_counted or not order["number"], _tray_clause(table))


def _refuse_if_not_countable(table: Table, order: Order, least: int) -> None:
    """Refuse a count where there is no tray, of no amount, or by one person alone."""
    law, clause = table.law, _tray_clause(table)
    refuse_if(law.money != VALUE_CHIP or table.sign is None, clause)
    refuse_if(law.tray is not None and law.tray not in table.equipment, clause)
    refuse_if(not least <= order["cents"] < LARGEST, clause)
    refuse_if(order["second"] in ("", order["stamp"]["by"]), clause)


def _tray_clause(table: Table) -> str:
    return table.law.clause.get("fittings.tray", _clause(table))


def _in_tray(table: Table) -> int:
    """Return the value chips that should lie in the tray: the float without what was paid in error."""
    debts = sum(
        cents for (place, kind), cents in table.chips.items() if place[0] == "debt" and kind == VALUE_CHIP
    )
    return table.chips.get((FLOAT, VALUE_CHIP), 0) + debts


def apply_brought(table: Table, brought: Event) -> None:
    """Put cash into the drop, and chips before the player."""
    if brought["instrument"] != TOKEN:
        table.move(CASH, brought["cents"], OUTSIDE, DROP)
    table.move(brought["instrument"], brought["cents"], FLOAT, ("rack", brought["player"]))


def apply_taken(table: Table, taken: Event) -> None:
    """Let chips or credits leave the table."""
    table.move(table.law.money, taken["cents"], ("rack", taken["player"]), OUTSIDE)


def apply_exchanged(table: Table, exchanged: Event) -> None:
    """Spend a voucher."""
    table.vouchers[exchanged["number"]] = exchanged["player"]
    table.move(exchanged["instrument"], exchanged["cents"], FLOAT, ("rack", exchanged["player"]))


def apply_moved(table: Table, moved: Event) -> None:
    """Move value chips between the tray and the cage."""
    cents = moved["cents"] if moved["type"] == "float-filled" else -moved["cents"]
    table.move(VALUE_CHIP, cents, OUTSIDE, FLOAT)


def apply_counted(table: Table, counted: Event) -> None:
    """Let the tray hold what was counted."""
    table.move(VALUE_CHIP, counted["cents"] - _in_tray(table), OUTSIDE, FLOAT)
    table.is_float_counted = True


ORDERS = {
    "buy-in": OrderRow(buy_in, "deal"),
    "cash-out": OrderRow(cash_out, "deal"),
    "buy-credits": OrderRow(buy_credits),
    "dispense-ticket": OrderRow(dispense_ticket),
    "exchange-voucher": OrderRow(exchange_voucher, "deal"),
    "fill-float": OrderRow(fill_float, "deal"),
    "credit-float": OrderRow(credit_float, "deal"),
    "count-float": OrderRow(count_float, "deal"),
}
EFFECTS = {
    "value-brought": apply_brought,
    "chips-taken": apply_taken,
    "ticket-dispensed": apply_taken,
    "voucher-exchanged": apply_exchanged,
    "float-filled": apply_moved,
    "float-credited": apply_moved,
    "float-counted": apply_counted,
}
