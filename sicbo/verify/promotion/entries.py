"""Terms and entries decided again: publishing, the regulator's copy, tickets, and the closed list."""

import re
from collections.abc import Iterator
from hashlib import sha256

from sicbo.verify.decisions import Event, Order, refuse, refuse_if, repeated
from sicbo.verify.promotion.state import (
    CLOSED,
    DRAFT,
    PUBLISHED,
    REFUSED,
    RUNNING,
    Promotion,
)
from sicbo.verify.promotion.terms import offer_in, refuse_if_not_publishable

HOUR = 3_600_000_000
is_hash = re.compile(r"[0-9a-f]{64}").fullmatch


def publish(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Publish complete terms; before the start they may be published again."""
    refuse_if(promotion.phase not in (DRAFT, PUBLISHED), promotion.clause("amending"))
    refuse_if_not_publishable(order["terms"], promotion.book, promotion.layout)
    offer, clause = offer_in(order["terms"]), promotion.clause("terms")
    refuse_if(offer.method == "draw" and not is_hash(order["commitment"]), clause)
    yield repeated(order, "promotion-published", clause, "terms", "commitment", sha256=offer.sha256)


def amend(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Put other terms in force after the start."""
    clause = promotion.clause("amending")
    refuse_if(promotion.phase not in (RUNNING, CLOSED), clause)
    refuse_if(promotion.choice("amending") == "authority" and not order["reference"], clause)
    refuse_if_not_publishable(order["terms"], promotion.book, promotion.layout)
    before, after = promotion.terms, offer_in(order["terms"])
    moved = promotion.phase == CLOSED and before.closes != after.closes
    refuse_if(before.method != after.method or moved, promotion.clause("terms"))
    for one in promotion.awards:
        if one["claim"] != REFUSED:
            name = one["won"][1]
            prize, old = next((it for it in after.prizes if it.name == name), None), promotion.prize(name)
            taken = prize is None or (prize.kind, prize.value) != (old.kind, old.value)
            few = prize is not None and prize.number < promotion.given(name)
            refuse_if(taken or few, promotion.clause("prizes"))
    fields = {"sha256": after.sha256, "before": before.sha256}
    yield repeated(order, "promotion-amended", clause, **fields)


def request_terms(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Record that the regulator asked for the terms."""
    clause = promotion.clause("authority_hours")
    refuse_if(promotion.phase == DRAFT, clause)
    yield repeated(order, "promotion-terms-requested", clause)


def send_terms(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Record that the regulator has the terms in force."""
    clause, request = promotion.clause("authority_hours"), order["request"]
    refuse_if(promotion.phase == DRAFT or (request and request not in promotion.requests), clause)
    refuse_if(not order["reference"], clause)
    yield repeated(order, "promotion-terms-sent", clause, sha256=promotion.terms.sha256)


def start(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Open the promotion for entries, once the regulator's notice is over and the start time has come."""
    wall, clause = order["stamp"]["wall"], promotion.clause("offered")
    refuse_if(promotion.phase != PUBLISHED, clause)
    offer, hours = promotion.terms, promotion.choice("authority_hours")
    if hours:
        sent = promotion.sent.get(offer.sha256)
        refuse_if(sent is None or wall < sent + hours * HOUR, promotion.clause("authority_hours"))
    refuse_if(offer.method == "draw" and wall >= offer.closes, promotion.clause("entry.closes"))
    if wall < offer.starts:
        refuse(promotion.clause("details.starts"))
    yield repeated(order, "promotion-started", clause)


def enter(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Give one ticket to a person who only has to ask."""
    _refuse_if_entry_closed(promotion, order)
    clause, has = promotion.clause("entry.criteria"), promotion.tickets.get(order["player"], 0)
    refuse_if(promotion.terms.rounds or has >= promotion.terms.most_tickets, clause)
    yield repeated(order, "entered", clause, tickets=1)


def count_play(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Count a round with a large enough wager."""
    _refuse_if_entry_closed(promotion, order)
    offer, clause, player = promotion.terms, promotion.clause("entry.criteria"), order["player"]
    refuse_if(not offer.rounds, clause)
    if order["wager"] < max(offer.minimum_wager, 1):
        refuse(promotion.clause("entry.minimum_wager"))
    rounds = promotion.played.get(player, 0) + 1
    more = rounds % offer.rounds == 0 and promotion.tickets.get(player, 0) < offer.most_tickets
    yield repeated(order, "play-counted", clause, rounds=rounds, tickets=int(more))


def _refuse_if_entry_closed(promotion: Promotion, order: Order) -> None:
    clause = promotion.clause("entry.closes")
    refuse_if(promotion.phase != RUNNING or order["stamp"]["wall"] >= promotion.terms.closes, clause)
    refuse_if(order["player"] in promotion.barred, promotion.clause("tell_refused"))


def bar_entrant(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Bar a person before the draw."""
    clause = promotion.clause("tell_refused")
    refuse_if(promotion.phase not in (PUBLISHED, RUNNING) or not order["reason"], clause)
    yield repeated(order, "entrant-barred", clause)


def close(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Close the list at the time of the terms, and fix it by its hash."""
    clause = promotion.clause("entry.closes")
    refuse_if(promotion.phase != RUNNING or order["stamp"]["wall"] < promotion.terms.closes, clause)
    names = promotion.entrants if promotion.terms.method == "draw" else []
    tickets = sum(own for _, own in names)
    fields = {"entrants_hash": entrants_hash(names), "entrants": len(names), "tickets": tickets}
    yield repeated(order, "promotion-closed", clause, **fields)


def entrants_hash(names: list[tuple[str, int]]) -> str:
    """Return the hash of a list of entrants with their tickets."""
    return sha256("".join(f"{own} {name}\n" for name, own in names).encode()).hexdigest()
