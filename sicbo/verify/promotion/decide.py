"""The second program for a promotion: one row for each order."""

from typing import Any, NamedTuple

from sicbo.verify.decisions import Decide, Order, Refused, refuse_if
from sicbo.verify.promotion import claims, closing, draw, entries
from sicbo.verify.promotion.state import Promotion, apply_event
from sicbo.verify.rules import RANKS


class Row(NamedTuple):
    """How an order is decided, its least rank, and whether it is given while the promotion is postponed."""

    decide: Decide
    least: str
    while_postponed: bool = False


def expected(promotion: Promotion, order: Order) -> dict[str, Any]:
    """Return what a record must say of an order, and apply it: its event, or its refusal."""
    row = ORDERS[order["type"]]
    try:
        if row.least != "anyone":
            rank = "dealer" if row.least == "dealer" else promotion.choice("offered")
            refuse_if((order["stamp"]["rank"] or 0) < RANKS[rank], promotion.clause("offered"))
        refuse_if(promotion.held and not row.while_postponed, promotion.clause("integrity"))
        events = list(row.decide(promotion, order))
    except Refused as refused:
        return {"refusal": refused.record()}
    for event in events:
        apply_event(promotion, event)
    return {"events": events}


ORDERS = {
    "publish-promotion": Row(entries.publish, "offering"),
    "amend-promotion": Row(entries.amend, "offering", True),
    "request-promotion-terms": Row(entries.request_terms, "offering", True),
    "send-promotion-terms": Row(entries.send_terms, "offering", True),
    "start-promotion": Row(entries.start, "offering"),
    "enter-promotion": Row(entries.enter, "dealer"),
    "count-play": Row(entries.count_play, "dealer"),
    "bar-entrant": Row(entries.bar_entrant, "offering", True),
    "close-promotion": Row(entries.close, "offering"),
    "nominate-scrutineer": Row(draw.nominate, "offering"),
    "draw-prizes": Row(draw.draw_prizes, "offering"),
    "confirm-draw": Row(draw.confirm_draw, "anyone"),
    "redraw-prize": Row(draw.redraw, "offering"),
    "award-by-dice": Row(draw.award_by_dice, "dealer"),
    "notify-winner": Row(claims.notify_winner, "dealer"),
    "claim-prize": Row(claims.claim_prize, "offering"),
    "refuse-claim": Row(claims.refuse_claim, "offering"),
    "postpone-promotion": Row(closing.postpone, "offering"),
    "resume-promotion": Row(closing.resume, "offering", True),
    "cancel-promotion": Row(closing.cancel, "offering", True),
    "tell-inspector": Row(closing.tell_inspector, "offering"),
    "publish-winners": Row(closing.publish_winners, "offering"),
    "raise-complaint": Row(closing.raise_complaint, "anyone", True),
    "decide-complaint": Row(closing.decide_complaint, "anyone", True),
    "finish-promotion": Row(closing.finish, "offering"),
}
