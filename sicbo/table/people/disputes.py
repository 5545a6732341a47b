"""Disputes: raised by players, decided by the rank that the rulebook names, and final as far as it says."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.game.rulebook.rules import Power
from sicbo.table.authority import not_of_rank
from sicbo.table.messages.events import AnyEvent
from sicbo.table.messages.people import (
    DecideDispute,
    DisputeDecided,
    DisputeRaised,
    RaiseDispute,
    RequestReview,
    ReviewDispute,
    ReviewRequested,
)
from sicbo.table.open_items import Dispute, happened
from sicbo.table.state import Table

Events = tuple[AnyEvent, ...]
ACTS = {"dispute": Act.DECIDE_DISPUTE, "unforeseen": Act.RESOLVE_UNFORESEEN}
PROMOTION = "promotion"


def raise_dispute(table: Table, command: RaiseDispute) -> Events | Refusal:
    """Record a dispute; the id of this command is its name from now on."""
    known = [kind for kind in (*ACTS, PROMOTION) if decider(table, kind)]
    clause = _clause(table, command.matter)
    if command.matter not in known:
        return Refusal(clause, f"{command.matter} is not raised here: raise it as one of {', '.join(known)}.")
    if not command.about:
        return Refusal(clause, "The matter is not named: say what it is about.")
    played = table.round or table.last
    event = happened(DisputeRaised, command, clause, round=played.number if played else None)
    return (event,)


def decide_dispute(table: Table, command: DecideDispute) -> Events | Refusal:
    """Decide a dispute; a player who is not satisfied is told of the inspector, if there is one."""
    dispute = table.disputes.get(command.dispute)
    if dispute is None or dispute.decided_by is not None:
        return _not_open(table, command.dispute)
    power = decider(table, dispute.kind)
    assert power is not None
    refusal = not_of_rank(table, command, power) or _unsaid(table, command, _clause(table, dispute.kind))
    if refusal:
        return refusal
    final = command.satisfied or dispute.kind == PROMOTION or not _reviewer(table)
    return (happened(DisputeDecided, command, power.clause, final=final),)


def decider(table: Table, kind: str) -> Power | None:
    """Return who decides a dispute of this kind, by which clause, or None if no clause provides for it."""
    if kind != PROMOTION:
        return table.rules.power(ACTS[kind])
    promotions = table.rules.promotions
    if promotions is None:
        return None
    ruling = promotions.disputes
    return Power(ruling.clause, Act.DECIDE_DISPUTE, ruling.choice, ruling.says)


def _clause(table: Table, kind: str) -> str:
    promotions = table.rules.promotions
    if kind == PROMOTION and promotions is not None:
        return promotions.disputes.clause
    return table.rules.conduct.disputes.clause


def request_review(table: Table, command: RequestReview) -> Events | Refusal:
    """Request a review, by a higher rank or by the commission."""
    ruling = table.rules.conduct.disputes
    reviewer = _reviewer(table)
    if not reviewer:
        return Refusal(ruling.clause, f"Let the decision stand: it is {ruling.choice.value}.")
    dispute = table.disputes.get(command.dispute)
    if dispute is None or dispute.decided_by is None or dispute.review:
        return Refusal(ruling.clause, "Only a decided dispute is reviewed, and once: wait for the decision.")
    outside = ruling.choice.is_reviewed
    event = happened(ReviewRequested, command, ruling.clause, reviewer=reviewer, leaves=outside)
    return (event,)


def review_dispute(table: Table, command: ReviewDispute) -> Events | Refusal:
    """Decide a dispute again, on request, as another person."""
    ruling = table.rules.conduct.disputes
    power = table.rules.power(Act.REVIEW_DISPUTE)
    if power is None:
        return Refusal(ruling.clause, f"Hold no review in the house: the decision is {ruling.choice.value}.")
    refusal = not_of_rank(table, command, power)
    dispute = table.disputes.get(command.dispute)
    if refusal or dispute is None or not dispute.review:
        return refusal or Refusal(ruling.clause, "That review was not requested: wait for the request.")
    if command.stamp.by == dispute.decided_by:
        return Refusal(ruling.clause, "You decided it: let another person review it.")
    decided = happened(DisputeDecided, command, power.clause, final=True, review=True)
    return _unsaid(table, command, ruling.clause) or (decided,)


def _reviewer(table: Table) -> str:
    if table.rules.conduct.disputes.choice.is_reviewed:
        return "commission"
    power = table.rules.power(Act.REVIEW_DISPUTE)
    return table.rules.title(power.rank) if power else ""


def _unsaid(table: Table, command: DecideDispute | ReviewDispute, clause: str) -> Refusal | None:
    """Refuse a decision without text, or without telling a dissatisfied player of the inspector."""
    if not command.decision:
        return Refusal(clause, "No decision is given: say what is decided.")
    untold = not command.satisfied and not command.told_of_inspector
    if table.rules.conduct.disputes.choice.refers_to_inspector and untold:
        return Refusal(clause, "Tell the player how to reach an inspector first, and record it.")
    return None


def _not_open(table: Table, name: str) -> Refusal:
    clause = table.rules.conduct.disputes.clause
    waiting = sorted(key for key, dispute in table.disputes.items() if dispute.decided_by is None)
    return Refusal(
        clause,
        f"No dispute {name} waits for a decision: name one that does ({', '.join(waiting) or 'none'}).",
    )


def _raised(table: Table, event: DisputeRaised) -> Table:
    return replace(table, disputes=table.disputes.set(event.command, Dispute(event.player, event.matter)))


def _closed(table: Table, event: DisputeDecided) -> Table:
    if event.final:
        return replace(table, disputes=table.disputes.delete(event.dispute))
    dispute = replace(table.disputes[event.dispute], decided_by=event.stamp.by)
    return replace(table, disputes=table.disputes.set(event.dispute, dispute))


def _asked(table: Table, event: ReviewRequested) -> Table:
    if event.leaves:
        return replace(table, disputes=table.disputes.delete(event.dispute))
    dispute = replace(table.disputes[event.dispute], review=True)
    return replace(table, disputes=table.disputes.set(event.dispute, dispute))


HOW: dict[type[Any], Callable[[Table, Any], Events | Refusal]] = {
    RaiseDispute: raise_dispute,
    DecideDispute: decide_dispute,
    RequestReview: request_review,
    ReviewDispute: review_dispute,
}
EVOLVES: dict[type[Any], Callable[[Table, Any], Table]] = {
    DisputeRaised: _raised,
    DisputeDecided: _closed,
    ReviewRequested: _asked,
}
