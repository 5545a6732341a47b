"""Claims: winners are notified in time, and each prize is handed over or refused with a recorded reason."""

from sicbo.errors import Refusal
from sicbo.i18n import message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import event_from_command
from sicbo.machine.structs import replace
from sicbo.promotion.authority import Least, PromotionRule
from sicbo.promotion.commands import ClaimPrize, NotifyWinner, PaymentPart, RefuseClaim
from sicbo.promotion.conditions import CASH, TOKENS, PrizeTerms
from sicbo.promotion.draw import with_award
from sicbo.promotion.events import ClaimRefused, PrizeClaimed, WinnerNotified, won_values
from sicbo.promotion.prize_transfers import claimed_prize_transfers, refused_claim_transfers
from sicbo.promotion.state import CANCELLED, CLAIMED, FINISHED, OPEN, REFUSED, Award, Promotion

DAY = 24 * 3_600_000_000
PAYMENT_METHODS = ("cash", "crossed-cheque", "transfer")
CLAIM_METHOD_PATH = "claim.method"


def notify_winner(promotion: Promotion, command: NotifyWinner) -> Events | Refusal:
    """Record an attempt to notify a winner, by a method that the rulebook names."""
    ways = promotion.law.notify_by
    if refusal := _refuse_if_not_claimable(promotion, command.award):
        return refusal
    if command.method not in ways.choice:
        return Refusal(ways.clause, message("promotion-claims.notice-method", methods=tuple(ways.choice)))
    late = command.stamp.wall > notification_due(promotion, promotion.awards[command.award])
    return (event_from_command(WinnerNotified, command, ways.choice[command.method], late=late),)


def notification_due(promotion: Promotion, award: Award) -> int:
    """Return the time by which a winner has to be notified."""
    return award.at + promotion.law.notify_winner_days.choice * DAY


def overdue_notifications(promotion: Promotion, wall: int) -> list[int]:
    """Return the awards whose winners are not notified in time; none if winners had to be present."""
    if promotion.phase in (CANCELLED, FINISHED) or not promotion.awards or promotion.offer.present:
        return []
    return [
        number
        for number, award in enumerate(promotion.awards)
        if award.claim == OPEN and not award.told and wall > notification_due(promotion, award)
    ]


def claim_prize(promotion: Promotion, command: ClaimPrize) -> Events | Refusal:
    """Hand over a prize as the terms describe it, or its cash alternative if they state one."""
    if refusal := _refuse_if_not_claimable(promotion, command.award):
        return refusal
    award = promotion.awards[command.award]
    prize = promotion.offer.prize(award.won.prize)
    if promotion.offer.present and not command.present:
        return Refusal(
            promotion.clause(CLAIM_METHOD_PATH),
            message("promotion-claims.winner-absent"),
        )
    if refusal := _refuse_if_no_alternative(promotion, prize, command) or _refuse_if_voucher_wrong(
        promotion, prize, command
    ):
        return refusal
    cash = prize.alternative if command.alternative else award.won.cents if prize.kind == CASH else 0
    if refusal := _refuse_if_payment_wrong(promotion, cash, command.parts):
        return refusal
    parts = command.parts or ((PaymentPart("cash", cash),) if cash else ())
    given = {"alternative": prize.alternative if command.alternative else 0, "parts": parts}
    return (
        event_from_command(
            PrizeClaimed, command, promotion.clause(CLAIM_METHOD_PATH), won=award.won, **given
        ),
    )


def _refuse_if_no_alternative(promotion: Promotion, prize: PrizeTerms, command: ClaimPrize) -> Refusal | None:
    ruling = promotion.law.cash_alternative
    if not command.alternative or (ruling.choice.is_allowed and prize.alternative):
        return None
    return Refusal(ruling.clause, message("promotion-claims.no-cash-alternative"))


def _refuse_if_voucher_wrong(promotion: Promotion, prize: PrizeTerms, command: ClaimPrize) -> Refusal | None:
    if (prize.kind == TOKENS) == bool(command.voucher):
        return None
    clause = promotion.clause("prizes[].tokens")
    if command.voucher:
        return Refusal(clause, message("promotion-claims.voucher-not-needed"))
    return Refusal(clause, message("promotion-claims.voucher-missing"))


