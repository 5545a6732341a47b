"""The draw: from the committed seed, with a scrutineer if required; redraws go to the next name."""

import re

from sicbo.draws import commitment, draw_names
from sicbo.errors import Refusal
from sicbo.i18n import message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import event_from_command
from sicbo.machine.structs import replace
from sicbo.promotion.authority import Least, PromotionRule
from sicbo.promotion.commands import AwardByDice, ConfirmDraw, DrawPrizes, NominateScrutineer, RedrawPrize
from sicbo.promotion.conditions import BY_DICE, BY_DRAW
from sicbo.promotion.events import (
    DrawConfirmed,
    PrizeRedrawn,
    PrizesDrawn,
    PrizeWon,
    PrizeWonByDice,
    ScrutineerNominated,
    won_values,
)
from sicbo.promotion.prize_transfers import dice_prize_transfers, draw_transfers, redraw_transfers
from sicbo.promotion.state import CLOSED, DRAWN, OPEN, REFUSED, RUNNING, Award, Promotion

is_seed = re.compile(r"(?:[0-9a-f]{2}){16,64}").fullmatch
AWARD_METHOD_PATH, AWARD_TIME_PATH, CLAIM_PRESENT_PATH = "award.method", "award.at", "claim.present"


def nominate_scrutineer(promotion: Promotion, command: NominateScrutineer) -> Events | Refusal:
    """Nominate the scrutineer of the draw, who is not the person giving the command."""
    clause = promotion.law.scrutineer.clause
    if promotion.phase not in (RUNNING, CLOSED):
        return Refusal(clause, message("promotion-draw.scrutineer-out-of-time"))
    if not command.name or command.name == command.stamp.by:
        return Refusal(clause, message("promotion-draw.scrutineer-self"))
    return (event_from_command(ScrutineerNominated, command, clause),)


def draw_prizes(promotion: Promotion, command: DrawPrizes) -> Events | Refusal:
    """Draw from the closed list with the committed seed, at the time of the terms or later."""
    if refusal := _refuse_if_not_draw_time(promotion, command) or _refuse_if_not_overseen(promotion, command):
        return refusal
    clause = promotion.clause(AWARD_METHOD_PATH)
    if not is_seed(command.seed) or commitment(bytes.fromhex(command.seed)) != promotion.commitment:
        return Refusal(clause, message("promotion-draw.wrong-seed"))
    if command.word and not command.word.isprintable():
        return Refusal(clause, message("promotion-draw.word-one-line"))
    label = f"{promotion.name} {command.word}".rstrip()
    prizes = [prize for prize in promotion.offer.prizes for _ in range(prize.number)]
    names = draw_names(bytes.fromhex(command.seed), promotion.entrants, label, len(prizes))
    won = tuple(PrizeWon(name, prize.name, prize.value) for name, prize in zip(names, prizes, strict=False))
    return (event_from_command(PrizesDrawn, command, clause, label=label, won=won),)


def _refuse_if_not_draw_time(promotion: Promotion, command: DrawPrizes) -> Refusal | None:
    if promotion.phase != CLOSED:
        return Refusal(promotion.clause("entry.closes"), message("promotion-draw.list-open"))
    if promotion.offer.method != BY_DRAW:
        return Refusal(promotion.clause(AWARD_METHOD_PATH), message("promotion-draw.by-dice"))
    if command.stamp.wall < promotion.offer.awarded:
        return Refusal(
            promotion.clause(AWARD_TIME_PATH),
            message("promotion-draw.too-early", time=promotion.offer.awarded),
        )
    return None


def _refuse_if_not_overseen(promotion: Promotion, command: DrawPrizes) -> Refusal | None:
    """Refuse a draw without a scrutineer if the rulebook requires one, or with one who was not nominated."""
    ruling = promotion.law.scrutineer
    if not command.second:
        if promotion.needs_scrutineer and ruling.choice.is_required:
            return Refusal(
                ruling.clause,
                message("promotion-draw.scrutineer-required", above=promotion.law.scrutineer_above.choice),
            )
        return None
    if command.second != promotion.scrutineer or command.second == command.stamp.by:
        return Refusal(ruling.clause, message("promotion-draw.wrong-scrutineer"))
    return None


def confirm_draw(promotion: Promotion, command: ConfirmDraw) -> Events | Refusal:
    """Record the signature of the scrutineer."""
    clause = promotion.law.scrutineer.clause
    if promotion.phase != DRAWN or promotion.confirmed:
        return Refusal(clause, message("promotion-draw.nothing-to-sign"))
    if command.stamp.by != promotion.scrutineer:
        return Refusal(clause, message("promotion-draw.signed-by-scrutineer"))
    return (event_from_command(DrawConfirmed, command, clause),)


