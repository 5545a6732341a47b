"""Casino Canberra at the table: voids, colour chips, a higher maximum, and places that stay."""

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.table.messages.chips import IssueColours, RedeemForeignColours
from sicbo.table.messages.round import AgreeLimits, DeclareVoid
from tests.refused import Refused
from tests.table.dealer import Dealer


def test_a_void_gives_stakes_back_and_takes_payouts_back() -> None:
    """25.00 was won and 10.00 lost: after the void both players have what they brought."""
    dealer = Dealer("canberra-2005")
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_500})
    dealer.bet("ben", {"big": 1_000})
    dealer.until(Step.PAY, dice=(1, 2, 4))
    settled = (dealer.rack("ana"), dealer.rack("ben"))
    dealer.say(DeclareVoid, ground="impractical", note="the table was flooded", second="kim")

    assert settled == (1_002_500, 999_000)
    assert (dealer.rack("ana"), dealer.rack("ben")) == (1_000_000, 1_000_000)


def test_a_colour_chips_of_another_table_are_neither_staked_nor_redeemed_here() -> None:
    """Not even when that table is closed; red of this table at 2.00 a piece plays."""
    dealer = Dealer("canberra-2005")
    dealer.open(colours=("red", "blue"))
    dealer.until(Step.PLACE_BETS)
    foreign = dealer.bet("ana", {"small": 1_000}, instrument="colour-chip:red")
    redeemed = dealer.say(
        RedeemForeignColours,
        player="ana",
        issuer="T2",
        issuer_closed=True,
        colour="red",
        pieces=5,
        traced=200,
    )
    dealer.say(IssueColours, player="ana", colour="red", pieces=10, value=200)
    own = dealer.bet("ana", {"small": 1_000}, instrument="colour-chip:red")

    assert isinstance(foreign, Refusal)
    assert redeemed == Refused(
        "A/colour-chips", "Colour chips are redeemed only at the table that sold them: T2."
    )
    assert foreign.clause == "A/colour-chips"
    assert not isinstance(own, Refusal)


def test_3_2_a_marker_beside_the_player_raises_the_maximum() -> None:
    """Maximum 500.00: ana's 900.00 win whole beside a marker of 1,000.00; ben's are cut to 500.00."""
    dealer = Dealer("canberra-2005")
    dealer.open()
    unmarked = dealer.say(AgreeLimits, player="ana", maximum=100_000)
    minimum = dealer.say(AgreeLimits, player="ana", minimum=100, maximum=100_000, marked=True)
    dealer.say(AgreeLimits, player="ana", maximum=100_000, marked=True)
    dealer.until(Step.PLACE_BETS)
    for player in ("ana", "ben"):
        dealer.bet(player, {"small": 90_000})
    dealer.until(Step.PAY, dice=(1, 2, 4))

    assert all(isinstance(answer, Refusal) and answer.clause == "3.2" for answer in (unmarked, minimum))
    assert (dealer.rack("ana"), dealer.rack("ben")) == (1_090_000, 1_050_000)


def test_7_2_a_chip_settles_where_it_lay_at_the_close() -> None:
    """10.00 on total 4 cannot go to total 5 once betting is closed: 1-1-2 pays it 620.00."""
    dealer = Dealer("canberra-2005")
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"total-4": 1_000})
    dealer.until(Step.CLOSE)
    moved = dealer.bet("ana", {"total-5": 1_000})
    dealer.until(Step.PAY, dice=(1, 1, 2))

    assert moved == Refused("4.5", "No more bets in this round. Wait for the next one.")
    assert dealer.rack("ana") == 1_000_000 + 62_000
