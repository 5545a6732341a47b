"""Transfers of a promotion: its prizes are set aside, won, given or refused, each kind by itself."""

from collections.abc import Iterator

from sicbo.ledger.accounts import WORLD, Account, Place
from sicbo.ledger.transfers import CASH, TOKEN, Transfer, move
from sicbo.promotion import events
from sicbo.promotion.conditions import Offer, Prize, offer
from sicbo.promotion.events import AnyPromotionEvent, Won
from sicbo.promotion.state import OPEN, REFUSED, Award, Promotion

STOCK = Account(Place.STOCK)
KIND = {"cash": CASH, "tokens": TOKEN}
IN_KIND = "prize"


def transfers(event: AnyPromotionEvent, before: Promotion) -> tuple[Transfer, ...]:
    """Return what an event moved, given the promotion before it."""
    return tuple(_moved(event, before))


def _moved(event: AnyPromotionEvent, before: Promotion) -> Iterator[Transfer]:
    match event:
        case events.PromotionPublished() | events.PromotionAmended():
            if before.terms:
                yield from _stock(before, STOCK, WORLD)
            yield from _set_aside(offer(event.terms), before)
        case events.PrizesDrawn():
            for won in event.won:
                yield from _won(before, won, STOCK, _claim(won))
        case events.PrizeWonByDice():
            yield from _won(before, event.won, STOCK, _claim(event.won))
        case events.PrizeRedrawn():
            award = before.awards[event.award]
            if award.claim == OPEN:
                yield from _won(before, award.won, _claim(award.won), STOCK)
            yield from _won(before, event.won, STOCK, _claim(event.won))
        case events.PrizeClaimed():
            yield from _given(before, event)
        case events.ClaimRefused():
            yield from _won(before, event.won, _claim(event.won), STOCK)
        case events.PromotionCancelled():
            for award in before.awards:
                yield from _taken_back(before, award)
            yield from _stock(before, STOCK, WORLD, _open(before))
        case events.PromotionFinished() if before.phase != "cancelled":
            yield from _stock(before, STOCK, WORLD)


def _given(before: Promotion, event: events.PrizeClaimed) -> Iterator[Transfer]:
    given = Account(Place.GIVEN, event.won.player)
    if event.alternative:
        yield from _won(before, event.won, _claim(event.won), WORLD)
        yield from move(CASH, event.alternative, WORLD, given)
    else:
        yield from _won(before, event.won, _claim(event.won), given)


def _taken_back(before: Promotion, award: Award) -> Iterator[Transfer]:
    if award.claim == OPEN:
        yield from _won(before, award.won, _claim(award.won), STOCK)


def _open(before: Promotion) -> list[Won]:
    return [award.won for award in before.awards if award.claim == OPEN]


def _stock(
    before: Promotion, source: Account, target: Account, more: list[Won] | None = None
) -> Iterator[Transfer]:
    """Yield the transfers of prizes that are not won, together with those in `more`."""
    for prize in before.offer.prizes:
        back = sum(won.prize == prize.name for won in more or ())
        yield from move(kind_of(prize), prize.value * (before.unwon[prize.name] + back), source, target)


def _set_aside(terms: Offer, before: Promotion) -> Iterator[Transfer]:
    """Yield the transfers that set aside the prizes of the terms, except those won under earlier terms."""
    taken = [award.won.prize for award in before.awards if award.claim != REFUSED]
    for prize in terms.prizes:
        yield from move(kind_of(prize), prize.value * (prize.number - taken.count(prize.name)), WORLD, STOCK)


def _won(before: Promotion, won: Won, source: Account, target: Account) -> Iterator[Transfer]:
    yield from move(kind_of(before.offer.prize(won.prize)), won.cents, source, target)


def _claim(won: Won) -> Account:
    return Account(Place.CLAIM, won.player)


def kind_of(prize: Prize) -> str:
    """Return what a prize is made of: cash, tokens, or its value in kind."""
    return KIND.get(prize.kind, IN_KIND)
