"""Casino Canberra 2005: chips at the table, and what must be confirmed on the casino floor."""

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.messages.chips import ExchangeVoucher, RedeemForeignColours, RequireColours
from tests.clauses.proves import proves
from tests.refused import Refused
from tests.table.colours import Seller
from tests.table.dealer import Dealer

KEY = "canberra-2005"


@proves("2.1")
def test_1_1_the_floor_opens_only_when_table_and_dice_are_confirmed() -> None:
    """An opening without any confirmation is refused and names both."""
    answer = Dealer(KEY).open(profile="floor")

    assert isinstance(answer, Refusal)
    assert answer.clause == "1.1"
    assert answer.says.startswith("Confirm these before opening: clauses 1.1, 2.1, ")


def test_4_2_gaming_chips_and_colour_chips_are_staked_on_areas_of_the_layout() -> None:
    """Both kinds on Small are taken; cash, tokens and an unknown area are not. Vouchers are not changed."""
    dealer = Seller(KEY)
    dealer.sell("ana", "red", 10, 500)
    dealer.until(Step.PLACE_BETS)

    for kind in ("cash", "token"):
        refused = dealer.bet("ana", {"small": 500}, instrument=kind)
        assert isinstance(refused, Refusal) and refused.clause == "4.2"
    assert isinstance(dealer.bet("ana", {"middle": 500}), Refusal)
    voucher = dealer.say(ExchangeVoucher, player="ana", number="V1", kind="promotional", cents=500)
    assert isinstance(voucher, Refusal) and voucher.clause == "4.2"
    for kind in ("value-chip", "colour-chip:red"):
        assert not isinstance(dealer.bet("ana", {"small": 500}, instrument=kind), Refusal)


def test_a_colour_chips_have_a_nominated_value_and_count_only_where_they_were_bought() -> None:
    """Without a value no chip is sold; table 2 neither takes nor redeems table 1's chips."""
    first, second = Seller(KEY), Seller(KEY)
    unnamed = first.sell("ana", "red", 10, None)
    first.sell("ana", "red", 10, 500)
    for dealer in (first, second):
        dealer.until(Step.PLACE_BETS)
    staked = second.bet("ana", {"small": 500}, instrument="colour-chip:red")
    redeemed = second.say(
        RedeemForeignColours,
        player="ana",
        issuer="T1",
        issuer_closed=True,
        colour="red",
        pieces=10,
        traced=500,
        lowest=500,
    )

    assert unnamed == Refused(
        "A/colour-chips", "The value of the pieces is missing. Ask ana what each is worth."
    )
    assert isinstance(staked, Refusal) and staked.clause == "A/colour-chips"
    assert redeemed == Refused(
        "A/colour-chips", "Colour chips are redeemed only at the table that sold them: T1."
    )
    assert not isinstance(first.bet("ana", {"small": 500}, instrument="colour-chip:red"), Refusal)
    assert first.table.sets["red"].shown_by == ""


def test_a_colour_chips_of_one_colour_are_not_shared_and_no_player_has_two() -> None:
    """The text provides for neither, even by consent or on request."""
    dealer = Seller(KEY)
    dealer.sell("ana", "red", 10, 500)
    shared = dealer.sell("ben", "red", 10, 500, Rank.SENIOR_MANAGER, consent=("ana",))
    second = dealer.sell("ana", "green", 10, 500, Rank.SENIOR_MANAGER)

    assert shared == Refused("A/colour-chips", "ana plays with the red chips. Sell another colour.")
    assert second == Refused(
        "4.6", "ana has red chips and cannot have a second colour. Sell more of that colour."
    )


def test_4_6_a_player_may_be_obliged_to_use_colour_chips() -> None:
    """Ana is refused value chips and may stake red; ben is free; only a person with a rank may demand it."""
    dealer = Seller(KEY)
    dealer.sell("ana", "red", 10, 500)
    stranger = dealer.say(RequireColours, None, player="ben")
    dealer.say(RequireColours, Rank.DEALER, player="ana")
    dealer.until(Step.PLACE_BETS)

    assert isinstance(stranger, Refusal) and stranger.clause == "4.6"
    assert dealer.bet("ana", {"small": 500}) == Refused(
        "4.6", "ana must stake colour chips. Change other chips into a colour first."
    )
    assert not isinstance(dealer.bet("ana", {"small": 500}, instrument="colour-chip:red"), Refusal)
    assert not isinstance(dealer.bet("ben", {"small": 500}), Refusal)


def test_4_6_no_other_rulebook_obliges_a_player() -> None:
    """Without a clause that grants it no rank may oblige a player."""
    for layout in ("crown-sydney-2024", "crown-melbourne-6.1/a", "star-sydney-2016", "singapore-etg/1"):
        dealer = Dealer(layout)
        dealer.open()
        answer = dealer.say(RequireColours, player="ana")
        assert isinstance(answer, Refusal)
        assert answer.says == "No rank may require a player to use colour chips under this rulebook."
