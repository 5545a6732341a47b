"""Crown Melbourne 6.1 at the table: the place of a wager at settlement, and what a void returns."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.table.equipment.console_keys import keys_of_console
from sicbo.table.messages.round import AgreeLimits, DeclareVoid, WagersReturned
from tests.clauses.brute import Dice
from tests.clauses.proves import proves
from tests.table.dealer import Dealer


@pytest.mark.parametrize(("dice", "won"), [((1, 2, 5), 8_000), ((1, 3, 5), -1_000)])
def test_3_5_a_wager_is_settled_by_its_place(dice: Dice, won: int) -> None:
    """Chips on total 8 are settled as total 8, whatever was meant: after the close they cannot go to 9."""
    dealer = Dealer("crown-melbourne-6.1/a")
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"total-8": 1_000})
    dealer.until(Step.CLOSE)
    assert isinstance(dealer.bet("ana", {"total-9": 1_000}), Refusal)
    dealer.until(Step.PAY, dice=dice)
    assert dealer.rack("ana") == 1_000_000 + won


def test_4_3_agreed_limits_replace_the_signs_beside_a_marker() -> None:
    """With an agreed maximum of 2,000 a wager of 1,500 wins 1,500; by the sign it is held to 500."""
    dealer = Dealer("crown-melbourne-6.1/a")
    dealer.open(minimum=2_500, maximum=50_000)
    unmarked = dealer.say(AgreeLimits, player="ana", maximum=200_000)
    assert isinstance(unmarked, Refusal) and unmarked.clause == "4.3"
    dealer.say(AgreeLimits, player="ana", maximum=200_000, marked=True)
    dealer.until(Step.PLACE_BETS)
    for player in ("ana", "ben"):
        assert not isinstance(dealer.bet(player, {"big": 150_000}), Refusal)
    dealer.until(Step.PAY, dice=(5, 5, 1))
    assert (dealer.rack("ana"), dealer.rack("ben")) == (1_150_000, 1_050_000)


@pytest.mark.parametrize("ground", ["not-flat", "tumbler-fault", "fraud", "disruption"])
def test_9_5_a_void_spin_gives_every_stake_back(ground: str) -> None:
    """One player had 20 on Small and 10 on Big, another had 5: all goes back, and no player has won."""
    dealer = Dealer("crown-melbourne-6.1/a")
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_000, "big": 1_000})
    dealer.bet("ben", {"total-9": 500})
    dealer.until(Step.UNCOVER)
    answer = dealer.say(DeclareVoid, ground=ground, note="seen by the dealer")
    assert not isinstance(answer, Refusal)
    returned = [event for event in answer if isinstance(event, WagersReturned)]
    assert [(event.player, event.clause) for event in returned] == [("ana", "9.5"), ("ben", "9.5")]
    assert (dealer.rack("ana"), dealer.rack("ben")) == (1_000_000, 1_000_000)


@proves("2.2.4(c)(i)", "2.2.4(c)(ii)")
def test_2_2_4_c_the_panel_has_the_keys_of_the_option_in_play() -> None:
    """Option A reads 1 to 6, Option B the six symbols; three keys of B are entered as its dice."""
    panels = {}
    for option in ("a", "b"):
        dealer = Dealer(f"crown-melbourne-6.1/{option}")
        dealer.open()
        panels[option] = {key.label: key.face for key in keys_of_console(dealer.table)}
    dealer.until(Step.CALL)
    dice = tuple(panels["b"][symbol] for symbol in ("Fish", "Fish", "Chicken"))
    dealer.do("enter", dice=dice)

    assert panels["a"] == {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}
    assert panels["b"] == {"Fish": 1, "Prawn": 2, "Gourd": 3, "Coin": 4, "Crab": 5, "Chicken": 6}
    assert dealer.table.round is not None
    assert dealer.table.round.dice == (1, 1, 6)
