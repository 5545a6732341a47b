"""Postponing, cancelling and finishing a promotion: doubts about integrity, complaints, and the results."""

from sicbo.errors import Refusal
from sicbo.i18n import message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import event_from_command
from sicbo.machine.structs import replace
from sicbo.promotion.authority import Least, PromotionRule
from sicbo.promotion.commands import (
    CancelPromotion,
    DecideComplaint,
    FinishPromotion,
    PostponePromotion,
    PublishWinners,
    RaiseComplaint,
    ResumePromotion,
    TellInspector,
)
from sicbo.promotion.conditions import BY_DICE
from sicbo.promotion.events import (
    ComplaintDecided,
    ComplaintRaised,
    InspectorTold,
    PromotionCancelled,
    PromotionFinished,
    PromotionPostponed,
    PromotionResumed,
    WinnersPublished,
)
from sicbo.promotion.prize_transfers import cancelled_transfers, finished_transfers
from sicbo.promotion.state import (
    CANCELLED,
    CLAIMED,
    CLOSED,
    DRAFT,
    DRAWN,
    FINISHED,
    OPEN,
    Promotion,
)

WINNERS_PUBLISHED_PATH = "winners.published"


def postpone_promotion(promotion: Promotion, command: PostponePromotion) -> Events | Refusal:
    """Postpone the promotion until its integrity is validated."""
    return _refuse_if_no_doubt(promotion, command) or (
        event_from_command(PromotionPostponed, command, promotion.law.integrity.clause),
    )


def cancel_promotion(promotion: Promotion, command: CancelPromotion) -> Events | Refusal:
    """Cancel the promotion, unless a prize was handed over already."""
    if any(award.claim == CLAIMED for award in promotion.awards):
        says = message("promotion-closing.prize-handed-over")
        return Refusal(promotion.law.integrity.clause, says)
    return _refuse_if_no_doubt(promotion, command) or (
        event_from_command(PromotionCancelled, command, promotion.law.integrity.clause),
    )


def _refuse_if_no_doubt(promotion: Promotion, command: PostponePromotion | CancelPromotion) -> Refusal | None:
    ruling = promotion.law.integrity
    cancelling = isinstance(command, CancelPromotion)
    if promotion.phase in (DRAFT, CANCELLED, FINISHED) or (promotion.held and not cancelling):
        return Refusal(ruling.clause, message("promotion-closing.not-active", held=bool(promotion.held)))
    if not command.reason:
        return Refusal(ruling.clause, message("promotion-closing.doubt-required"))
    if ruling.choice.informs_at_once and not command.reference:
        return Refusal(ruling.clause, message("promotion-closing.inspectorate-reference"))
    return None


def resume_promotion(promotion: Promotion, command: ResumePromotion) -> Events | Refusal:
    """Resume the promotion, if it is stated how its integrity was validated."""
    clause = promotion.law.integrity.clause
    if not promotion.held or promotion.phase == CANCELLED:
        return Refusal(clause, message("promotion-closing.not-postponed"))
    if not command.reason:
        return Refusal(clause, message("promotion-closing.validation-required"))
    return (event_from_command(PromotionResumed, command, clause),)


def tell_inspector(promotion: Promotion, command: TellInspector) -> Events | Refusal:
    """Record that an inspector was told of the cancellation."""
    clause = promotion.law.integrity.clause
    if not promotion.tell_inspector:
        return Refusal(clause, message("promotion-closing.inspector-not-due"))
    if not command.reference:
        return Refusal(clause, message("promotion-closing.notice-reference"))
    return (event_from_command(InspectorTold, command, clause),)


def publish_winners(promotion: Promotion, command: PublishWinners) -> Events | Refusal:
    """Record that the results were published, at the location in the terms."""
    clause = promotion.clause(WINNERS_PUBLISHED_PATH) if promotion.terms else promotion.law.terms.clause
    if not promotion.awards or promotion.phase in (CANCELLED, FINISHED):
        return Refusal(clause, message("promotion-closing.no-results"))
    if promotion.seed and not promotion.confirmed:
        return Refusal(promotion.law.scrutineer.clause, message("promotion-draw.unsigned"))
    if not command.place:
        return Refusal(clause, message("promotion-closing.place-required"))
    return (event_from_command(WinnersPublished, command, clause),)


def raise_complaint(promotion: Promotion, command: RaiseComplaint) -> Events | Refusal:
    """Record a complaint; any person may complain at any time."""
    clause = promotion.law.disputes.clause
    if not command.about:
        return Refusal(clause, message("complaints.about-required"))
    return (event_from_command(ComplaintRaised, command, clause),)


