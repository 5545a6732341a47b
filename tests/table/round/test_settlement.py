"""Every line pays the printed odds in whole numbers, and an area counts as one."""

from math import ceil

import pytest

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import EVERY_ROLL
from sicbo.game.policies import OddAmount, Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.rulebooks import every_layout
from sicbo.table.messages.chips import IssueColours
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import CorrectResult
from sicbo.table.round.settlement import settled_lines
from sicbo.table.state import TableState
from tests.table.colours import FITTED
from tests.table.dealer import Dealer

COLOURS = ("red", "blue")
ROLLS_OF_FOUR = ((4, 1, 2), (4, 4, 1), (4, 4, 4))


def table_of(
    layout: str, chip: int = 1, *, pieces: int = 0, readings: dict[str, str] | None = None
) -> TableState:
    """Return an open table where ana has `pieces` pieces of red at 30.00."""
    dealer = Dealer(layout, readings)
    dealer.open(chip=chip, equipment=FITTED, colours=COLOURS if pieces else ())
    if pieces:
        dealer.say(IssueColours, player="ana", colour="red", pieces=pieces, value=3_000)
    return dealer.table


@pytest.mark.parametrize("chip", [1, 250])
@pytest.mark.parametrize("layout", every_layout())
def test_every_line_pays_the_printed_odds(layout: str, chip: int) -> None:
    """The same to the cent as with fractions: every bet, roll and kind of chips, won or lost."""
    table = table_of(layout, chip, pieces=0 if layout.startswith("singapore") else 1)
    unit = chip if table.rules.limits.odd_amount.choice is OddAmount.PAID_UP else 1
    known = (enum_key(one) for one in table.rules.wagers.stakes.choice)
    for kind in (f"{kind}:red" if kind == "colour-chip" else kind for kind in known):
        stakes = tuple(Stake(bet.key, 3_000, kind) for bet in table.layout)
        for roll in EVERY_ROLL[::7]:
            lost, _ = settled_lines(table, stakes, "ana", roll, losing=True)
            kept, _ = settled_lines(table, stakes, "ana", roll, losing=False)
            prices = {bet.key: table.layout.price(bet.key, roll) for bet in table.layout}
            odds = {key: price.odds for key, price in prices.items() if price}

            assert [one.stake.bet for one in lost] == [bet.key for bet in table.layout if bet.key not in odds]
            assert {(one.winnings, one.returned, one.collected) for one in lost} <= {(0, 0, 3_000)}
            assert {one.stake.bet: one.winnings for one in kept} == {
                bet: ceil(3_000 * price / unit) * unit for bet, price in odds.items()
            }
            kept_tokens = 3_000 if kind == "token" and table.rules.wagers.tokens.choice.is_kept else 0
            assert {one.collected for one in kept} <= {kept_tokens}
            assert all(one.returned + one.collected == 3_000 and not one.change for one in kept)


def test_a_win_below_the_least_chip_is_paid_in_one() -> None:
    """Crown Sydney 4.3: with no chip below 50.00, 30.00 on Small wins 50.00."""
    table = table_of("crown-sydney-2024", chip=5_000)

    (line,), _ = settled_lines(table, (Stake("small", 3_000),), "ana", (1, 2, 4), losing=False)

    assert (line.winnings, line.returned) == (5_000, 3_000)


def test_winnings_that_cannot_be_paid_are_no_silent_loss() -> None:
    """Singapore's 8.5 to 1 on 501 cents, which no terminal takes, raises an error instead of rounding."""
    table = table_of("singapore-etg/1")

    with pytest.raises(BadInput):
        settled_lines(table, (Stake("total-8", 501, "credit"),), "ana", (2, 3, 3), losing=False)


@pytest.mark.parametrize("bet", ["total-8", "total-10", "four-3456", "double-1"])
def test_a_terminal_takes_what_it_can_pay_and_nothing_else(bet: str) -> None:
    """Half odds on stakes from 5.00 to 5.60: even cents are taken; odd ones would win half a cent."""
    dealer = Dealer("singapore-etg/1")
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    taken = [cents for cents in range(500, 561) if not isinstance(dealer.bet("ana", {bet: cents}), Refusal)]

    assert taken == list(range(500, 561, 2))


@pytest.mark.parametrize("layout", ["canberra-2005", "crown-melbourne-6.1/a", "star-sydney-2016"])
def test_two_kinds_of_chips_on_one_area_count_together(layout: str) -> None:
    """400.00 in value chips and ten red at 30.00 on Small, maximum 500.00: 500.00 plays, not 700.00.

    Of the 200.00 returned, six pieces are 180.00, and the rest of the divided one is change.
    """
    stakes = (Stake("small", 40_000), Stake("small", 30_000, "colour-chip:red"))
    table = table_of(layout, pieces=10)

    lost, _ = settled_lines(table, stakes, "ana", (4, 5, 6), losing=True)
    won, _ = settled_lines(table, stakes, "ana", (1, 2, 4), losing=False)

    assert [(line.collected, line.returned, line.change) for line in lost] == [
        (40_000, 0, 0),
        (10_000, 20_000, 2_000),
    ]
    assert [(line.winnings, line.change) for line in won] == [(40_000, 0), (10_000, 0)]


def test_each_wager_counts_by_itself_under_that_reading() -> None:
    """Crown Melbourne, limits read for each wager: 400.00 and 300.00 both play in full."""
    table = table_of("crown-melbourne-6.1/a", pieces=10, readings={"M-12": "each-wager"})
    stakes = (Stake("small", 40_000), Stake("small", 30_000, "colour-chip:red"))

    lost, _ = settled_lines(table, stakes, "ana", (4, 5, 6), losing=True)

    assert [line.collected for line in lost] == [40_000, 30_000]


def test_small_stakes_of_two_kinds_reach_the_minimum_together() -> None:
    """Canberra: 3.00 in value chips and 5.00 in colour make 8.00 on the area, so there is no warning."""
    dealer = Dealer("canberra-2005")
    dealer.open(colours=COLOURS)
    dealer.say(IssueColours, player="ana", colour="red", pieces=1, value=500)
    stakes = (Stake("small", 300), Stake("small", 500, "colour-chip:red"))

    _, warns = settled_lines(dealer.table, stakes, "ana", (4, 5, 6), losing=True)

    assert not warns


@pytest.mark.parametrize("layout", ["canberra-2005", "crown-melbourne-6.1/a"])
def test_a_correction_settles_the_wager_for_which_its_player_was_warned(layout: str) -> None:
    """3.00 under the minimum loses in error and wins by the dice: the warning applies to later wagers."""
    dealer = Dealer(layout)
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 300})
    dealer.until(Step.PAY, dice=(4, 5, 6))
    dealer.say(CorrectResult, dice=(1, 2, 4), second="kim", reason="misread")
    right = dealer.rack("ana")
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 300})
    dealer.until(Step.PAY, dice=(1, 2, 4))

    assert (right, dealer.rack("ana")) == (1_000_300, 1_000_300)
    assert dealer.table.warned == {"ana"}


def test_an_odd_stake_without_a_maximum_is_looked_up_too() -> None:
    """Without a maximum on the sign, any stake is within it."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open(maximum=None)
    stakes = (Stake("single-4", 10**9 + 1),)
    hits = [settled_lines(dealer.table, stakes, "ana", roll, losing=False)[0] for roll in ROLLS_OF_FOUR]

    assert [line[0].winnings for line in hits] == [10**9 + 1, 2 * 10**9 + 2, 12 * 10**9 + 12]
