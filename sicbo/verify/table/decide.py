"""The second program for a table: one row for each order and each event."""

from typing import Any

from sicbo.verify.decisions import Event, Order, Refused
from sicbo.verify.table import (
    cash,
    colour_chips,
    disputes,
    faults,
    limits,
    opening,
    people,
    settlement,
    slips,
    steps,
    super_streak,
    voids_and_corrections,
)
from sicbo.verify.table.state import Table

SUBJECTS = (
    *(opening, steps, slips, voids_and_corrections, super_streak, limits),
    *(cash, colour_chips, people, disputes, faults),
)
ORDERS = {name: row for subject in SUBJECTS for name, row in subject.ORDERS.items()}
EFFECTS = {name: apply for subject in (*SUBJECTS, settlement) for name, apply in subject.EFFECTS.items()}


def expected(table: Table, order: Order) -> dict[str, Any]:
    """Return what a record must say of an order, and apply it: its events, or its refusal."""
    row = ORDERS[order["type"]]
    table.new_debts = {}
    events: list[Event] = []
    try:
        if row.act is not None:
            people.refuse_if_not_permitted(table, order, row.act)
        people.refuse_if_reserved(table, order)
        for one in row.decide(table, order):
            events.append(one)
            EFFECTS[one["type"]](table, one)
    except Refused as refused:
        assert not events, "An order is refused before its first event."
        return {"refusal": refused.record()}
    return {"events": events}
