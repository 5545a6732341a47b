"""`decide` and `evolve`: what happens to a promotion if a command is given now, and what it is then."""

from collections.abc import Callable, Iterable
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.authority import Rank
from sicbo.promotion import claiming, commands, drawing, ending, entering, events, publishing
from sicbo.promotion.commands import AnyPromotionCommand
from sicbo.promotion.events import AnyPromotionEvent
from sicbo.promotion.state import Promotion

Events = tuple[AnyPromotionEvent, ...]

HOW: dict[type[AnyPromotionCommand], Callable[[Promotion, Any], Events | Refusal]] = {
    commands.PublishPromotion: publishing.publish,
    commands.AmendPromotion: publishing.amend,
    commands.RequestPromotionTerms: publishing.request,
    commands.SendPromotionTerms: publishing.send,
    commands.StartPromotion: publishing.start,
    commands.EnterPromotion: entering.enter,
    commands.CountPlay: entering.count_play,
    commands.BarEntrant: entering.bar,
    commands.ClosePromotion: entering.close,
    commands.NominateScrutineer: drawing.nominate,
    commands.DrawPrizes: drawing.draw,
    commands.ConfirmDraw: drawing.confirm,
    commands.RedrawPrize: drawing.redraw,
    commands.AwardByDice: drawing.by_dice,
    commands.NotifyWinner: claiming.notify,
    commands.ClaimPrize: claiming.claim,
    commands.RefuseClaim: claiming.refuse,
    commands.PostponePromotion: ending.postpone,
    commands.ResumePromotion: ending.resume,
    commands.CancelPromotion: ending.cancel,
    commands.TellInspector: ending.tell,
    commands.PublishWinners: ending.publish_winners,
    commands.RaiseComplaint: ending.complain,
    commands.DecideComplaint: ending.decide_complaint,
    commands.FinishPromotion: ending.finish,
}

DESK = (commands.EnterPromotion, commands.CountPlay, commands.AwardByDice, commands.NotifyWinner)
ANYBODY = (commands.RaiseComplaint, commands.DecideComplaint, commands.ConfirmDraw)
"""Who complains, who decides it and who signs for a draw is looked at where it is decided."""
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
    events.PromotionPublished: publishing.published,
    events.PromotionAmended: publishing.amended,
    events.PromotionTermsRequested: publishing.requested,
    events.PromotionTermsSent: publishing.was_sent,
    events.PromotionStarted: publishing.started,
    events.Entered: entering.entered,
    events.PlayCounted: entering.counted,
    events.EntrantBarred: entering.was_barred,
    events.PromotionClosed: entering.closed,
    events.ScrutineerNominated: drawing.nominated,
    events.PrizesDrawn: drawing.was_drawn,
    events.DrawConfirmed: drawing.confirmed,
    events.PrizeRedrawn: drawing.redrawn,
    events.PrizeWonByDice: drawing.won_by_dice,
    events.WinnerNotified: claiming.notified,
    events.PrizeClaimed: claiming.claimed,
    events.ClaimRefused: claiming.refused,
    events.PromotionPostponed: ending.postponed,
    events.PromotionResumed: ending.resumed,
    events.PromotionCancelled: ending.cancelled,
    events.InspectorTold: ending.told,
    events.WinnersPublished: ending.winners_published,
    events.ComplaintRaised: ending.complained,
    events.ComplaintDecided: ending.complaint_decided,
    events.PromotionFinished: ending.finished,
}


def decide(promotion: Promotion, command: AnyPromotionCommand) -> Events | Refusal:
    """Say what happens if `command` is given now."""
    if refusal := may_not(promotion, command):
        return refusal
    if promotion.held and not isinstance(command, WHILE_HELD):
        says = "The promotion is postponed: validate its integrity and resume it, or cancel it."
        return Refusal(promotion.law.integrity.clause, says)
    return HOW[type(command)](promotion, command)


def may_not(promotion: Promotion, command: AnyPromotionCommand) -> Refusal | None:
    """The operator acts by those whom the rulebook's ranks put high enough; entries are the desk's."""
    if isinstance(command, ANYBODY):
        return None
    ruling = promotion.law.offered
    least = Rank.DEALER if isinstance(command, DESK) else ruling.choice
    if command.stamp.rank is not None and command.stamp.rank >= least:
        return None
    return Refusal(ruling.clause, f"Call this rank or above: {promotion.rules.title(least)}.")


def evolve(promotion: Promotion, event: AnyPromotionEvent) -> Promotion:
    """The promotion after `event`."""
    return EVOLVES[type(event)](promotion, event)


def after(promotion: Promotion, events: Iterable[AnyPromotionEvent]) -> Promotion:
    """The promotion after all of them in turn."""
    for event in events:
        promotion = evolve(promotion, event)
    return promotion
