"""Colour chips at the table: sold, staked, shared and redeemed, with the state that records them."""

from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.machine.accounts import TABLE_FLOAT
from sicbo.table.log_kind import TABLE, evolve_all
from sicbo.table.messages.chips import IssueColours, RedeemForeignColours, RequireColours
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import BuyIn, CloseTable, CorrectResult, GiveNotice
from sicbo.table.money.colour_chips import holders_of_colour
from sicbo.table.state import SoldColour, state_hash
from tests.refused import Refused
from tests.table.colours import BLUE, GREEN, RED, Seller
from tests.table.dealer import Answer, Dealer

MONEY = "value-chip"
COLOURED = ["crown-sydney-2024", "crown-melbourne-6.1/a", "canberra-2005", "star-sydney-2016"]


def clause_of(answer: Answer) -> str:
    """Return the clause of a refusal."""
    assert isinstance(answer, Refusal)
    return answer.clause


@pytest.mark.parametrize("layout", COLOURED)
def test_four_pieces_at_five_are_a_stake_of_twenty_and_win_value_chips(layout: str) -> None:
    """Ten pieces at 5.00 cost 50.00; four on Small with dice 1-2-4 come back and win 20.00 in value chips."""
    dealer = Seller(layout)
    dealer.sell("ana", "red", 10, 500)
    bought = dealer.value_and_red_chips("ana")
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_000}, instrument=RED)
    staked = dealer.value_and_red_chips("ana")
    dealer.until(Step.PAY, dice=(1, 2, 4))

    assert bought == (995_000, 5_000)
    assert staked == (995_000, 3_000)
    assert dealer.value_and_red_chips("ana") == (997_000, 5_000)


@pytest.mark.parametrize("layout", COLOURED)
def test_a_stake_is_whole_pieces_of_a_colour_of_this_table(layout: str) -> None:
    """7.00 is not a multiple of 5.00, and a player without a colour from this table cannot stake one."""
    dealer = Seller(layout)
    dealer.sell("ana", "red", 10, 500)
    dealer.until(Step.PLACE_BETS)
    broken = dealer.bet("ana", {"small": 700}, instrument=RED)
    foreign = dealer.bet("ben", {"small": 500}, instrument=RED)
    too_many = dealer.bet("ana", {"small": 5_500}, instrument=RED)

    assert isinstance(broken, Refusal)
    assert broken.says == "Stake whole pieces on Small. A red chip is worth $5."
    assert isinstance(foreign, Refusal)
    assert foreign.says.startswith("ben has no red chips of this table. Buy some")
    assert isinstance(too_many, Refusal)
    assert too_many.says == "You need $5 more in red colour chips. Buy in or reduce your bets."


def test_what_cannot_be_sold_hears_why() -> None:
    """An unknown colour, no pieces, no money, a closed table and cash are refused."""
    dealer = Seller("crown-sydney-2024")
    unknown = dealer.sell("ana", "pink", 10, 500)
    none = dealer.sell("ana", "red", 0, 500)
    worthless = dealer.sell("ana", "red", 1, 0)
    dear = dealer.sell("ana", "red", 3_000, 500)
    cash = dealer.say(BuyIn, player="ana", cents=500, instrument=RED)
    without = Seller("crown-sydney-2024", colours=()).sell("ana", "red", 1, 500)
    shut = Dealer("crown-sydney-2024").say(IssueColours, player="ana", colour="red", pieces=1, value=500)

    assert unknown == Refused("3.5.2(e)", "This table has no pink chips. Its colours are red, green, blue.")
    assert none == Refused("3.5.2(e)", "Buy at least one piece.")
    assert worthless == Refused("3.5.2(e)", "Each piece is worth at least one cent.")
    assert not isinstance(Seller("crown-sydney-2024").sell("ana", "red", 1, 1), Refusal)
    assert dear == Refused(
        "3.5.2(e)", "The chips cost $15,000, and ana has $10,000. ana has to buy in first."
    )
    assert cash == Refused(
        "3.5.2(e)", "Cash does not buy colour chips. Buy value chips and change them into colour chips."
    )
    assert without == Refused("3.5.2(e)", "This table opened without colours.")
    assert shut == Refused("3.5.2(e)", "The table is closed. Wait until it opens.")


