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

DECIDERS: dict[type[AnyPromotionCommand], Callable[[Promotion, Any], Events | Refusal]] = {
    commands.PublishPromotion: publication.publish_promotion,
    commands.AmendPromotion: publication.amend_promotion,
    commands.RequestPromotionTerms: publication.request_terms,
    commands.SendPromotionTerms: publication.send_terms,
    commands.StartPromotion: publication.start_promotion,
    commands.EnterPromotion: entries.enter_promotion,
    commands.CountPlay: entries.count_play,
    commands.BarEntrant: entries.bar_entrant,
    commands.ClosePromotion: entries.close_promotion,
    commands.NominateScrutineer: draw.nominate_scrutineer,
    commands.DrawPrizes: draw.draw_prizes,
    commands.ConfirmDraw: draw.confirm_draw,
    commands.RedrawPrize: draw.redraw_prize,
    commands.AwardByDice: draw.award_by_dice,
    commands.NotifyWinner: claims.notify_winner,
    commands.ClaimPrize: claims.claim_prize,
    commands.RefuseClaim: claims.refuse_claim,
    commands.PostponePromotion: closing.postpone_promotion,
    commands.ResumePromotion: closing.resume_promotion,
    commands.CancelPromotion: closing.cancel_promotion,
    commands.TellInspector: closing.tell_inspector,
    commands.PublishWinners: closing.publish_winners,
    commands.RaiseComplaint: closing.raise_complaint,
    commands.DecideComplaint: closing.decide_complaint,
    commands.FinishPromotion: closing.finish_promotion,
}

DESK_COMMANDS = (commands.EnterPromotion, commands.CountPlay, commands.AwardByDice, commands.NotifyWinner)
COMMANDS_OF_ANY_RANK = (commands.RaiseComplaint, commands.DecideComplaint, commands.ConfirmDraw)
"""The functions that decide these commands check who complains, who decides and who signs for a draw."""
COMMANDS_WHILE_HELD = (
    commands.RequestPromotionTerms,
    commands.SendPromotionTerms,
    commands.AmendPromotion,
    commands.BarEntrant,
    commands.ResumePromotion,
    commands.CancelPromotion,
    commands.RaiseComplaint,
    commands.DecideComplaint,
)

APPLIERS: dict[type[AnyPromotionEvent], Callable[[Promotion, Any], Promotion]] = {
    events.PromotionPublished: publication.apply_promotion_published,
    events.PromotionAmended: publication.apply_promotion_amended,
    events.PromotionTermsRequested: publication.apply_promotion_terms_requested,
    events.PromotionTermsSent: publication.apply_promotion_terms_sent,
    events.PromotionStarted: publication.apply_promotion_started,
    events.Entered: entries.apply_entered,
    events.PlayCounted: entries.apply_play_counted,
    events.EntrantBarred: entries.apply_entrant_barred,
    events.PromotionClosed: entries.apply_promotion_closed,
    events.ScrutineerNominated: draw.apply_scrutineer_nominated,
    events.PrizesDrawn: draw.apply_prizes_drawn,
    events.DrawConfirmed: draw.apply_draw_confirmed,
    events.PrizeRedrawn: draw.apply_prize_redrawn,
    events.PrizeWonByDice: draw.apply_prize_won_by_dice,
    events.WinnerNotified: claims.apply_winner_notified,
    events.PrizeClaimed: claims.apply_prize_claimed,
    events.ClaimRefused: claims.apply_claim_refused,
    events.PromotionPostponed: closing.apply_promotion_postponed,
    events.PromotionResumed: closing.apply_promotion_resumed,
    events.PromotionCancelled: closing.apply_promotion_cancelled,
    events.InspectorTold: closing.apply_inspector_told,
    events.WinnersPublished: closing.apply_winners_published,
    events.ComplaintRaised: closing.apply_complaint_raised,
    events.ComplaintDecided: closing.apply_complaint_decided,
    events.PromotionFinished: closing.apply_promotion_finished,
}


def decide(promotion: Promotion, command: AnyPromotionCommand) -> Events | Refusal:
    """Return the events of `command` if it is given now, or a refusal."""
    if refusal := refuse_if_rank_too_low(promotion, command):
        return refusal
    if promotion.held and not isinstance(command, COMMANDS_WHILE_HELD):
        says = "The promotion is postponed: validate its integrity and resume it, or cancel it."
        return Refusal(promotion.law.integrity.clause, says)
    return DECIDERS[type(command)](promotion, command)


def refuse_if_rank_too_low(promotion: Promotion, command: AnyPromotionCommand) -> Refusal | None:
    """Refuse a person below the rank that the rulebook names; entries are taken by any rank of the desk."""
    if isinstance(command, COMMANDS_OF_ANY_RANK):
        return None
    ruling = promotion.law.offered
    least = Rank.DEALER if isinstance(command, DESK_COMMANDS) else ruling.choice
    if command.stamp.rank is not None and command.stamp.rank >= least:
        return None
    return Refusal(ruling.clause, f"Call this rank or above: {promotion.rules.title(least)}.")


def evolve(promotion: Promotion, event: AnyPromotionEvent) -> Promotion:
    """Return the promotion after `event`."""
    return APPLIERS[type(event)](promotion, event)


def evolve_all(promotion: Promotion, events: Iterable[AnyPromotionEvent]) -> Promotion:
    """Return the promotion after these events, in order."""
    for event in events:
        promotion = evolve(promotion, event)
    return promotion
