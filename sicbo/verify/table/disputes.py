"""Disputes: who decides them, and whether a review follows."""

from collections.abc import Iterator

from sicbo.verify.decisions import Event, Order, OrderRow, refuse, refuse_if, repeated
from sicbo.verify.rules import Power
from sicbo.verify.table.state import Table

ACTS = {"dispute": "decide-dispute", "unforeseen": "resolve-unforeseen", "promotion": "promotion"}
REVIEW = "review-dispute"


def _clause(table: Table, kind: str) -> str:
    power = table.law.powers.get("promotion") if kind == "promotion" else None
    return power.clause if power else table.law.clause["conduct.disputes"]


def raise_dispute(table: Table, order: Order) -> Iterator[Event]:
    """Record a dispute; the id of the order is its name from now on."""
    matter = order["matter"]
    clause, played = _clause(table, matter), table.round or table.last
    refuse_if(ACTS.get(matter) not in table.law.powers or not order["about"], clause)
    yield repeated(order, "dispute-raised", clause, round=played.number if played else None)


def decide_dispute(table: Table, order: Order) -> Iterator[Event]:
    """Decide a dispute for the first time."""
    found = table.disputes.get(order["dispute"])
    if found is None or found["by"] is not None:
        refuse(table.law.clause["conduct.disputes"])
    power = table.law.powers[ACTS[found["kind"]]]
    _refuse_if_rank_too_low(order, power)
    _refuse_if_incomplete(table, order, _clause(table, found["kind"]))
    final = order["satisfied"] or found["kind"] == "promotion" or not _reviewer(table)
    yield repeated(order, "dispute-decided", power.clause, final=final, review=False)


def request_review(table: Table, order: Order) -> Iterator[Event]:
    """Request a review, by a higher rank or by the commission."""
    clause, reviewer = table.law.clause["conduct.disputes"], _reviewer(table)
    found = table.disputes.get(order["dispute"])
    refuse_if(not reviewer or found is None or found["by"] is None or found["review"], clause)
    yield repeated(order, "review-requested", clause, reviewer=reviewer, leaves=_leaves_house(table))


def review_dispute(table: Table, order: Order) -> Iterator[Event]:
    """Decide a dispute again, on request, as another person."""
    clause, power = table.law.clause["conduct.disputes"], table.law.powers.get(REVIEW)
    if power is None:
        refuse(clause)
    _refuse_if_rank_too_low(order, power)
    found = table.disputes.get(order["dispute"])
    refuse_if(found is None or not found["review"] or order["stamp"]["by"] == found["by"], clause)
    _refuse_if_incomplete(table, order, clause)
    yield repeated(order, "dispute-decided", power.clause, final=True, review=True)


def _refuse_if_rank_too_low(order: Order, power: Power) -> None:
    refuse_if((order["stamp"]["rank"] or 0) < power.rank, power.clause)


def _refuse_if_incomplete(table: Table, order: Order, clause: str) -> None:
    """Refuse a decision without text, or without telling a dissatisfied player of the inspector."""
    refuse_if(not order["decision"], clause)
    inspector = table.law.choice["conduct.disputes"] == "inspector"
    refuse_if(inspector and not order["satisfied"] and not order["told_of_inspector"], clause)


def _leaves_house(table: Table) -> bool:
    return bool(table.law.choice["conduct.disputes"] == "commission")


def _reviewer(table: Table) -> str:
    """Return who reviews a decision, or an empty text if it is final."""
    if _leaves_house(table):
        return "commission"
    power = table.law.powers.get(REVIEW)
    return table.law.title(power.rank) if power else ""


def apply_raised(table: Table, raised: Event) -> None:
    """Open a dispute."""
    table.disputes[raised["command"]] = {"kind": raised["matter"], "by": None, "review": False}


def apply_decided(table: Table, decided: Event) -> None:
    """Close a dispute, or keep who decided it for the review."""
    if decided["final"]:
        del table.disputes[decided["dispute"]]
    else:
        table.disputes[decided["dispute"]]["by"] = decided["stamp"]["by"]


def apply_review(table: Table, requested: Event) -> None:
    """Let a dispute wait for its review, or leave the house."""
    if requested["leaves"]:
        del table.disputes[requested["dispute"]]
    else:
        table.disputes[requested["dispute"]]["review"] = True


ORDERS = {
    "raise-dispute": OrderRow(raise_dispute),
    "decide-dispute": OrderRow(decide_dispute),
    "request-review": OrderRow(request_review),
    REVIEW: OrderRow(review_dispute),
}
EFFECTS = {
    "dispute-raised": apply_raised,
    "dispute-decided": apply_decided,
    "review-requested": apply_review,
}
