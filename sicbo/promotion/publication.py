"""Terms: published when complete, sent to the regulator in time, and amended only as the rulebook allows."""

import re

from sicbo.errors import Refusal
from sicbo.i18n import message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import event_from_command
from sicbo.machine.structs import replace
from sicbo.promotion.authority import Least, PromotionRule
from sicbo.promotion.commands import (
    AmendPromotion,
    PublishPromotion,
    RequestPromotionTerms,
    SendPromotionTerms,
    StartPromotion,
)
from sicbo.promotion.conditions import (
    BY_DRAW,
    PromotionTerms,
    parse_promotion_terms,
    refuse_if_not_publishable,
)
from sicbo.promotion.events import (
    PromotionAmended,
    PromotionPublished,
    PromotionStarted,
    PromotionTermsRequested,
    PromotionTermsSent,
)
from sicbo.promotion.prize_transfers import published_transfers
from sicbo.promotion.state import CLOSED, DRAFT, PUBLISHED, REFUSED, RUNNING, Promotion

HOUR = 3_600_000_000
is_hash = re.compile(r"[0-9a-f]{64}").fullmatch


def publish_promotion(promotion: Promotion, command: PublishPromotion) -> Events | Refusal:
    """Publish complete terms; before the start they may be published again."""
    law = promotion.law
    if promotion.phase not in (DRAFT, PUBLISHED):
        return Refusal(law.amending.clause, message("promotion-terms.started"))
    if refusal := refuse_if_not_publishable(command.terms, promotion.rules, promotion.layout):
        return refusal
    terms = parse_promotion_terms(command.terms)
    if terms.method == BY_DRAW and not is_hash(command.commitment):
        return Refusal(law.terms.clause, message("promotion-terms.commitment-required"))
    return (event_from_command(PromotionPublished, command, law.terms.clause, sha256=terms.sha256),)


def amend_promotion(promotion: Promotion, command: AmendPromotion) -> Events | Refusal:
    """Put other terms in force after the start; prizes already awarded stay."""
    law = promotion.law
    if promotion.phase not in (RUNNING, CLOSED):
        return Refusal(law.amending.clause, message("promotion-terms.not-amendable"))
    if law.amending.choice.needs_approval and not command.reference:
        return Refusal(law.amending.clause, message("promotion-terms.approval-required"))
    if refusal := refuse_if_not_publishable(command.terms, promotion.rules, promotion.layout):
        return refusal
    before, after = promotion.offer, parse_promotion_terms(command.terms)
    if before.method != after.method or (promotion.phase == CLOSED and before.closes != after.closes):
        return Refusal(law.terms.clause, message("promotion-terms.fixed"))
    if refusal := _refuse_if_prize_taken_back(promotion, after):
        return refusal
    return (
        event_from_command(
            PromotionAmended, command, law.amending.clause, sha256=after.sha256, before=before.sha256
        ),
    )


def _refuse_if_prize_taken_back(promotion: Promotion, after: PromotionTerms) -> Refusal | None:
    """Refuse terms that change or remove a prize already won."""
    won = [award.won for award in promotion.awards if award.claim != REFUSED]
    prizes_after = {prize.name: prize for prize in after.prizes}
    for one in won:
        prize, before = prizes_after.get(one.prize), promotion.offer.prize(one.prize)
        number_won = sum(other.prize == one.prize for other in won)
        if (
            prize is None
            or (prize.kind, prize.value) != (before.kind, before.value)
            or prize.number < number_won
        ):
            says = message("promotion-terms.prize-won", prize=one.prize)
            return Refusal(promotion.law.prizes.clause, says)
    return None


def request_terms(promotion: Promotion, command: RequestPromotionTerms) -> Events | Refusal:
    """Record that the regulator asked for the terms."""
    clause = promotion.law.authority_hours.clause
    if promotion.phase == DRAFT:
        return Refusal(clause, message("promotion-terms.none"))
    return (event_from_command(PromotionTermsRequested, command, clause),)


