"""The end decided again: postponed, cancelled, complaints, results and the finish."""

from collections.abc import Iterator

from sicbo.verify.decisions import Event, Order, refuse, refuse_if, repeated
from sicbo.verify.promotion.state import (
    CANCELLED,
    CLAIMED,
    CLOSED,
    DRAFT,
    DRAWN,
    FINISHED,
    OPEN,
    Promotion,
)
from sicbo.verify.rules import RANKS


def postpone(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Postpone the promotion until its integrity is validated."""
    _refuse_if_no_doubt(promotion, order, held=bool(promotion.held))
    yield repeated(order, "promotion-postponed", promotion.clause("integrity"))


def cancel(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Cancel the promotion, unless a prize was handed over already."""
    clause = promotion.clause("integrity")
    refuse_if(any(one["claim"] == CLAIMED for one in promotion.awards), clause)
    _refuse_if_no_doubt(promotion, order, held=False)
    yield repeated(order, "promotion-cancelled", clause)


def _refuse_if_no_doubt(promotion: Promotion, order: Order, *, held: bool) -> None:
    clause = promotion.clause("integrity")
    refuse_if(promotion.phase in (DRAFT, CANCELLED, FINISHED) or held or not order["reason"], clause)
    refuse_if(promotion.choice("integrity") == "at-once" and not order["reference"], clause)


def resume(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Resume the promotion, if it is stated how its integrity was validated."""
    clause = promotion.clause("integrity")
    refuse_if(not promotion.held or promotion.phase == CANCELLED or not order["reason"], clause)
    yield repeated(order, "promotion-resumed", clause)


def tell_inspector(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Record that an inspector was told of the cancellation."""
    clause = promotion.clause("integrity")
    refuse_if(not promotion.tell_inspector or not order["reference"], clause)
    yield repeated(order, "inspector-told", clause)


def publish_winners(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Record that the results were published."""
    clause = promotion.clause("winners.published" if promotion.offer else "terms")
    refuse_if(not promotion.awards or promotion.phase in (CANCELLED, FINISHED), clause)
    refuse_if(promotion.seed and not promotion.confirmed, promotion.clause("scrutineer"))
    refuse_if(not order["place"], clause)
    yield repeated(order, "winners-published", clause)


def raise_complaint(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Record a complaint."""
    refuse_if(not order["about"], promotion.clause("disputes"))
    yield repeated(order, "complaint-raised", promotion.clause("disputes"))


def decide_complaint(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Decide a complaint for good, by the rank of the rulebook."""
    clause, rank = promotion.clause("disputes"), RANKS[promotion.choice("disputes")]
    refuse_if(order["complaint"] not in promotion.complaints, clause)
    refuse_if((order["stamp"]["rank"] or 0) < rank or not order["decision"], clause)
    refuse_if(not order["satisfied"] and not order["told_of_inspector"], clause)
    yield repeated(order, "complaint-decided", clause)


def finish(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Finish the promotion, if nothing is open."""
    clause, cancelled = promotion.clause("offered"), promotion.phase == CANCELLED
    refuse_if(cancelled and promotion.tell_inspector, promotion.clause("integrity"))
    by_dice = promotion.phase == CLOSED and promotion.terms.method == "dice"
    refuse_if(not cancelled and promotion.phase != DRAWN and not by_dice, clause)
    if not cancelled:
        if any(one["claim"] == OPEN for one in promotion.awards):
            refuse(promotion.clause("claim.method"))
        if promotion.awards and not promotion.published:
            refuse(promotion.clause("winners.published"))
    refuse_if(promotion.complaints, promotion.clause("disputes"))
    yield repeated(order, "promotion-finished", clause)
