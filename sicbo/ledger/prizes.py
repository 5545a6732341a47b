"""Transfers of a promotion: its prizes are set aside, won, given or refused, each kind by itself."""

from collections.abc import Iterator

from sicbo.ledger.accounts import WORLD, Account, AccountPlace
from sicbo.ledger.transfers import CASH, TOKEN, Transfer, move
from sicbo.promotion import events
from sicbo.promotion.conditions import PrizeTerms, PromotionTerms, parse_promotion_terms
from sicbo.promotion.events import AnyPromotionEvent, PrizeWon
from sicbo.promotion.state import OPEN, REFUSED, Award, Promotion

STOCK = Account(AccountPlace.STOCK)
KIND_OF_PRIZE = {"cash": CASH, "tokens": TOKEN}
IN_KIND = "prize"


def promotion_transfers(event: AnyPromotionEvent, before: Promotion) -> tuple[Transfer, ...]:
    """Return what an event moved, given the promotion before it."""
    return tuple(_transfers(event, before))


def _transfers(event: AnyPromotionEvent, before: Promotion) -> Iterator[Transfer]:
    match event:
        case events.PromotionPublished() | events.PromotionAmended():
            if before.terms:
                yield from _move_stock(before, STOCK, WORLD)
            yield from _set_aside(parse_promotion_terms(event.terms), before)
        case events.PrizesDrawn():
            for won in event.won:
                yield from _move_prize(before, won, STOCK, _claim_account(won))
        case events.PrizeWonByDice():
            yield from _move_prize(before, event.won, STOCK, _claim_account(event.won))
        case events.PrizeRedrawn():
            award = before.awards[event.award]
            if award.claim == OPEN:
                yield from _move_prize(before, award.won, _claim_account(award.won), STOCK)
            yield from _move_prize(before, event.won, STOCK, _claim_account(event.won))
        case events.PrizeClaimed():
            yield from _move_claimed_prize(before, event)
        case events.ClaimRefused():
            yield from _move_prize(before, event.won, _claim_account(event.won), STOCK)
        case events.PromotionCancelled():
            for award in before.awards:
                yield from _return_open_claim(before, award)
            yield from _move_stock(before, STOCK, WORLD, _open_claims(before))
        case events.PromotionFinished() if before.phase != "cancelled":
            yield from _move_stock(before, STOCK, WORLD)


def _move_claimed_prize(before: Promotion, event: events.PrizeClaimed) -> Iterator[Transfer]:
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