def send_terms(promotion: Promotion, command: SendPromotionTerms) -> Events | Refusal:
    """Record that the regulator has the terms in force."""
    clause = promotion.law.authority_hours.clause
    if promotion.phase == DRAFT:
        return Refusal(clause, message("promotion-terms.none"))
    if command.request and command.request not in promotion.requests:
        return Refusal(clause, message("promotion-terms.no-request"))
    if not command.reference:
        return Refusal(clause, message("promotion-terms.reference-required"))
    return (event_from_command(PromotionTermsSent, command, clause, sha256=promotion.offer.sha256),)


def start_promotion(promotion: Promotion, command: StartPromotion) -> Events | Refusal:
    """Open the promotion for entries, once the regulator's notice is over and the start time has come."""
    law, wall = promotion.law, command.stamp.wall
    if promotion.phase != PUBLISHED:
        return Refusal(law.offered.clause, message("promotion-terms.not-published"))
    if (hours := law.authority_hours).choice:
        sent = promotion.sent.get(promotion.offer.sha256)
        if sent is None:
            return Refusal(hours.clause, message("promotion-terms.not-sent", hours=hours.choice))
        if wall < sent + hours.choice * HOUR:
            earliest = sent + hours.choice * HOUR
            return Refusal(
                hours.clause,
                message("promotion-terms.notice-hours", hours=hours.choice, time=earliest),
            )
    if promotion.offer.method == BY_DRAW and wall >= promotion.offer.closes:
        says = message("promotion-terms.entries-over", time=promotion.offer.closes)
        return Refusal(promotion.clause("entry.closes"), says)
    if wall < promotion.offer.starts:
        says = message("promotion-terms.too-early", time=promotion.offer.starts)
        return Refusal(promotion.clause("details.starts"), says)
    return (event_from_command(PromotionStarted, command, law.offered.clause),)


def apply_promotion_published(promotion: Promotion, event: PromotionPublished) -> Promotion:
    """Put the terms in force with the commitment to the seed."""
    versions = (*promotion.versions, event.sha256)
    return replace(
        promotion, phase=PUBLISHED, terms=event.terms, commitment=event.commitment, versions=versions
    )


def apply_promotion_amended(promotion: Promotion, event: PromotionAmended) -> Promotion:
    """Put other terms in force; the commitment stays."""
    return replace(promotion, terms=event.terms, versions=(*promotion.versions, event.sha256))


def apply_promotion_terms_requested(promotion: Promotion, event: PromotionTermsRequested) -> Promotion:
    """Add an open request."""
    return replace(promotion, requests=(*promotion.requests, event.command))


def apply_promotion_terms_sent(promotion: Promotion, event: PromotionTermsSent) -> Promotion:
    """Record when the regulator first got this version, and close the request."""
    left = tuple(one for one in promotion.requests if one != event.request)
    first = promotion.sent.get(event.sha256, event.stamp.wall)
    return replace(promotion, requests=left, sent=promotion.sent.set(event.sha256, first))


def apply_promotion_started(promotion: Promotion, event: PromotionStarted) -> Promotion:
    """Open the promotion for entries."""
    return replace(promotion, phase=RUNNING)


RULES = (
    PromotionRule(PublishPromotion, decide=publish_promotion, least=Least.OFFERING, signed=True),
    PromotionRule(
        AmendPromotion, decide=amend_promotion, least=Least.OFFERING, while_postponed=True, signed=True
    ),
    PromotionRule(RequestPromotionTerms, decide=request_terms, least=Least.OFFERING, while_postponed=True),
    PromotionRule(SendPromotionTerms, decide=send_terms, least=Least.OFFERING, while_postponed=True),
    PromotionRule(StartPromotion, decide=start_promotion, least=Least.OFFERING),
)
EFFECTS = (
    Effect(
        PromotionPublished,
        apply=apply_promotion_published,
        transfers=published_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        PromotionAmended,
        apply=apply_promotion_amended,
        transfers=published_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        PromotionTermsRequested,
        apply=apply_promotion_terms_requested,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        PromotionTermsSent,
        apply=apply_promotion_terms_sent,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        PromotionStarted,
        apply=apply_promotion_started,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