def test_more_of_a_colour_is_sold_at_the_value_it_has() -> None:
    """More red is sold at 5.00; it is sold at 25.00 only once no player has any left."""
    dealer = Seller("crown-sydney-2024")
    dealer.sell("ana", "red", 10, 500)
    more = dealer.sell("ana", "red", 10, 500)
    other = dealer.sell("ana", "red", 10, 2_500)
    dealer.redeem("ana", "red", 20)
    revalued = dealer.sell("ben", "red", 10, 2_500)

    assert not isinstance(more, Refusal)
    assert other == Refused(
        "3.5.2(e)", "A red piece is worth $5 here. Sell it at that value, or sell another colour."
    )
    assert not isinstance(revalued, Refusal)
    assert dealer.table.sets["red"] == SoldColour(2_500, "distinctive markers")
    assert holders_of_colour(dealer.table, "red") == ("ben",)


def test_a_colour_is_kept_until_its_loss_can_no_longer_be_corrected() -> None:
    """Ana loses all her red; it stays hers while that round can be corrected, and is free in the next."""
    dealer = Seller("crown-sydney-2024")
    dealer.sell("ana", "red", 4, 500)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_000}, instrument=RED)
    again = dealer.bet("ana", {"big": 2_000}, instrument=RED)
    dealer.until(Step.PAY, dice=(1, 2, 4))
    held = dealer.sell("ben", "red", 4, 500)
    dealer.say(CorrectResult, dice=(4, 5, 6), second="kim", reason="misread")
    corrected = dealer.value_and_red_chips("ana")
    dealer.redeem("ana", "red", 4)
    dealer.until(Step.PLACE_BETS)
    free = dealer.sell("ben", "red", 4, 500)

    assert not isinstance(again, Refusal)
    assert clause_of(held) == "3.5.2(d)"
    assert corrected == (1_000_000, 2_000)
    assert not isinstance(free, Refusal)


def test_who_lost_a_colour_and_buys_another_gives_the_first_up() -> None:
    """A lost red does not count as a second colour beside green; a shared red stays with the other holder."""
    dealer = Seller("crown-sydney-2024")
    dealer.sell("ana", "red", 1, 500)
    dealer.sell("ben", "red", 1, 500, consent=("ana",))
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 500}, instrument=RED)
    dealer.until(Step.PAY, dice=(4, 5, 6))
    dealer.until(Step.PLACE_BETS)
    dealer.sell("ana", "green", 1, 2_500)

    assert holders_of_colour(dealer.table, "red") == ("ben",)
    assert holders_of_colour(dealer.table, "green") == ("ana",)


def test_redeeming_needs_the_colour_and_the_pieces() -> None:
    """A player redeems only a colour that they hold, and at most the pieces that they have."""
    dealer = Seller("crown-sydney-2024")
    dealer.sell("ana", "red", 10, 500)
    other = dealer.redeem("ben", "red", 1)
    more = dealer.redeem("ana", "red", 11)
    none = dealer.redeem("ana", "red", 0)
    dealer.redeem("ana", "red", 4)

    assert other == Refused("3.5.2(e)", "ben has no red chips of this table.")
    assert more == none == Refused("3.5.2(e)", "ana has 10 red chips. Redeem at most that many.")
    assert dealer.value_and_red_chips("ana") == (997_000, 3_000)


def test_colours_can_be_redeemed_when_the_table_has_closed() -> None:
    """Pieces outstanding when the table closes keep their value."""
    dealer = Seller("canberra-2005")
    dealer.sell("ana", "red", 10, 500)
    dealer.say(GiveNotice, subject="table")
    dealer.say(CloseTable)
    dealer.redeem("ana", "red", 10)

    assert dealer.value_and_red_chips("ana") == (1_000_000, 0)
    assert dealer.table.sign is None
    assert len(dealer.table.sets) == 0


