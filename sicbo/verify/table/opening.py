"""Opening and closing a table, and staff on duty."""

from collections.abc import Iterator

from sicbo.verify.decisions import Event, Order, OrderRow, event, refuse_if, repeated
from sicbo.verify.table.limits import refuse_if_limits_invalid, refuse_if_notice_unserved
from sicbo.verify.table.state import DROP, Sign, Table
from sicbo.verify.table.super_streak import offer, refuse_if_not_offerable, refuse_if_running

FLOOR = "floor"
PROFILES = ("home", "training", FLOOR)


def open_table(table: Table, order: Order) -> Iterator[Event]:
    """Open a table under a sign, with its equipment and its colours."""
    law = table.law
    per = law.clause["limits.per"]
    refuse_if(table.sign is not None or order["unit"] < 1 or order["chip"] < 1, per)
    needs_approved = law.choice["limits.below_minimum"] == "void-under-approved"
    approved = order["approved_minimum"]
    refuse_if(needs_approved and approved is None, law.clause["limits.below_minimum"])
    refuse_if_limits_invalid(table, order["minimum"], order["maximum"], order["areas"], approved)
    refuse_if(order["profile"] not in PROFILES, per)
    if order["colours"]:
        few = len(order["colours"]) < 2 or len(set(order["colours"])) != len(order["colours"])
        none = law.choice["wagers.colour_value"] == "no-colours"
        refuse_if(none or few, law.clause["wagers.colour_value"])
    if order["profile"] == FLOOR:
        _refuse_if_not_confirmed(table, order)
    refuse_if_not_offerable(table, order)
    yield repeated(order, "table-opened", per)


def _refuse_if_not_confirmed(table: Table, order: Order) -> None:
    """Refuse to open a floor until every duty and every reading is confirmed."""
    for clause in table.law.duties:
        refuse_if(clause not in order["confirmed"], clause)
    for name, clause in table.law.readings:
        refuse_if(name not in order["confirmed"], clause)


def close_table(table: Table, order: Order) -> Iterator[Event]:
    """Close a table between two rounds, after the notice that is owed to the players present."""
    clause = table.law.clause["conduct.closing"]
    refuse_if(table.sign is None or table.round is not None, clause)
    refuse_if_running(table)
    if table.has_players():
        notice = table.law.choice["conduct.closing"]
        refuse_if_notice_unserved(table, order, "table", clause, notice)
    yield event(order, "table-closed", clause)


def sign_on(table: Table, order: Order) -> Iterator[Event]:
    """Come on duty."""
    refuse_if(order["stamp"]["by"] in table.on_duty, _clause(table))
    yield event(order, "signed-on", _clause(table))


def sign_off(table: Table, order: Order) -> Iterator[Event]:
    """Go off duty; on a floor, a round is never left without a dealer."""
    refuse_if(order["stamp"]["by"] not in table.on_duty, _clause(table))
    last = table.profile == FLOOR and table.round is not None and len(table.on_duty) == 1
    refuse_if(last, _clause(table))
    yield event(order, "signed-off", _clause(table))


def refuse_if_not_on_duty(table: Table, order: Order) -> None:
    """Refuse to let a person deal on a floor who did not sign on."""
    refuse_if(table.profile == FLOOR and order["stamp"]["by"] not in table.on_duty, _clause(table))


def _clause(table: Table) -> str:
    return table.law.powers["deal"].clause


def apply_opened(table: Table, opened: Event) -> None:
    """Put up the sign, and begin with what the table has."""
    areas = tuple((area, minimum, maximum) for area, minimum, maximum in opened["areas"])
    fields = {name: opened[name] for name in ("minimum", "maximum", "unit", "chip")}
    table.sign = Sign(**fields, approved=opened["approved_minimum"], areas=areas)
    table.equipment, table.seats = opened["equipment"], opened["seats"]
    table.profile, table.colours = opened["profile"], opened["colours"]
    table.colour_only, table.is_float_counted = set(), False
    table.drop_at_opening = table.chips.get((DROP, "cash"), 0)
    offer(table, opened["streak_stake"])
    table.lay_out()


def apply_closed(table: Table, closed: Event) -> None:
    """Take down the sign; notices, agreed limits and seats end with it."""
    table.archive_last()
    table.sign, table.streak_stake, table.idle = None, None, False
    table.notices, table.agreed, table.seated = {}, {}, {}
    table.lay_out()


ORDERS = {
    "open-table": OrderRow(open_table, "open-table"),
    "close-table": OrderRow(close_table, "close-table"),
    "sign-on": OrderRow(sign_on, "deal"),
    "sign-off": OrderRow(sign_off, "deal"),
}
EFFECTS = {
    "table-opened": apply_opened,
    "table-closed": apply_closed,
    "signed-on": lambda table, event: table.on_duty.add(event["stamp"]["by"]),
    "signed-off": lambda table, event: table.on_duty.discard(event["stamp"]["by"]),
}
