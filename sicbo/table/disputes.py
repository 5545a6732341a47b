"""Disputes: raised by anybody, decided by the rank that the rulebook names, final as far as it says."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.authority import Act
from sicbo.game.policies import Finality
from sicbo.table.conduct_messages import (
    DecideDispute,
    DisputeDecided,
    DisputeRaised,
    RaiseDispute,
    RequestReview,
    ReviewDispute,
    ReviewRequested,
)
from sicbo.table.events import AnyEvent
from sicbo.table.powers import may_not
from sicbo.table.records import Dispute, facts
from sicbo.table.state import Table

Events = tuple[AnyEvent, ...]
ACTS = {"dispute": Act.DECIDE_DISPUTE, "unforeseen": Act.RESOLVE_UNFORESEEN}


def raise_dispute(table: Table, command: RaiseDispute) -> Events | Refusal:
    """Put a dispute on record; the id of this command names it from now on."""
    clause = table.rules.conduct.disputes.clause
    known = [kind for kind, act in ACTS.items() if table.rules.power(act)]
    if command.matter not in known:
        return Refusal(clause, f"Raise it as one of these: {', '.join(known)}.")
    if not command.about:
        return Refusal(clause, "Say what it is about.")
    played = table.round or table.last
    event = DisputeRaised(
        **facts(command, clause),
        player=command.player,
        about=command.about,
        matter=command.matter,
        round=played.number if played else None,
    )
    return (event,)


def decide_dispute(table: Table, command: DecideDispute) -> Events | Refusal:
    """Decide it in the first place; who is not satisfied hears of the inspector, where there is one."""
    dispute = table.disputes.get(command.dispute)
    if dispute is None or dispute.decided_by is not None:
        return _not_open(table, command.dispute)
    refusal = may_not(table, command, ACTS[dispute.kind]) or _unsaid(table, command)
    if refusal:
        return refusal
    final = command.satisfied or not _reviewer(table)
    return (_decided(table, command, ACTS[dispute.kind], final=final),)


def request_review(table: Table, command: RequestReview) -> Events | Refusal:
    """Ask for a review, by a higher rank or by the commission."""
    ruling = table.rules.conduct.disputes
    reviewer = _reviewer(table)
    if not reviewer:
        return Refusal(ruling.clause, f"No review is provided for: {ruling.choice.value}.")
    dispute = table.disputes.get(command.dispute)
    if dispute is None or dispute.decided_by is None or dispute.review:
        return Refusal(ruling.clause, "Only a decided dispute is reviewed, and once: wait for the decision.")
    outside = ruling.choice is Finality.COMMISSION
    event = ReviewRequested(
        **facts(command, ruling.clause), dispute=command.dispute, reviewer=reviewer, leaves=outside
    )
    return (event,)


def review_dispute(table: Table, command: ReviewDispute) -> Events | Refusal:
    """Decide it once more, on request, as somebody else."""
    ruling = table.rules.conduct.disputes
    if table.rules.power(Act.REVIEW_DISPUTE) is None:
        return Refusal(ruling.clause, f"No review is held in the house: {ruling.choice.value}.")
    refusal = may_not(table, command, Act.REVIEW_DISPUTE)
    dispute = table.disputes.get(command.dispute)
    if refusal or dispute is None or not dispute.review:
        return refusal or Refusal(ruling.clause, "Nobody has asked for that review: it is held on request.")
    if command.stamp.by == dispute.decided_by:
        return Refusal(ruling.clause, "Somebody else has to review what you decided.")
    return _unsaid(table, command) or (_decided(table, command, Act.REVIEW_DISPUTE, final=True),)


def _reviewer(table: Table) -> str:
    if table.rules.conduct.disputes.choice is Finality.COMMISSION:
        return "commission"
    power = table.rules.power(Act.REVIEW_DISPUTE)
    return table.rules.title(power.rank) if power else ""


def _unsaid(table: Table, command: DecideDispute | ReviewDispute) -> Refusal | None:
    """What a decision has to say: something, and the right to an inspector to whoever is not satisfied."""
    ruling = table.rules.conduct.disputes
    if not command.decision:
        return Refusal(ruling.clause, "Say what is decided.")
    untold = not command.satisfied and not command.told_of_inspector
    if ruling.choice is Finality.INSPECTOR and untold:
        return Refusal(ruling.clause, "Tell the player how to reach an inspector first, and record it.")
    return None


def _decided(
    table: Table, command: DecideDispute | ReviewDispute, act: Act, *, final: bool
) -> DisputeDecided:
    power = table.rules.power(act)
    assert power is not None
    return DisputeDecided(
        **facts(command, power.clause),
        dispute=command.dispute,
        decision=command.decision,
        satisfied=command.satisfied,
        told_of_inspector=command.told_of_inspector,
        final=final,
        review=act is Act.REVIEW_DISPUTE,
    )


def _not_open(table: Table, name: str) -> Refusal:
    clause = table.rules.conduct.disputes.clause
    waiting = sorted(key for key, dispute in table.disputes.items() if dispute.decided_by is None)
    return Refusal(
        clause, f"No dispute {name} waits for a decision; waiting: {', '.join(waiting) or 'none'}."
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
