"""Crown Sydney 2.0: chips and the equipment they need, at the table."""

from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.messages.chips import CountFloat, ExchangeVoucher, RedeemForeignColours
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import BuyIn, CashOut, OpenTable
from sicbo.table.money.colour_chips import holders_of_colour
from sicbo.table.money.table_float import expected_in_tray
from tests.clauses.proves import proves
from tests.refused import Refused
from tests.table.colours import FITTED, GREEN, RED, Seller, changed_elsewhere
from tests.table.dealer import Answer, Dealer

KEY = "crown-sydney-2024"


def clause_of(answer: Answer) -> str:
    """Return the clause of a refusal."""
    assert isinstance(answer, Refusal), answer
    return answer.clause


@proves("2.1.2", "2.1.2(b)")
def test_2_1_the_floor_opens_only_when_the_fittings_are_confirmed() -> None:
    """An opening without any confirmation is refused, and the refusal names what the table must have."""
    answer = Dealer(KEY).open(profile="floor")

    assert isinstance(answer, Refusal)
    for clause in ("2.1", "2.1.2", "2.1.2(b)", "2.1.2(b)(i)"):
        assert clause in dict(answer.message.values)["clauses"]


def test_2_1_2_c_the_panel_is_for_dealers_and_above() -> None:
    """A dealer spins and enters 1-4-6, which is kept with the round; without a rank neither is possible."""
    dealer = Dealer(KEY)
    dealer.open()
    dealer.until(Step.COVER)
    assert clause_of(dealer.do("spin", None, tumbles=3)) == "5.3"
    dealer.until(Step.CALL)
    assert clause_of(dealer.do("enter", None, dice=(1, 4, 6))) == "5.3"
    assert not isinstance(dealer.do("enter", Rank.DEALER, dice=(1, 4, 6)), Refusal)
    assert dealer.table.round is not None and dealer.table.round.dice == (1, 4, 6)


def test_2_1_3_no_optional_equipment_is_needed_to_open() -> None:
    """A table without optional equipment opens; the equipment it has is part of its record."""
    bare, fitted = Dealer(KEY), Dealer(KEY)

    assert not isinstance(bare.open(equipment=()), Refusal)
    assert not isinstance(fitted.open(equipment=FITTED), Refusal)
    assert (bare.table.equipment, fitted.table.equipment) == ((), FITTED)


def test_2_1_3_a_a_marker_shows_a_colours_value_where_the_table_has_markers() -> None:
    """Without markers a cash chip shows it."""
    with_markers = Seller(KEY)
    without = Seller(KEY, equipment=("drop box",))
    for dealer in (with_markers, without):
        dealer.sell("ana", "red", 10, 2_500)

    assert with_markers.table.sets["red"].shown_by == "distinctive markers"
    assert without.table.sets["red"].shown_by == "cash chip"


def test_2_1_3_c_a_float_tray_is_counted_where_there_is_one() -> None:
    """10,000, 500 collected and 300 paid: 10,200. A count of 10,190 is 10 short. No tray, no count."""
    dealer = Dealer(KEY)
    dealer.open(equipment=FITTED)
    dealer.say(CountFloat, Rank.DEALER, cents=1_000_000, second="kim")
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 30_000})
    dealer.bet("ben", {"big": 50_000})
    dealer.until(Step.PAY, dice=(1, 2, 4))
    assert expected_in_tray(dealer.table) == 1_020_000
    answer = dealer.say(CountFloat, Rank.DEALER, cents=1_019_000, second="kim")
    assert not isinstance(answer, Refusal)
    assert (answer[0].clause, answer[0].variance) == ("2.1.3(c)", -1_000)  # type: ignore[attr-defined]
    bare = Dealer(KEY)
    bare.open()
    assert clause_of(bare.say(CountFloat, Rank.DEALER, cents=1, second="kim")) == "2.1.3(c)"


def test_2_1_3_d_cash_needs_a_drop_box() -> None:
    """100 in cash goes into the box; a table without a box takes no cash."""
    bare, boxed = Dealer(KEY), Dealer(KEY)
    bare.open(equipment=())
    boxed.say(OpenTable, minimum=500, approved_minimum=200, equipment=("drop box",))

    refused = bare.say(BuyIn, player="ana", cents=10_000)
    boxed.say(BuyIn, player="ana", cents=10_000)

    assert refused == Refused("2.1.3(d)", "This table opened without a drop box and takes no cash.")
    assert (boxed.rack("ana"), boxed.table.drop) == (10_000, 10_000)


