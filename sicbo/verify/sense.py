"""Whether the terms of a tournament make sense: what they state item by item must go together."""

from collections.abc import Iterator
from typing import Any

from sicbo.verify.canonical import Wrong
from sicbo.verify.purses import cents_of


def makes_sense(terms: Any, rulebook: Any) -> None:
    """Terms that contradict themselves or their rulebook are never published."""
    for what in _contradictions(terms, [layout["key"] for layout in rulebook["layouts"]]):
        raise Wrong("terms", f"terms that contradict themselves were published: {what}")


def _contradictions(terms: Any, layouts: list[str]) -> Iterator[str]:
    details, entry, wagers, pool = (terms[part] for part in ("details", "entry", "wagers", "pool"))
    bank, conduct, form = terms["format"]["starting_bank"], terms["conduct"], terms["format"]
    if not 2 <= details["fewest"] <= details["most"]:
        yield "the numbers of entrants"
    if terms.get("layout", "") not in layouts:
        yield "the layout"
    if entry["withdraw_until"] > details["starts"] or entry["withdraw_later"] > 100:
        yield "withdrawals"
    if wagers["unit"] < 1 or wagers["compulsory"] % wagers["unit"] or not wagers["compulsory"] <= bank:
        yield "the compulsory wager"
    if bank < 1 or bank % wagers["unit"]:
        yield "the starting bank"
    if (form["disposition"] == "cash") is not (cents_of(form["chip_value"]) > 0):
        yield "what becomes of the chips"
    if (
        max(pool["of_fees"], pool["of_buy_ins"]) > 100
        or sum(pool["places"]) != 100
        or min(pool["places"]) < 1
    ):
        yield "the shares of the pool"
    if any(refund["percent"] > 100 for refund in conduct["refunds"]):
        yield "refunds"
    if conduct["phone"] == "penalty" and "phone" not in [one["name"] for one in conduct["penalties"]]:
        yield "the penalty for a phone"
    for number, part in enumerate(form["rounds"], 1):
        if not _round_makes_sense(part, first=number == 1, last=number == len(form["rounds"])):
            yield f"round {number}"


def _round_makes_sense(part: Any, *, first: bool, last: bool) -> bool:
    return (
        bool(part["spins"]) is not bool(part["minutes"])
        and 1 <= part["tables"] <= part["heats"]
        and (part["progress"] == "end") is last
        and (part["progress"] in ("all", "end") or bool(part["places"]))
        and (part["banks"] == "fresh" or not first)
    )
