"""Disputes: raised by players, decided by the rank that the rulebook names, and final as far as it says."""

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.game.rulebook.rules import Power
from sicbo.i18n import Message, message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Event, event_from_command
from sicbo.machine.structs import replace
from sicbo.table.authority import refuse_if_rank_too_low
from sicbo.table.messages.people import (
    DecideDispute,
    DisputeDecided,
    DisputeRaised,
    RaiseDispute,
    RequestReview,
    ReviewDispute,
    ReviewRequested,
)
from sicbo.table.open_items import Dispute
from sicbo.table.state import TableState

Events = tuple[Event, ...]
ACT_FOR_MATTER = {"dispute": Act.DECIDE_DISPUTE, "unforeseen": Act.RESOLVE_UNFORESEEN}
PROMOTION = "promotion"


def raise_dispute(table: TableState, command: RaiseDispute) -> Events | Refusal:
    """Record a dispute; the id of this command is its name from now on."""
    known = tuple(kind for kind in (*ACT_FOR_MATTER, PROMOTION) if deciding_power(table, kind))
    clause = _clause(table, command.matter)
    if command.matter not in known:
        return Refusal(clause, message("disputes.unknown-matter", known=known))
    if not command.about:
        return Refusal(clause, message("disputes.about-missing"))
    played = table.round or table.last
    event = event_from_command(DisputeRaised, command, clause, round=played.number if played else None)
    return (event,)


def decide_dispute(table: TableState, command: DecideDispute) -> Events | Refusal:
    """Decide a dispute; a player who is not satisfied is told of the inspector, if there is one."""
    dispute = table.disputes.get(command.dispute)
    if dispute is None or dispute.decided_by is not None:
        return _no_open_dispute(table, command.dispute)
    power = deciding_power(table, dispute.kind)
    assert power is not None
    refusal = refuse_if_rank_too_low(table, command, power) or _refuse_if_decision_incomplete(
        table, command, _clause(table, dispute.kind)
    )
    if refusal:
        return refusal
    final = command.satisfied or dispute.kind == PROMOTION or not _reviewer_title(table)
    return (event_from_command(DisputeDecided, command, power.clause, final=final),)


def deciding_power(table: TableState, kind: str) -> Power | None:
    """Return who decides a dispute of this kind, by which clause, or None if no clause provides for it."""
    if kind != PROMOTION:
        return table.rules.power(ACT_FOR_MATTER[kind])
    promotions = table.rules.promotions
    if promotions is None:
        return None
    ruling = promotions.disputes
    return Power(ruling.clause, Act.DECIDE_DISPUTE, ruling.choice, ruling.says)


def _clause(table: TableState, kind: str) -> str:
    promotions = table.rules.promotions
    if kind == PROMOTION and promotions is not None:
        return promotions.disputes.clause
    return table.rules.conduct.disputes.clause


def request_review(table: TableState, command: RequestReview) -> Events | Refusal:
    """Request a review, by a higher rank or by the commission."""
    ruling = table.rules.conduct.disputes
    reviewer = _reviewer_title(table)
    if not reviewer:
        return Refusal(ruling.clause, message("disputes.no-review"))
    dispute = table.disputes.get(command.dispute)
    if dispute is None or dispute.decided_by is None or dispute.review:
        return Refusal(ruling.clause, message("disputes.not-reviewable"))
    outside = ruling.choice.is_reviewed
    event = event_from_command(ReviewRequested, command, ruling.clause, reviewer=reviewer, leaves=outside)
    return (event,)


def review_dispute(table: TableState, command: ReviewDispute) -> Events | Refusal:
    """Decide a dispute again, on request, as another person."""
    ruling = table.rules.conduct.disputes
    power = table.rules.power(Act.REVIEW_DISPUTE)
    if power is None:
        return Refusal(ruling.clause, message("disputes.no-review-in-house"))
    refusal = refuse_if_rank_too_low(table, command, power)
    dispute = table.disputes.get(command.dispute)
    if refusal or dispute is None or not dispute.review:
        return refusal or Refusal(ruling.clause, message("disputes.review-not-requested"))
    if command.stamp.by == dispute.decided_by:
        return Refusal(ruling.clause, message("disputes.own-decision"))
    decided = event_from_command(DisputeDecided, command, power.clause, final=True, review=True)
    return _refuse_if_decision_incomplete(table, command, ruling.clause) or (decided,)


def _reviewer_title(table: TableState) -> str:
    if table.rules.conduct.disputes.choice.is_reviewed:
        return "commission"
    power = table.rules.power(Act.REVIEW_DISPUTE)
    return table.rules.title(power.rank) if power else ""


def _refuse_if_decision_incomplete(
    table: TableState, command: DecideDispute | ReviewDispute, clause: str
) -> Refusal | None:
    """Refuse a decision without text, or without telling a dissatisfied player of the inspector."""
    if not command.decision:
        return Refusal(clause, message("disputes.decision-missing"))
    inspector_not_mentioned = not command.satisfied and not command.told_of_inspector
    if table.rules.conduct.disputes.choice.refers_to_inspector and inspector_not_mentioned:
        return Refusal(clause, message("disputes.inspector-not-mentioned"))
    return None


def _no_open_dispute(table: TableState, name: str) -> Refusal:
    clause = table.rules.conduct.disputes.clause
    waiting = sorted(key for key, dispute in table.disputes.items() if dispute.decided_by is None)
    return Refusal(clause, message("disputes.not-open", dispute=name, waiting=tuple(waiting)))


def _apply_dispute_raised(table: TableState, event: DisputeRaised) -> TableState:
    return replace(table, disputes=table.disputes.set(event.command, Dispute(event.player, event.matter)))


def _apply_dispute_decided(table: TableState, event: DisputeDecided) -> TableState:
    if event.final:
        return replace(table, disputes=table.disputes.delete(event.dispute))
    dispute = replace(table.disputes[event.dispute], decided_by=event.stamp.by)
    return replace(table, disputes=table.disputes.set(event.dispute, dispute))


def _apply_review_requested(table: TableState, event: ReviewRequested) -> TableState:
    if event.leaves:
        return replace(table, disputes=table.disputes.delete(event.dispute))
    dispute = replace(table.disputes[event.dispute], review=True)
    return replace(table, disputes=table.disputes.set(event.dispute, dispute))


def _describe_dispute_decided(event: DisputeDecided) -> Message:
    details = (
        *((message("disputes.final"),) if event.final else ()),
        *((message("disputes.told-of-inspector"),) if event.told_of_inspector else ()),
    )
    return message("event.dispute-decided", review=event.review, decision=event.decision, details=details)


RULES = (
    Rule(RaiseDispute, decide=raise_dispute),
    Rule(DecideDispute, decide=decide_dispute),
    Rule(RequestReview, decide=request_review),
    Rule(ReviewDispute, decide=review_dispute),
)
EFFECTS = (
    Effect(
        DisputeRaised,
        apply=_apply_dispute_raised,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        DisputeDecided,
        apply=_apply_dispute_decided,
        transfers=no_transfers,
        audience=Audience.PLAYER,
        narrate=_describe_dispute_decided,
    ),
    Effect(
        ReviewRequested,
        apply=_apply_review_requested,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
)