def decide_complaint(promotion: Promotion, command: DecideComplaint) -> Events | Refusal:
    """Decide a complaint for good, by the rank of the rulebook, and tell how to reach an inspector."""
    ruling = promotion.law.disputes
    if command.complaint not in promotion.complaints:
        return Refusal(ruling.clause, message("complaints.unknown"))
    if command.stamp.rank is None or command.stamp.rank < ruling.choice:
        title = promotion.rules.title(ruling.choice)
        return Refusal(ruling.clause, message("authority.rank-required", title=title))
    if not command.decision:
        return Refusal(ruling.clause, message("complaints.decision-required"))
    if not command.satisfied and not command.told_of_inspector:
        return Refusal(ruling.clause, message("complaints.inspector-required"))
    return (event_from_command(ComplaintDecided, command, ruling.clause),)


def finish_promotion(promotion: Promotion, command: FinishPromotion) -> Events | Refusal:
    """Finish the promotion, if nothing is open."""
    law = promotion.law
    over = promotion.phase == DRAWN or (promotion.phase == CLOSED and promotion.offer.method == BY_DICE)
    if promotion.phase == CANCELLED:
        if promotion.tell_inspector:
            return Refusal(law.integrity.clause, message("promotion-closing.inspector-not-told"))
        over = True
    if not over:
        return Refusal(law.offered.clause, message("promotion-closing.prizes-not-awarded"))
    if promotion.phase != CANCELLED and any(award.claim == OPEN for award in promotion.awards):
        return Refusal(promotion.clause("claim.method"), message("promotion-closing.claim-open"))
    if promotion.phase != CANCELLED and promotion.awards and not promotion.published:
        return Refusal(
            promotion.clause(WINNERS_PUBLISHED_PATH), message("promotion-closing.results-unpublished")
        )
    if promotion.complaints:
        return Refusal(law.disputes.clause, message("promotion-closing.complaint-open"))
    return (event_from_command(PromotionFinished, command, law.offered.clause),)


def apply_promotion_postponed(promotion: Promotion, event: PromotionPostponed) -> Promotion:
    """Hold all commands except those that are allowed during a postponement."""
    return replace(promotion, held=event.reason)


def apply_promotion_resumed(promotion: Promotion, event: PromotionResumed) -> Promotion:
    """Continue where the promotion was postponed."""
    return replace(promotion, held="")


def apply_promotion_cancelled(promotion: Promotion, event: PromotionCancelled) -> Promotion:
    """End the promotion; an inspector has to be told, unless one was."""
    return replace(promotion, phase=CANCELLED, held="", tell_inspector=not event.reference)


def apply_inspector_told(promotion: Promotion, event: InspectorTold) -> Promotion:
    """Record that an inspector was told."""
    return replace(promotion, tell_inspector=False)


def apply_winners_published(promotion: Promotion, event: WinnersPublished) -> Promotion:
    """Mark the results as published."""
    return replace(promotion, published=True)


def apply_complaint_raised(promotion: Promotion, event: ComplaintRaised) -> Promotion:
    """Add an open complaint."""
    return replace(promotion, complaints=promotion.complaints.set(event.command, event.player))


def apply_complaint_decided(promotion: Promotion, event: ComplaintDecided) -> Promotion:
    """Close the complaint for good."""
    return replace(promotion, complaints=promotion.complaints.delete(event.complaint))


def apply_promotion_finished(promotion: Promotion, event: PromotionFinished) -> Promotion:
    """Mark the promotion as finished."""
    return replace(promotion, phase=FINISHED)


RULES = (
    PromotionRule(PostponePromotion, decide=postpone_promotion, least=Least.OFFERING),
    PromotionRule(ResumePromotion, decide=resume_promotion, least=Least.OFFERING, while_postponed=True),
    PromotionRule(
        CancelPromotion, decide=cancel_promotion, least=Least.OFFERING, while_postponed=True, signed=True
    ),
    PromotionRule(TellInspector, decide=tell_inspector, least=Least.OFFERING),
    PromotionRule(PublishWinners, decide=publish_winners, least=Least.OFFERING),
    PromotionRule(RaiseComplaint, decide=raise_complaint, least=Least.ANYONE, while_postponed=True),
    PromotionRule(DecideComplaint, decide=decide_complaint, least=Least.ANYONE, while_postponed=True),
    PromotionRule(FinishPromotion, decide=finish_promotion, least=Least.OFFERING),
)
EFFECTS = (
    Effect(
        PromotionPostponed,
        apply=apply_promotion_postponed,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        PromotionResumed,
        apply=apply_promotion_resumed,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        PromotionCancelled,
        apply=apply_promotion_cancelled,
        transfers=cancelled_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        InspectorTold,
        apply=apply_inspector_told,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        WinnersPublished,
        apply=apply_winners_published,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        ComplaintRaised,
        apply=apply_complaint_raised,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        ComplaintDecided,
        apply=apply_complaint_decided,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        PromotionFinished,
        apply=apply_promotion_finished,
        transfers=finished_transfers,
        audience=Audience.EVERYONE,
    ),
)
