"""The ledger of a promotion: what is set aside, won, handed over and taken back."""

import pytest

from sicbo.ledger.accounts import Account, Place
from sicbo.ledger.prizes import STOCK
from sicbo.ledger.transfers import CASH
from sicbo.promotion.commands import AmendPromotion, AwardByDice, CancelPromotion, RefuseClaim
from tests.promotion.desk import WITH_PROMOTIONS, Desk, small, with_prize
from tests.terms.complete import with_line

BOOKS = [rules.key for rules in WITH_PROMOTIONS]


def claim(player: str) -> Account:
    """Return the account of a prize that a player has won but not received."""
    return Account(Place.CLAIM, player)


@pytest.mark.parametrize("book", BOOKS)
def test_cancelled_after_the_draw_every_prize_goes_back(book: str) -> None:
    """Of three prizes, two are won and one is not; after the cancellation nothing is owed or set aside."""
    desk = Desk(book).drawn(small(book, number=3), names=2)
    before = dict(desk.books.amounts)
    desk.done(CancelPromotion, reason="tickets were copied", reference="call 2")

    assert [before[account, CASH] for account in (STOCK, claim("P0"), claim("P1"))] == [50_000] * 3
    assert dict(desk.books.amounts) == {}


@pytest.mark.parametrize("book", BOOKS)
def test_amended_terms_set_aside_what_is_not_won_yet(book: str) -> None:
    """Of four prizes, two are won and one is refused; of six, two stay with their winners."""
    terms = with_prize(with_line(small(book, number=4), "award.method", "dice"), "prizes[].bet", "small")
    desk = Desk(book).running(terms)
    for player in ("ana", "ben", "cyd"):
        desk.done(
            AwardByDice, player=player, prize="Cash prize", table="T1", round=4, dice=(1, 2, 4), wager=2_500
        )
    desk.done(RefuseClaim, award=1, reason="excluded", informed=True, name="Ben", place="1 Bay St")
    before = desk.books.of(STOCK, CASH)
    desk.done(AmendPromotion, terms=with_prize(terms, "prizes[].count", 6).text, reference="ILGA 12")

    assert before == 2 * 50_000
    assert desk.books.of(STOCK, CASH) == 4 * 50_000
    assert [desk.books.of(claim(player), CASH) for player in ("ana", "ben", "cyd")] == [50_000, 0, 50_000]
    assert desk.books.uneven() == {}