@proves("3.5")
def test_3_1_chips_of_both_kinds_and_tokens_are_staked_and_nothing_else() -> None:
    """50 in value chips, colour chips or tokens on Big is taken, and each wins 50; cash is not taken."""
    dealer = Seller(KEY)
    dealer.say(BuyIn, player="ana", cents=5_000, instrument="token")
    dealer.sell("ana", "red", 10, 500)
    for kind, won in (("value-chip", 5_000), (RED, 5_000), ("token", 5_000)):
        dealer.until(Step.PLACE_BETS)
        before = dealer.rack("ana")
        assert clause_of(dealer.bet("ana", {"big": 5_000}, instrument="cash")).startswith("3.1")
        assert not isinstance(dealer.bet("ana", {"big": 5_000}, instrument=kind), Refusal)
        dealer.until(Step.PAY, dice=(6, 5, 2))
        assert dealer.rack("ana") - before == won


@proves("1.1/complementary-chip-voucher")
def test_3_4_a_complimentary_voucher_is_changed_into_cash_chips_first() -> None:
    """A voucher of 50 becomes 50 in cash chips without a compulsory wager; it cannot itself be staked."""
    dealer = Dealer(KEY)
    dealer.open()
    dealer.say(ExchangeVoucher, Rank.DEALER, player="cat", number="V1", kind="complimentary", cents=5_000)
    dealer.until(Step.PLACE_BETS)

    assert dealer.rack("cat") == 5_000
    assert isinstance(dealer.bet("cat", {"big": 5_000}, instrument="voucher"), Refusal)
    assert not isinstance(dealer.say(CashOut, player="cat", cents=5_000), Refusal)


def test_3_5_1_cash_chips_have_a_value() -> None:
    """A table without a smallest chip does not open; 25 on Big wins 25."""
    bare = Dealer(KEY).open(chip=0)
    dealer = Dealer(KEY)
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"big": 2_500})
    dealer.until(Step.PAY, dice=(6, 5, 2))

    assert isinstance(bare, Refusal)
    assert dealer.rack("ana") == 1_002_500


def test_3_5_2_colour_chips_count_for_what_was_declared() -> None:
    """Four pieces at 5 on Small, dice 1-2-4: a stake of 20 wins 20. 7 is not a whole number of pieces."""
    dealer = Seller(KEY)
    dealer.sell("ana", "red", 4, 500)
    dealer.until(Step.PLACE_BETS)
    assert clause_of(dealer.bet("ana", {"small": 700}, instrument=RED)) == "3.5.2(e)"
    dealer.bet("ana", {"small": 2_000}, instrument=RED)
    dealer.until(Step.PAY, dice=(1, 2, 4))
    assert dealer.value_and_red_chips("ana") == (1_000_000, 2_000)


def test_3_5_2_a_the_emblem_is_confirmed_and_the_set_has_several_colours() -> None:
    """The emblem must be confirmed; a set of ten colours is recorded, and one colour is not a set."""
    ten = ("red", "green", "blue", "pink", "grey", "white", "black", "brown", "lime", "navy")
    floor = Dealer(KEY).open(profile="floor")
    dealer = Dealer(KEY)

    assert isinstance(floor, Refusal) and " 3.5.2(a), " in floor.says
    assert isinstance(Dealer(KEY).open(colours=("red",)), Refusal)
    assert not isinstance(dealer.open(colours=ten), Refusal)
    assert dealer.table.colours == ten


def test_3_5_2_b_colour_chips_play_only_where_they_were_issued() -> None:
    """Ana's red chips of the first table are refused as a stake at the second."""
    first, second = Seller(KEY), Seller(KEY)
    first.sell("ana", "red", 10, 500)
    for dealer in (first, second):
        dealer.until(Step.PLACE_BETS)

    assert not isinstance(first.bet("ana", {"big": 500}, instrument=RED), Refusal)
    assert isinstance(second.bet("ana", {"big": 500}, instrument=RED), Refusal)


def foreign(dealer: Dealer, rank: Rank = Rank.MANAGER, closed: bool = True, **words: Any) -> Answer:
    """Present ten red pieces of table T2."""
    return dealer.say(
        RedeemForeignColours,
        rank,
        player="ana",
        issuer="T2",
        issuer_closed=closed,
        colour="red",
        pieces=10,
        **words,
    )


def test_3_5_2_c_colours_of_an_open_table_are_not_changed_elsewhere() -> None:
    """Only this table's own, and those of a closed one."""
    dealer = Seller(KEY)
    dealer.sell("ana", "red", 1, 500)

    assert clause_of(foreign(dealer, closed=False, traced=500)) == "3.5.2(c)(ii)"
    assert not isinstance(foreign(dealer, traced=500), Refusal)
    assert not isinstance(dealer.redeem("ana", "red", 1), Refusal)


def test_3_5_2_c_i_this_tables_own_are_redeemed_at_their_value() -> None:
    """Ten red pieces at 25 are 250 in cash chips, and red is free again."""
    dealer = Seller(KEY)
    dealer.sell("ana", "red", 10, 2_500)
    held = dealer.rack("ana")
    dealer.redeem("ana", "red", 10)

    assert (held, dealer.value_and_red_chips("ana")) == (975_000, (1_000_000, 0))
    assert "red" not in dealer.table.sets


