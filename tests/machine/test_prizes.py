"""The ledger of a promotion: what is set aside, won, handed over and taken back."""

import pytest

from sicbo.machine.accounts import Account, AccountPlace
from sicbo.machine.ledger import CASH
from sicbo.promotion.commands import AmendPromotion, AwardByDice, CancelPromotion, RefuseClaim
from sicbo.promotion.prize_transfers import STOCK
from tests.promotion.desk import WITH_PROMOTIONS, PromotionDesk, one_prize_terms, with_prize
from tests.terms.complete import terms_with_line

BOOKS = [rules.key for rules in WITH_PROMOTIONS]


def claim(player: str) -> Account:
    """Return the account of a prize that a player has won but not received."""
    return Account(AccountPlace.CLAIM, player)


@pytest.mark.parametrize("book", BOOKS)
def test_cancelled_after_the_draw_every_prize_goes_back(book: str) -> None:
    """Of three prizes, two are won and one is not; after the cancellation nothing is owed or set aside."""
    desk = PromotionDesk(book).draw(one_prize_terms(book, number=3), names=2)
    before = dict(desk.books.amounts)
    desk.do(CancelPromotion, reason="tickets were copied", reference="call 2")

    assert [before[account, CASH] for account in (STOCK, claim("P0"), claim("P1"))] == [50_000] * 3
    assert dict(desk.books.amounts) == {}


@pytest.mark.parametrize("book", BOOKS)
def test_amended_terms_set_aside_what_is_not_won_yet(book: str) -> None:
    """Of four prizes, two are won and one is refused; of six, two stay with their winners."""
    terms = with_prize(
        terms_with_line(one_prize_terms(book, number=4), "award.method", "dice"), "prizes[].bet", "small"
    )
    desk = PromotionDesk(book).start(terms)
    for player in ("ana", "ben", "cyd"):
        desk.do(
            AwardByDice, player=player, prize="Cash prize", table="T1", round=4, dice=(1, 2, 4), wager=2_500
        )
    desk.do(RefuseClaim, award=1, reason="excluded", informed=True, name="Ben", place="1 Bay St")
    before = desk.books.amount_of(STOCK, CASH)
    desk.do(AmendPromotion, terms=with_prize(terms, "prizes[].count", 6).text, reference="ILGA 12")

    assert before == 2 * 50_000
    assert desk.books.amount_of(STOCK, CASH) == 4 * 50_000
    assert [desk.books.amount_of(claim(player), CASH) for player in ("ana", "ben", "cyd")] == [
        50_000,
        0,
        50_000,
    ]
    assert desk.books.unbalanced_kinds() == {}
