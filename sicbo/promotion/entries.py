"""Entries: who may enter, what play makes a ticket, who is barred, and when the list is closed."""

from sicbo.draws import entrants_hash
from sicbo.errors import Refusal
from sicbo.i18n import message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import event_from_command
from sicbo.machine.structs import replace
from sicbo.promotion.authority import Least, PromotionRule
from sicbo.promotion.commands import BarEntrant, ClosePromotion, CountPlay, EnterPromotion
from sicbo.promotion.conditions import BY_DRAW
from sicbo.promotion.events import Entered, EntrantBarred, PlayCounted, PromotionClosed
from sicbo.promotion.state import CLOSED, PUBLISHED, RUNNING, Promotion

CRITERIA_PATH, MINIMUM_WAGER_PATH, ENTRY_CLOSES_PATH = "entry.criteria", "entry.minimum_wager", "entry.closes"


def enter_promotion(promotion: Promotion, command: EnterPromotion) -> Events | Refusal:
    """Give one ticket to a person who only has to ask."""
    if refusal := refuse_if_entry_closed(promotion, command, command.player):
        return refusal
    clause = promotion.clause(CRITERIA_PATH)
    if promotion.offer.rounds:
        return Refusal(clause, message("promotion-entries.by-play", rounds=promotion.offer.rounds))
    if promotion.tickets.get(command.player, 0) >= promotion.offer.most_tickets:
        return Refusal(
            clause,
            message("promotion-entries.all-tickets", tickets=promotion.offer.most_tickets),
        )
    return (event_from_command(Entered, command, clause, tickets=1),)


def count_play(promotion: Promotion, command: CountPlay) -> Events | Refusal:
    """Count a round with a large enough wager; after the number of rounds in the terms it makes a ticket."""
    if refusal := refuse_if_entry_closed(promotion, command, command.player):
        return refusal
    terms, clause = promotion.offer, promotion.clause(CRITERIA_PATH)
    if not terms.rounds:
        return Refusal(clause, message("promotion-entries.at-desk"))
    if command.wager < max(terms.minimum_wager, 1):
        says = message("promotion-entries.wager-too-small", minimum=max(terms.minimum_wager, 1))
        return Refusal(promotion.clause(MINIMUM_WAGER_PATH), says)
    rounds = promotion.played.get(command.player, 0) + 1
    has = promotion.tickets.get(command.player, 0)
    more = int(rounds % terms.rounds == 0 and has < terms.most_tickets)
    return (event_from_command(PlayCounted, command, clause, rounds=rounds, tickets=more),)


def refuse_if_entry_closed(
    promotion: Promotion, command: EnterPromotion | CountPlay, player: str
) -> Refusal | None:
    """Refuse an entry while entries are closed, or of a person who is barred."""
    closes, clause = promotion.offer.closes if promotion.terms else 0, promotion.clause(ENTRY_CLOSES_PATH)
    if promotion.phase != RUNNING:
        return Refusal(clause, message("promotion-entries.not-open"))
    if command.stamp.wall >= closes:
        return Refusal(clause, message("promotion-entries.closed", time=closes))
    if player in promotion.barred:
        return Refusal(promotion.law.tell_refused.clause, message("promotion-entries.barred"))
    return None


def bar_entrant(promotion: Promotion, command: BarEntrant) -> Events | Refusal:
    """Bar a person before the draw; after it their claim is refused instead."""
    clause = promotion.law.tell_refused.clause
    if promotion.phase not in (PUBLISHED, RUNNING):
        return Refusal(clause, message("promotion-entries.list-closed"))
    if not command.reason:
        return Refusal(clause, message("promotion-entries.reason-required"))
    return (event_from_command(EntrantBarred, command, clause),)


def close_promotion(promotion: Promotion, command: ClosePromotion) -> Events | Refusal:
    """Close the list at the time of the terms, and fix it by its hash."""
    clause = promotion.clause(ENTRY_CLOSES_PATH)
    if promotion.phase != RUNNING:
        return Refusal(clause, message("promotion-entries.not-running"))
    if command.stamp.wall < promotion.offer.closes:
        return Refusal(
            clause,
            message("promotion-entries.open-until", time=promotion.offer.closes),
        )
    names = promotion.entrants if promotion.offer.method == BY_DRAW else []
    fixed = {
        "entrants_hash": entrants_hash(names),
        "entrants": len(names),
        "tickets": sum(own for _, own in names),
    }
    return (event_from_command(PromotionClosed, command, clause, **fixed),)


def apply_entered(promotion: Promotion, event: Entered) -> Promotion:
    """Add tickets."""
    return _with_tickets(promotion, event.player, event.tickets)


def apply_play_counted(promotion: Promotion, event: PlayCounted) -> Promotion:
    """Count the round, and add a ticket if it makes one."""
    promotion = replace(promotion, played=promotion.played.set(event.player, event.rounds))
    return _with_tickets(promotion, event.player, event.tickets) if event.tickets else promotion


def _with_tickets(promotion: Promotion, player: str, more: int) -> Promotion:
    has = promotion.tickets.get(player, 0)
    return replace(promotion, tickets=promotion.tickets.set(player, has + more))


def apply_entrant_barred(promotion: Promotion, event: EntrantBarred) -> Promotion:
    """Bar the person and remove all of their tickets."""
    tickets = (
        promotion.tickets.delete(event.player) if event.player in promotion.tickets else promotion.tickets
    )
    return replace(promotion, barred=promotion.barred | {event.player}, tickets=tickets)


def apply_promotion_closed(promotion: Promotion, event: PromotionClosed) -> Promotion:
    """Close the list and keep its hash."""
    return replace(promotion, phase=CLOSED, entrants_hash=event.entrants_hash)


RULES = (
    PromotionRule(EnterPromotion, decide=enter_promotion, least=Least.DEALER),
    PromotionRule(CountPlay, decide=count_play, least=Least.DEALER),
    PromotionRule(BarEntrant, decide=bar_entrant, least=Least.OFFERING, while_postponed=True),
    PromotionRule(ClosePromotion, decide=close_promotion, least=Least.OFFERING),
)
EFFECTS = (
    Effect(
        Entered,
        apply=apply_entered,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        PlayCounted,
        apply=apply_play_counted,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        EntrantBarred,
        apply=apply_entrant_barred,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        PromotionClosed,
        apply=apply_promotion_closed,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