@pytest.mark.parametrize(
    ("reading", "words", "paid"),
    [
        ("lowest-minimum", {"traced": 100, "lowest": 2_500}, 1_000),
        ("lowest-minimum", {"lowest": 2_500}, 25_000),
        ("not-exchanged", {"lowest": 2_500}, None),
    ],
)
def test_3_5_2_c_ii_a_closed_tables_chips_at_the_traced_or_the_lowest_value(
    reading: str, words: dict[str, Any], paid: int | None
) -> None:
    """Ten pieces sold at 1: 10 if traced, else 250 at the lowest minimum of 25; an Area Manager verifies."""
    dealer = Seller(KEY, {"S-13": reading})
    alone = foreign(dealer, Rank.SUPERVISOR, **words)
    answer = foreign(dealer, **words)

    assert alone == Refused(
        "3.5.2(c)(ii)",
        "Your rank may not verify the exchange of another table's colour chips. "
        "Call the Area Manager or a higher rank.",
    )
    assert isinstance(answer, Refusal) is (paid is None)
    assert dealer.rack("ana") == 1_000_000 + (paid or 0)


def test_3_5_2_d_one_colour_goes_to_one_player_unless_the_holders_agree() -> None:
    """Blue is ana's: ben has it only once ana agreed, cat only once both did."""
    dealer = Seller(KEY)
    dealer.say(BuyIn, player="cat", cents=10_000)
    dealer.sell("ana", "blue", 10, 500)
    unasked = dealer.sell("ben", "blue", 10, 500)
    agreed = dealer.sell("ben", "blue", 10, 500, consent=("ana",))
    half = dealer.sell("cat", "blue", 10, 500, consent=("ana",))
    both = dealer.sell("cat", "blue", 10, 500, consent=("ana", "ben"))

    assert unasked == Refused(
        "3.5.2(d)", "Players share the blue chips only if all agree. Ask ana, or sell another colour."
    )
    assert half == Refused(
        "3.5.2(d)", "Players share the blue chips only if all agree. Ask ben, or sell another colour."
    )
    assert not isinstance(agreed, Refusal) and not isinstance(both, Refusal)
    assert holders_of_colour(dealer.table, "blue") == ("ana", "ben", "cat")


def test_3_5_2_e_the_buyer_declares_the_value_and_the_table_shows_it() -> None:
    """Undeclared: refused; declared at 25: red is kept with 25 and a marker."""
    dealer = Seller(KEY)
    undeclared = dealer.sell("ana", "red", 10, None)
    dealer.sell("ana", "red", 10, 2_500)

    assert undeclared == Refused(
        "3.5.2(e)", "The value of the pieces is missing. Ask ana what each is worth."
    )
    assert (dealer.table.sets["red"].value, dealer.table.sets["red"].shown_by) == (
        2_500,
        "distinctive markers",
    )


def test_3_5_2_f_a_second_colour_by_a_supervisor_if_no_player_goes_without() -> None:
    """Not by a dealer; not the last free colour while ben waits."""
    dealer = Seller(KEY, colours=("red", "green"))
    dealer.sell("ana", "red", 10, 500)
    low = dealer.sell("ana", "green", 10, 500, Rank.DEALER)
    shut_out = dealer.sell("ana", "green", 10, 500, Rank.SUPERVISOR, waiting=("ana", "ben"))
    given = dealer.sell("ana", "green", 10, 500, Rank.SUPERVISOR)

    assert clause_of(low) == "3.5.2(f)"
    assert (
        isinstance(shut_out, Refusal)
        and shut_out.says == "Keep a colour for each player who waits for one: ben."
    )
    assert not isinstance(given, Refusal)


def test_3_5_2_f_values_of_two_colours_may_differ_if_each_is_declared() -> None:
    """Red at 5 and green at 25: 5 and 25 are stakes, 5 of green is not; green undeclared is not sold."""
    dealer = Seller(KEY)
    dealer.sell("ana", "red", 10, 500)
    undeclared = dealer.sell("ana", "green", 10, None, Rank.SUPERVISOR)
    dealer.sell("ana", "green", 10, 2_500, Rank.SUPERVISOR)
    dealer.until(Step.PLACE_BETS)
    broken = dealer.lay("ana", Stake("small", 500, GREEN))
    placed = dealer.lay("ana", Stake("small", 500, RED), Stake("big", 2_500, GREEN))

    assert clause_of(undeclared) == "3.5.2(e)"
    assert clause_of(broken) == "3.5.2(e)"
    assert not isinstance(placed, Refusal)
    assert [dealer.table.sets[colour].value for colour in ("red", "green")] == [500, 2_500]


def test_3_5_2_c_ii_what_was_changed_elsewhere_comes_home_to_the_closed_tables_set() -> None:
    """Ten red pieces at 5 are out; four and then six are changed at T2: the set is whole, and red is free."""
    assert changed_elsewhere(KEY, Rank.MANAGER) == ("3.5.2(c)(ii)", "3.5.2(c)(ii)", [5_000, 3_000, 0])
