"""`decide`: the events of a command, or a refusal by clause. `evolve`: the promotion after an event."""

from collections.abc import Callable, Iterable
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.promotion import claims, closing, commands, draw, entries, events, publication
from sicbo.promotion.commands import AnyPromotionCommand
from sicbo.promotion.events import AnyPromotionEvent
from sicbo.promotion.state import Promotion

Events = tuple[AnyPromotionEvent, ...]

HOW: dict[type[AnyPromotionCommand], Callable[[Promotion, Any], Events | Refusal]] = {
    commands.PublishPromotion: publication.publish,
    commands.AmendPromotion: publication.amend,
    commands.RequestPromotionTerms: publication.request,
    commands.SendPromotionTerms: publication.send,
    commands.StartPromotion: publication.start,
    commands.EnterPromotion: entries.enter,
    commands.CountPlay: entries.count_play,
    commands.BarEntrant: entries.bar,
    commands.ClosePromotion: entries.close,
    commands.NominateScrutineer: draw.nominate,
    commands.DrawPrizes: draw.draw,
    commands.ConfirmDraw: draw.confirm,
    commands.RedrawPrize: draw.redraw,
    commands.AwardByDice: draw.by_dice,
    commands.NotifyWinner: claims.notify,
    commands.ClaimPrize: claims.claim,
    commands.RefuseClaim: claims.refuse,
    commands.PostponePromotion: closing.postpone,
    commands.ResumePromotion: closing.resume,
    commands.CancelPromotion: closing.cancel,
    commands.TellInspector: closing.tell,
    commands.PublishWinners: closing.publish_winners,
    commands.RaiseComplaint: closing.complain,
    commands.DecideComplaint: closing.decide_complaint,
    commands.FinishPromotion: closing.finish,
}

DESK = (commands.EnterPromotion, commands.CountPlay, commands.AwardByDice, commands.NotifyWinner)
ANYBODY = (commands.RaiseComplaint, commands.DecideComplaint, commands.ConfirmDraw)
"""The functions that decide these commands check who complains, who decides and who signs for a draw."""
WHILE_HELD = (
    commands.RequestPromotionTerms,
    commands.SendPromotionTerms,
    commands.AmendPromotion,
    commands.BarEntrant,
    commands.ResumePromotion,
    commands.CancelPromotion,
    commands.RaiseComplaint,
    commands.DecideComplaint,
)

EVOLVES: dict[type[AnyPromotionEvent], Callable[[Promotion, Any], Promotion]] = {
    events.PromotionPublished: publication.published,
    events.PromotionAmended: publication.amended,
    events.PromotionTermsRequested: publication.requested,
    events.PromotionTermsSent: publication.was_sent,
    events.PromotionStarted: publication.started,
    events.Entered: entries.entered,
    events.PlayCounted: entries.counted,
    events.EntrantBarred: entries.was_barred,
    events.PromotionClosed: entries.closed,
    events.ScrutineerNominated: draw.nominated,
    events.PrizesDrawn: draw.was_drawn,
    events.DrawConfirmed: draw.confirmed,
    events.PrizeRedrawn: draw.redrawn,
    events.PrizeWonByDice: draw.won_by_dice,
    events.WinnerNotified: claims.notified,
    events.PrizeClaimed: claims.claimed,
    events.ClaimRefused: claims.refused,
    events.PromotionPostponed: closing.postponed,
    events.PromotionResumed: closing.resumed,
    events.PromotionCancelled: closing.cancelled,
    events.InspectorTold: closing.told,
    events.WinnersPublished: closing.winners_published,
    events.ComplaintRaised: closing.complained,
    events.ComplaintDecided: closing.complaint_decided,
    events.PromotionFinished: closing.finished,
}


def decide(promotion: Promotion, command: AnyPromotionCommand) -> Events | Refusal:
    """Return the events of `command` if it is given now, or a refusal."""
    if refusal := may_not(promotion, command):
        return refusal
    if promotion.held and not isinstance(command, WHILE_HELD):
        says = "The promotion is postponed: validate its integrity and resume it, or cancel it."
        return Refusal(promotion.law.integrity.clause, says)
    return HOW[type(command)](promotion, command)


def may_not(promotion: Promotion, command: AnyPromotionCommand) -> Refusal | None:
    """Refuse a person below the rank that the rulebook names; entries are taken by any rank of the desk."""
    if isinstance(command, ANYBODY):
        return None
    ruling = promotion.law.offered
    least = Rank.DEALER if isinstance(command, DESK) else ruling.choice
    if command.stamp.rank is not None and command.stamp.rank >= least:
        return None
    return Refusal(ruling.clause, f"Call this rank or above: {promotion.rules.title(least)}.")


def evolve(promotion: Promotion, event: AnyPromotionEvent) -> Promotion:
    """Return the promotion after `event`."""
    return EVOLVES[type(event)](promotion, event)


def after(promotion: Promotion, events: Iterable[AnyPromotionEvent]) -> Promotion:
    """Return the promotion after these events, in order."""
    for event in events:
        promotion = evolve(promotion, event)
    return promotion
