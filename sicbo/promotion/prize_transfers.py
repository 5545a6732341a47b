"""Transfers of a promotion: its prizes are set aside, won, given or refused, each kind by itself."""

from collections.abc import Iterator

from sicbo.machine.accounts import WORLD, Account, AccountPlace
from sicbo.machine.ledger import CASH, TOKEN, Transfer, move
from sicbo.promotion import events
from sicbo.promotion.conditions import PrizeTerms, PromotionTerms, parse_promotion_terms
from sicbo.promotion.events import PrizeWon
from sicbo.promotion.state import CANCELLED, OPEN, REFUSED, Award, Promotion

STOCK = Account(AccountPlace.STOCK)
KIND_OF_PRIZE = {"cash": CASH, "tokens": TOKEN}
IN_KIND = "prize"


def published_transfers(
    event: events.PromotionPublished | events.PromotionAmended, before: Promotion
) -> Iterator[Transfer]:
    """Yield what new terms set aside; the prizes of earlier terms that have no winner go back first."""
    if before.terms:
        yield from _move_stock(before, STOCK, WORLD)
    yield from _set_aside(parse_promotion_terms(event.terms), before)


def draw_transfers(event: events.PrizesDrawn, before: Promotion) -> Iterator[Transfer]:
    """Yield the drawn prizes, from the stock to their winners' claims."""
    for won in event.won:
        yield from _move_prize(before, won, STOCK, _claim_account(won))


def dice_prize_transfers(event: events.PrizeWonByDice, before: Promotion) -> Iterator[Transfer]:
    """Yield a prize that the dice gave, from the stock to the winner's claim."""
    return _move_prize(before, event.won, STOCK, _claim_account(event.won))


def redraw_transfers(event: events.PrizeRedrawn, before: Promotion) -> Iterator[Transfer]:
    """Yield the way of a prize from one winner, if it is not refused yet, to the next."""
    award = before.awards[event.award]
    if award.claim == OPEN:
        yield from _move_prize(before, award.won, _claim_account(award.won), STOCK)
    yield from _move_prize(before, event.won, STOCK, _claim_account(event.won))


def refused_claim_transfers(event: events.ClaimRefused, before: Promotion) -> Iterator[Transfer]:
    """Yield a prize that goes back to the stock."""
    return _move_prize(before, event.won, _claim_account(event.won), STOCK)


def cancelled_transfers(event: events.PromotionCancelled, before: Promotion) -> Iterator[Transfer]:
    """Yield everything that is not given, back to the house."""
    for award in before.awards:
        yield from _return_open_claim(before, award)
    yield from _move_stock(before, STOCK, WORLD, _open_claims(before))


def finished_transfers(event: events.PromotionFinished, before: Promotion) -> Iterator[Transfer]:
    """Yield the prizes without a winner, back to the house; a cancellation has moved them already."""
    if before.phase != CANCELLED:
        yield from _move_stock(before, STOCK, WORLD)


def claimed_prize_transfers(event: events.PrizeClaimed, before: Promotion) -> Iterator[Transfer]:
    """Yield a prize that is handed over, or its cash alternative."""
    given = Account(AccountPlace.GIVEN, event.won.player)
    if event.alternative:
        yield from _move_prize(before, event.won, _claim_account(event.won), WORLD)
        yield from move(CASH, event.alternative, WORLD, given)
    else:
        yield from _move_prize(before, event.won, _claim_account(event.won), given)


def _return_open_claim(before: Promotion, award: Award) -> Iterator[Transfer]:
    if award.claim == OPEN:
        yield from _move_prize(before, award.won, _claim_account(award.won), STOCK)


def _open_claims(before: Promotion) -> list[PrizeWon]:
    return [award.won for award in before.awards if award.claim == OPEN]


def _move_stock(
    before: Promotion, source: Account, target: Account, more: list[PrizeWon] | None = None
) -> Iterator[Transfer]:
    """Yield the transfers of prizes that are not won, together with those in `more`."""
    for prize in before.offer.prizes:
        back = sum(won.prize == prize.name for won in more or ())
        yield from move(
            kind_of_prize(prize), prize.value * (before.prizes_left[prize.name] + back), source, target
        )


def _set_aside(terms: PromotionTerms, before: Promotion) -> Iterator[Transfer]:
    """Yield the transfers that set aside the prizes of the terms, except those won under earlier terms."""
    taken = [award.won.prize for award in before.awards if award.claim != REFUSED]
    for prize in terms.prizes:
        yield from move(
            kind_of_prize(prize), prize.value * (prize.number - taken.count(prize.name)), WORLD, STOCK
        )


def _move_prize(before: Promotion, won: PrizeWon, source: Account, target: Account) -> Iterator[Transfer]:
    yield from move(kind_of_prize(before.offer.prize(won.prize)), won.cents, source, target)


def _claim_account(won: PrizeWon) -> Account:
    return Account(AccountPlace.CLAIM, won.player)


def kind_of_prize(prize: PrizeTerms) -> str:
    """Return what a prize is made of: cash, tokens, or its value in kind."""
    return KIND_OF_PRIZE.get(prize.kind, IN_KIND)