def test_another_tables_colours_need_a_closed_table_a_rank_and_a_value() -> None:
    """Crown Sydney refuses chips of an open table or of this one, a dealer, and pieces without a value."""
    dealer = Seller("crown-sydney-2024")

    def present(rank: Rank = Rank.MANAGER, **words: Any) -> Answer:
        known: dict[str, Any] = {
            "player": "ana",
            "issuer": "T2",
            "issuer_closed": True,
            "colour": "red",
            "pieces": 10,
        }
        return dealer.say(RedeemForeignColours, rank, **(known | words))

    still_open = present(issuer_closed=False, traced=500)
    mine = present(issuer="T1", traced=500)
    alone = present(Rank.SUPERVISOR, traced=500)
    unknown = present()
    none = present(pieces=0, traced=500)
    worthless = present(traced=0)
    before = dealer.rack("ana")
    done = present(traced=2_490, lowest=500)
    one = present(pieces=1, traced=100)

    assert still_open == Refused("3.5.2(c)(ii)", "Table T2 is open. Redeem its colour chips there.")
    assert mine == Refused("3.5.2(c)(ii)", "Table T1 is open. Redeem its colour chips there.")
    assert clause_of(alone) == "3.5.2(c)(ii)"
    assert unknown == Refused(
        "3.5.2(c)(ii)",
        "The pieces have no value yet. State the value traced, or the lowest minimum of the game.",
    )
    assert clause_of(none) == clause_of(worthless) == "3.5.2(c)(ii)"
    assert not isinstance(done, Refusal) and not isinstance(one, Refusal)
    assert (before, dealer.rack("ana")) == (1_000_000, 1_025_000)


def test_a_closed_table_changes_no_foreign_colours() -> None:
    """An open table has to change them."""
    shut = Dealer("crown-sydney-2024").say(
        RedeemForeignColours,
        player="ana",
        issuer="T2",
        issuer_closed=True,
        colour="red",
        pieces=1,
        traced=500,
    )

    assert shut == Refused("3.5.2(c)(ii)", "This table is closed. Redeem the chips at an open table.")


def test_a_player_bound_to_colours_may_be_released() -> None:
    """A slip with value chips is refused until the player is released."""
    dealer = Seller("canberra-2005")
    dealer.sell("ana", "red", 10, 500)
    dealer.say(RequireColours, Rank.DEALER, player="ana")
    dealer.until(Step.PLACE_BETS)
    stuck = dealer.bet("ana", {"small": 500})
    dealer.say(RequireColours, Rank.DEALER, player="ana", required=False)
    released = dealer.bet("ana", {"small": 500})

    assert clause_of(stuck) == "4.6"
    assert not isinstance(released, Refusal)
    assert dealer.table.round is not None
    assert dealer.table.round.slips["ana"].stakes == (Stake("small", 500),)


@pytest.mark.parametrize("layout", COLOURED)
def test_colours_replay_and_balance(layout: str) -> None:
    """The journal gives the same state, and the colours that left the float are with the player."""
    dealer = Seller(layout)
    dealer.sell("ana", "red", 10, 500)
    dealer.sell("ben", "green", 4, 500)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_000}, instrument=RED)
    dealer.until(Step.PAY, dice=(4, 5, 6))
    dealer.redeem("ana", "red", 2)

    assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)
    assert dealer.value_and_red_chips("ana") == (996_000, 2_000)
    books = TABLE.evolve_all(dealer.start, dealer.journal).balances
    assert [books.amount_of(TABLE_FLOAT, colour) for colour in (RED, GREEN)] == [-2_000, -2_000]


@pytest.mark.parametrize("layout", ["crown-sydney-2024", "crown-melbourne-6.1/a", "star-sydney-2016"])
def test_each_colour_is_redeemed_for_its_own_pieces(layout: str) -> None:
    """Ana has one red and one blue: she can redeem one of each, not three red or two."""
    dealer = Seller(layout)
    blue = 2_000 if layout.startswith("star") else 5_000
    dealer.sell("ana", "red", 1, 2_000)
    dealer.sell("ana", "blue", 1, blue, Rank.SUPERVISOR)
    three, two = dealer.redeem("ana", "red", 3), dealer.redeem("ana", "red", 2)
    one, other = dealer.redeem("ana", "red", 1), dealer.redeem("ana", "blue", 1)

    assert three == two == Refused(clause_of(three), "ana has 1 red chip. Redeem at most that many.")
    assert not isinstance(one, Refusal) and not isinstance(other, Refusal)
    assert dealer.table.racks.get(("ana", MONEY)) == 1_000_000
    assert not dealer.table.sets