def _refuse_if_payment_wrong(
    promotion: Promotion, cash: int, parts: tuple[PaymentPart, ...]
) -> Refusal | None:
    """Refuse a payment of the wrong sum or method, or a large sum without the winner's choice of method."""
    above = promotion.law.payment_choice_above
    if not parts:
        if above.choice is not None and cash > above.choice:
            return Refusal(
                above.clause,
                message(
                    "promotion-claims.winner-chooses-payment", above=above.choice, methods=PAYMENT_METHODS
                ),
            )
        return None
    is_valid = all(part.method in PAYMENT_METHODS and part.cents > 0 for part in parts)
    if not is_valid or sum(part.cents for part in parts) != cash:
        says = message("promotion-claims.pay-exactly", cents=cash, methods=PAYMENT_METHODS)
        return Refusal(above.clause, says if cash else message("promotion-claims.not-money"))
    return None


def refuse_claim(promotion: Promotion, command: RefuseClaim) -> Events | Refusal:
    """Refuse a prize with a reason; details are kept if it is worth more than the rulebook's amount."""
    law = promotion.law
    if refusal := _refuse_if_not_claimable(promotion, command.award):
        return refusal
    if not command.reason or not command.informed:
        return Refusal(law.tell_refused.clause, message("promotion-claims.reason-required"))
    award, above = promotion.awards[command.award], law.keep_refusals_above
    kept = award.won.cents > above.choice
    if kept and not (command.name and command.place):
        says = message("promotion-claims.address-required", above=above.choice)
        return Refusal(above.clause, says)
    return (event_from_command(ClaimRefused, command, above.clause, won=award.won, kept=kept),)


def _refuse_if_not_claimable(promotion: Promotion, number: int) -> Refusal | None:
    clause = promotion.clause(CLAIM_METHOD_PATH)
    if promotion.phase in (CANCELLED, FINISHED):
        return Refusal(clause, message("promotion-claims.promotion-over"))
    if not 0 <= number < len(promotion.awards):
        return Refusal(clause, message("promotion-claims.no-such-prize"))
    if promotion.seed and not promotion.confirmed:
        return Refusal(promotion.law.scrutineer.clause, message("promotion-draw.unsigned"))
    if promotion.awards[number].claim != OPEN:
        return Refusal(clause, message("promotion-claims.settled"))
    return None


def apply_winner_notified(promotion: Promotion, event: WinnerNotified) -> Promotion:
    """Record how the winner was notified."""
    award = replace(promotion.awards[event.award], told=event.method)
    return replace(promotion, awards=with_award(promotion, event.award, award))


def apply_prize_claimed(promotion: Promotion, event: PrizeClaimed) -> Promotion:
    """Mark the prize as claimed."""
    award = replace(promotion.awards[event.award], claim=CLAIMED)
    return replace(promotion, awards=with_award(promotion, event.award, award))


def apply_claim_refused(promotion: Promotion, event: ClaimRefused) -> Promotion:
    """Mark the claim as refused."""
    award = replace(promotion.awards[event.award], claim=REFUSED)
    return replace(promotion, awards=with_award(promotion, event.award, award))


RULES = (
    PromotionRule(NotifyWinner, decide=notify_winner, least=Least.DEALER),
    PromotionRule(ClaimPrize, decide=claim_prize, least=Least.OFFERING),
    PromotionRule(RefuseClaim, decide=refuse_claim, least=Least.OFFERING),
)
EFFECTS = (
    Effect(
        WinnerNotified,
        apply=apply_winner_notified,
        transfers=no_transfers,
        audience=Audience.PLAYER,
        narrate=lambda event: message(
            "event.winner-notified", number=event.award + 1, method=event.method, late=event.late
        ),
    ),
    Effect(
        PrizeClaimed,
        apply=apply_prize_claimed,
        transfers=claimed_prize_transfers,
        audience=Audience.PLAYER,
        narrate=lambda event: message("event.prize-claimed", **won_values(event.won)),
    ),
    Effect(
        ClaimRefused,
        apply=apply_claim_refused,
        transfers=refused_claim_transfers,
        audience=Audience.PLAYER,
        narrate=lambda event: message("event.claim-refused", reason=event.reason, **won_values(event.won)),
    ),
)
