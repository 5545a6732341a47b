"""Claims decided again: winners told, prizes given or refused."""

from collections.abc import Iterator
from typing import Any

from sicbo.verify.decisions import Event, Order, refuse, refuse_if, repeated
from sicbo.verify.promotion.state import (
    CANCELLED,
    FINISHED,
    OPEN,
    Promotion,
)

DAY = 24 * 3_600_000_000
METHODS = ("cash", "crossed-cheque", "transfer")


def notify_winner(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Record an attempt to notify a winner, by a method that the rulebook names."""
    _refuse_if_not_claimable(promotion, order["award"])
    ways = promotion.choice("notify_by")
    refuse_if(order["method"] not in ways, promotion.clause("notify_by"))
    due = promotion.awards[order["award"]]["at"] + promotion.choice("notify_winner_days") * DAY
    yield repeated(order, "winner-notified", ways[order["method"]], late=order["stamp"]["wall"] > due)


def claim_prize(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Hand over a prize as the terms describe it, or its cash alternative if they state one."""
    _refuse_if_not_claimable(promotion, order["award"])
    clause, won = promotion.clause("claim.method"), promotion.awards[order["award"]]["won"]
    prize, instead = promotion.prize(won[1]), order["alternative"]
    refuse_if(promotion.terms.present and not order["present"], clause)
    allowed = promotion.choice("cash_alternative") == "stated" and prize.alternative
    refuse_if(instead and not allowed, promotion.clause("cash_alternative"))
    if (prize.kind == "tokens") != bool(order["voucher"]):
        refuse(promotion.clause("prizes[].tokens"))
    cash = prize.alternative if instead else won[2] if prize.kind == "cash" else 0
    _refuse_if_payment_wrong(promotion, cash, order["parts"])
    parts = order["parts"] or ([["cash", cash]] if cash else [])
    fields = {"won": won, "alternative": prize.alternative if instead else 0, "parts": parts}
    yield repeated(order, "prize-claimed", clause, "award", "voucher", **fields)


def _refuse_if_payment_wrong(promotion: Promotion, cash: int, parts: list[Any]) -> None:
    most, clause = promotion.choice("payment_choice_above"), promotion.clause("payment_choice_above")
    if not parts:
        refuse_if(most is not None and cash > most, clause)
        return
    valid = all(method in METHODS and cents > 0 for method, cents in parts)
    refuse_if(not valid or sum(cents for _, cents in parts) != cash, clause)


def refuse_claim(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Refuse a prize with a reason; details are kept if it is worth more than the rulebook's amount."""
    _refuse_if_not_claimable(promotion, order["award"])
    refuse_if(not order["reason"] or not order["informed"], promotion.clause("tell_refused"))
    won, clause = promotion.awards[order["award"]]["won"], promotion.clause("keep_refusals_above")
    kept = won[2] > promotion.choice("keep_refusals_above")
    refuse_if(kept and not (order["name"] and order["place"]), clause)
    names = ("award", "reason", "name", "place")
    yield repeated(order, "claim-refused", clause, *names, won=won, kept=kept)


def _refuse_if_not_claimable(promotion: Promotion, number: int) -> None:
    clause = promotion.clause("claim.method")
    over = promotion.phase in (CANCELLED, FINISHED)
    refuse_if(over or not 0 <= number < len(promotion.awards), clause)
    refuse_if(promotion.seed and not promotion.confirmed, promotion.clause("scrutineer"))
    refuse_if(promotion.awards[number]["claim"] != OPEN, clause)