def redraw_prize(promotion: Promotion, command: RedrawPrize) -> Events | Refusal:
    """Give a prize to the next name of the same draw if its winner was refused it or was not present."""
    clause = promotion.clause(AWARD_METHOD_PATH)
    award = promotion.awards[command.award] if 0 <= command.award < len(promotion.awards) else None
    if award is None or promotion.phase != DRAWN or promotion.offer.method != BY_DRAW:
        return Refusal(clause, message("promotion-draw.no-such-prize"))
    absent = promotion.offer.present and award.claim == OPEN and not award.told
    if award.claim != REFUSED and not absent:
        return Refusal(promotion.clause(CLAIM_PRESENT_PATH), message("promotion-draw.winner-keeps-prize"))
    if not command.reason:
        return Refusal(clause, message("promotion-draw.reason-required"))
    names = draw_names(bytes.fromhex(promotion.seed), promotion.entrants, promotion.label, promotion.came + 1)
    if len(names) == promotion.came:
        return Refusal(clause, message("promotion-draw.names-exhausted"))
    won = PrizeWon(names[-1], award.won.prize, award.won.cents)
    return (event_from_command(PrizeRedrawn, command, clause, won=won),)


def award_by_dice(promotion: Promotion, command: AwardByDice) -> Events | Refusal:
    """Give a prize to a player who wagered enough on a round whose dice win its bet."""
    clause = promotion.clause(AWARD_METHOD_PATH)
    if promotion.phase != RUNNING or promotion.offer.method != BY_DICE:
        return Refusal(clause, message("promotion-draw.dice-not-running"))
    if command.player in promotion.barred:
        return Refusal(promotion.law.tell_refused.clause, message("promotion-entries.barred"))
    prize = next((one for one in promotion.offer.prizes if one.name == command.prize), None)
    if prize is None or not promotion.prizes_left[prize.name]:
        return Refusal(clause, message("promotion-draw.prize-gone"))
    if command.dice not in promotion.layout.bet(prize.bet).winning_rolls:
        return Refusal(clause, message("promotion-draw.bet-not-won", bet=prize.bet))
    if command.wager < max(promotion.offer.minimum_wager, 1):
        return Refusal(
            promotion.clause("entry.minimum_wager"),
            message("promotion-draw.wager-too-small", minimum=max(promotion.offer.minimum_wager, 1)),
        )
    won = PrizeWon(command.player, prize.name, prize.value)
    return (event_from_command(PrizeWonByDice, command, clause, won=won),)


def apply_scrutineer_nominated(promotion: Promotion, event: ScrutineerNominated) -> Promotion:
    """Set the scrutineer of the draw."""
    return replace(promotion, scrutineer=event.name)


def apply_prizes_drawn(promotion: Promotion, event: PrizesDrawn) -> Promotion:
    """Set the winners; a draw without a scrutineer needs no signature."""
    awards = tuple(Award(won, event.stamp.wall) for won in event.won)
    return replace(
        promotion,
        phase=DRAWN,
        seed=event.seed,
        label=event.label,
        came=len(awards),
        awards=awards,
        confirmed=not event.second,
    )


def apply_draw_confirmed(promotion: Promotion, event: DrawConfirmed) -> Promotion:
    """Mark the draw as confirmed by the scrutineer."""
    return replace(promotion, confirmed=True)


def apply_prize_redrawn(promotion: Promotion, event: PrizeRedrawn) -> Promotion:
    """Give the award to the next name of the draw."""
    return replace(
        promotion,
        came=promotion.came + 1,
        awards=with_award(promotion, event.award, Award(event.won, event.stamp.wall)),
    )


def with_award(promotion: Promotion, number: int, award: Award) -> tuple[Award, ...]:
    """Return the awards with one of them replaced."""
    return (*promotion.awards[:number], award, *promotion.awards[number + 1 :])


def apply_prize_won_by_dice(promotion: Promotion, event: PrizeWonByDice) -> Promotion:
    """Add an award."""
    return replace(promotion, awards=(*promotion.awards, Award(event.won, event.stamp.wall)))


RULES = (
    PromotionRule(NominateScrutineer, decide=nominate_scrutineer, least=Least.OFFERING),
    PromotionRule(DrawPrizes, decide=draw_prizes, least=Least.OFFERING, signed=True),
    PromotionRule(ConfirmDraw, decide=confirm_draw, least=Least.ANYONE, signed=True),
    PromotionRule(RedrawPrize, decide=redraw_prize, least=Least.OFFERING),
    PromotionRule(AwardByDice, decide=award_by_dice, least=Least.DEALER),
)
EFFECTS = (
    Effect(
        ScrutineerNominated,
        apply=apply_scrutineer_nominated,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        PrizesDrawn,
        apply=apply_prizes_drawn,
        transfers=draw_transfers,
        audience=Audience.EVERYONE,
        narrate=lambda event: message(
            "event.prizes-drawn",
            prizes=tuple(message("promotion.prize-won", **won_values(won)) for won in event.won),
        ),
    ),
    Effect(
        DrawConfirmed,
        apply=apply_draw_confirmed,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=lambda event: message("event.draw-confirmed", by=event.stamp.by),
    ),
    Effect(
        PrizeRedrawn,
        apply=apply_prize_redrawn,
        transfers=redraw_transfers,
        audience=Audience.EVERYONE,
        narrate=lambda event: message("event.prize-redrawn", reason=event.reason, **won_values(event.won)),
    ),
    Effect(
        PrizeWonByDice,
        apply=apply_prize_won_by_dice,
        transfers=dice_prize_transfers,
        audience=Audience.EVERYONE,
        narrate=lambda event: message(
            "event.prize-won-by-dice",
            table=event.table,
            round=event.round,
            dice=event.dice,
            **won_values(event.won),
        ),
    ),
)