def test_what_lies_on_the_layout_is_not_to_hand() -> None:
    """All red is staked and blue is on the rack: red can be redeemed only once it is back."""
    dealer = Seller("crown-sydney-2024")
    dealer.sell("ana", "red", 2, 500)
    dealer.sell("ana", "blue", 4, 500, Rank.SUPERVISOR)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 1_000}, instrument=RED)
    unnamed = dealer.bet("ana", {"small": 1_000}, instrument="colour-chip")

    assert dealer.redeem("ana", "red", 1) == Refused(
        "3.5.2(e)", "ana has no red chips to give back now. Wait until some are off the layout."
    )
    assert unnamed == Refused("3.5.2(e)", "Name the colour of the chips on Small.")


@pytest.mark.parametrize("layout", ["crown-sydney-2024", "crown-melbourne-6.1/a", "star-sydney-2016"])
def test_two_colours_on_one_area_come_back_to_their_players(layout: str) -> None:
    """On Small, ana has red and blue, ben green; 1-2-4 returns each piece and wins value chips."""
    dealer = Seller(layout)
    dealer.sell("ana", "red", 4, 500)
    dealer.sell("ana", "blue", 4, 500, Rank.SUPERVISOR)
    dealer.sell("ben", "green", 4, 1_000)
    dealer.until(Step.PLACE_BETS)
    dealer.lay("ana", Stake("small", 1_000, RED), Stake("small", 500, BLUE))
    dealer.lay("ben", Stake("small", 3_000, GREEN))
    lying = dict(dealer.table.racks)
    dealer.until(Step.PAY, dice=(1, 2, 4))

    assert {key: cents for key, cents in lying.items() if key[1] != MONEY} == {
        ("ana", RED): 1_000,
        ("ana", BLUE): 1_500,
        ("ben", GREEN): 1_000,
    }
    assert dict(dealer.table.racks) == {
        ("ana", MONEY): 1_000_000 - 4_000 + 1_500,
        ("ana", RED): 2_000,
        ("ana", BLUE): 2_000,
        ("ben", MONEY): 1_000_000 - 4_000 + 3_000,
        ("ben", GREEN): 4_000,
    }


@pytest.mark.parametrize("layout", ["canberra-2005", "crown-melbourne-6.1/a", "star-sydney-2016"])
def test_no_piece_is_cut_where_a_stake_goes_over_the_maximum(layout: str) -> None:
    """17 red at 30.00 are 510.00 at a maximum of 500.00: if lost, all pieces go and 10.00 comes as change.

    After a wrong entry is corrected, the change is taken back and the seventeen pieces return.
    """
    dealer = Seller(layout)
    dealer.sell("ana", "red", 20, 3_000)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 51_000}, instrument=RED)
    dealer.until(Step.PAY, dice=(4, 5, 6))
    lost = dealer.value_and_red_chips("ana")
    dealer.say(CorrectResult, dice=(1, 2, 4), second="kim", reason="misread")
    books = TABLE.evolve_all(dealer.start, dealer.journal).balances

    assert lost == (940_000 + 1_000, 9_000)
    assert dealer.value_and_red_chips("ana") == (940_000 + 50_000, 60_000)
    assert not books.accounts_with_wrong_sign() and not books.unbalanced_kinds()
    assert books.amount_of(TABLE_FLOAT, RED) == -60_000
    assert not isinstance(dealer.redeem("ana", "red", 20), Refusal)


def test_who_has_colours_and_nothing_else_has_them() -> None:
    """Ana has changed everything into red: she holds it, and ben cannot buy it."""
    dealer = Seller("crown-sydney-2024")
    dealer.sell("ana", "red", 2_000, 500)
    other = dealer.sell("ben", "red", 10, 500)

    assert dealer.value_and_red_chips("ana") == (0, 1_000_000)
    assert holders_of_colour(dealer.table, "red") == ("ana",)
    assert isinstance(other, Refusal)
