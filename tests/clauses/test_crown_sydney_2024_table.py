"""Crown Sydney 2.0 at the table: who may deal, and where a wager lies when it is settled."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.authority import Rank
from sicbo.game.policies import Step
from sicbo.table.commands import AgreeLimits, DeclareVoid
from tests.clauses.brute import Dice
from tests.table.dealer import Dealer


def test_1_2_whoever_stands_above_a_dealer_may_deal() -> None:
    """Each of the four ranks may invite bets and declare a no-spin; who has no rank may not."""
    for rank in Rank:
        dealer = Dealer("crown-sydney-2024")
        dealer.open()
        nobody = dealer.do("place-bets", None)
        assert isinstance(nobody, Refusal) and nobody.clause == "5.3"
        assert not isinstance(dealer.do("place-bets", rank), Refusal)
        dealer.until(Step.UNCOVER)
        assert not isinstance(dealer.say(DeclareVoid, rank, ground="not-flat"), Refusal)


def test_4_4_agreed_limits_take_the_place_of_the_signs_beside_a_marker() -> None:
    """1,500 on Big is taken and wins 1,500 under an agreed maximum of 2,000, not under the sign."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open(minimum=2_500, maximum=50_000)
    unmarked = dealer.say(AgreeLimits, player="ana", maximum=200_000)
    assert isinstance(unmarked, Refusal) and unmarked.clause == "4.4"
    dealer.say(AgreeLimits, player="ana", maximum=200_000, marked=True)
    dealer.until(Step.PLACE_BETS)
    by_the_sign = dealer.bet("ben", {"big": 150_000})
    assert isinstance(by_the_sign, Refusal) and by_the_sign.clause == "4.2.4"
    dealer.bet("ana", {"big": 150_000})
    dealer.until(Step.PAY, dice=(6, 5, 1))
    assert (dealer.rack("ana"), dealer.rack("ben")) == (1_150_000, 1_000_000)


@pytest.mark.parametrize(("dice", "won"), [((1, 2, 5), 8000), ((1, 3, 5), -1000)])
def test_6_1_a_wager_settles_where_it_lies(dice: Dice, won: int) -> None:
    """10 on total 8, which cannot go to total 9 after the close: it wins 80 on 1-2-5 and loses on 1-3-5."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"total-8": 1000})
    dealer.until(Step.CLOSE)
    assert isinstance(dealer.bet("ana", {"total-9": 1000}), Refusal)
    dealer.until(Step.PAY, dice=dice)
    assert dealer.rack("ana") == 1_000_000 + won
