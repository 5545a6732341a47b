"""Crown Sydney 2.0 at the table: the ranks that may deal, and the place of a wager at settlement."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.equipment.console_keys import displayed_results, keys_of_console
from sicbo.table.messages.parts import AreaLimits
from sicbo.table.messages.round import AgreeLimits, CorrectResult, DeclareVoid
from tests.clauses.brute import Dice
from tests.refused import Refused
from tests.table.dealer import Dealer


def test_1_2_every_rank_above_a_dealer_may_deal() -> None:
    """Each of the four ranks may invite bets and declare a no-spin; a person without a rank may not."""
    for rank in Rank:
        dealer = Dealer("crown-sydney-2024")
        dealer.open()
        unranked = dealer.do("place-bets", None)
        assert isinstance(unranked, Refusal) and unranked.clause == "5.3"
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


def test_2_1_3_b_a_winning_number_display_shows_the_latest_spin_where_there_is_one() -> None:
    """The latest first; a correction is shown, a void spin is not, and without a display nothing is."""
    fitted, bare = Dealer("crown-sydney-2024"), Dealer("crown-sydney-2024")
    fitted.open(equipment=("winning number display", "drop box"))
    bare.open()
    for dealer in (fitted, bare):
        dealer.until(Step.PAY, dice=(1, 2, 4))
        dealer.until(Step.PAY, dice=(4, 5, 6))
        dealer.say(CorrectResult, dice=(4, 5, 5), second="kim", reason="misread")
        dealer.until(Step.ENTER, dice=(6, 6, 6))
    before = displayed_results(fitted.table)
    fitted.say(DeclareVoid, ground="fraud", note="a switched die", second="kim")

    assert before == ((3, (6, 6, 6)), (2, (4, 5, 5)), (1, (1, 2, 4)))
    assert displayed_results(fitted.table) == before[1:]
    assert displayed_results(bare.table) == ()


def test_2_1_2_c_the_panel_spins_and_enters() -> None:
    """Six faces, a key to run the tumbler and one to enter."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()

    assert [key.face for key in keys_of_console(dealer.table)[:6]] == [1, 2, 3, 4, 5, 6]
    assert [key.step for key in keys_of_console(dealer.table)[6:]] == ["spin", "enter"]
    canberra = Dealer("canberra-2005")
    assert len(keys_of_console(canberra.table)) == 6


def test_4_1_the_sign_may_have_limits_for_each_betting_area() -> None:
    """Big 25.00 to 500.00, totals 5.00 to 100.00, total 4 no more than 20.00."""
    areas = (AreaLimits("total", 500, 10_000), AreaLimits("total-4", 500, 2_000))
    dealer = Dealer("crown-sydney-2024")
    dealer.open(minimum=2_500, maximum=50_000, areas=areas)
    dealer.until(Step.PLACE_BETS)
    little = dealer.bet("ana", {"big": 1_000})
    much = dealer.bet("ana", {"total-9": 20_000})
    fine = dealer.bet("ana", {"big": 50_000, "total-9": 500, "total-4": 2_000})
    more = dealer.bet("ana", {"total-4": 2_500})
    dealer.until(Step.PAY, dice=(1, 1, 2))

    assert little == Refused("4.2.1", "The minimum is $25. Raise the wager to it or take it back.")
    assert much == Refused("4.2.4", "The maximum is $100. Take back $100.")
    assert not isinstance(fine, Refusal)
    assert isinstance(more, Refusal)
    assert dealer.rack("ana") == 1_000_000 - 50_000 - 500 + 62 * 2_000
