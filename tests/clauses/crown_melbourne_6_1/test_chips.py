"""Crown Melbourne 6.1: chips at the table, and what must be confirmed on the casino floor."""

from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.messages.chips import ExchangeVoucher, RedeemForeignColours
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import BuyIn
from tests.clauses.proves import proves
from tests.table.colours import GREEN, RED, Seller, changed_elsewhere
from tests.table.dealer import Answer, Dealer

A, B = "crown-melbourne-6.1/a", "crown-melbourne-6.1/b"


def clause_of(answer: Answer) -> str:
    """Return the clause of a refusal."""
    assert isinstance(answer, Refusal), answer
    return answer.clause


@proves("2.2.2", "2.2.4", "2.2.4(b)", "2.2.5", "2.2.5(a)", "2.2.5(b)")
def test_2_2_the_floor_opens_only_when_the_fittings_are_confirmed() -> None:
    """An opening without any confirmation is refused, and the refusal names what the table must have."""
    answer = Dealer(A).open(profile="floor")

    assert isinstance(answer, Refusal)
    for clause in ("2.2", "2.2.2", "2.2.4", "2.2.4(b)", "2.2.5", "2.2.5(a)", "2.2.5(b)"):
        assert clause in dict(answer.message.values)["clauses"]


@pytest.mark.parametrize("layout", [A, B])
def test_3_1_only_chips_are_staked_of_two_kinds(layout: str) -> None:
    """Cash and colour chips on Big are taken; cash, a voucher or a token are not."""
    dealer = Seller(layout)
    dealer.sell("ana", "red", 10, 500)
    dealer.until(Step.PLACE_BETS)

    for kind in ("cash", "voucher", "token"):
        assert clause_of(dealer.bet("ana", {"big": 500}, instrument=kind)).startswith("3.1")
    for kind in ("value-chip", RED):
        assert not isinstance(dealer.bet("ana", {"big": 500}, instrument=kind), Refusal)


@proves("3.3")
def test_3_1_vouchers_become_chips_before_they_reach_the_layout() -> None:
    """A voucher of 100, of either kind, is 100 in chips and then a stake on Big."""
    dealer = Dealer(A)
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    assert isinstance(dealer.bet("cat", {"big": 10_000}), Refusal)
    for number, kind in (("V1", "complimentary"), ("V2", "promotional")):
        dealer.say(ExchangeVoucher, Rank.DEALER, player="cat", number=number, kind=kind, cents=10_000)
    assert dealer.rack("cat") == 20_000
    assert not isinstance(dealer.bet("cat", {"big": 10_000}), Refusal)


def test_3_1_1_cash_chips_have_a_value() -> None:
    """A table without a smallest chip does not open; 25 on Big wins 25."""
    bare = Dealer(A).open(chip=0)
    dealer = Dealer(A)
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"big": 2_500})
    dealer.until(Step.PAY, dice=(6, 5, 2))

    assert isinstance(bare, Refusal)
    assert dealer.rack("ana") == 1_002_500


def test_3_1_2_colour_chips_count_for_what_was_declared() -> None:
    """Four pieces at 5 on Small, dice 1-2-4: a stake of 20 wins 20. 7 is not a whole number of pieces."""
    dealer = Seller(A)
    dealer.sell("ana", "red", 4, 500)
    dealer.until(Step.PLACE_BETS)
    assert clause_of(dealer.bet("ana", {"small": 700}, instrument=RED)) == "3.1.2(e)"
    dealer.bet("ana", {"small": 2_000}, instrument=RED)
    dealer.until(Step.PAY, dice=(1, 2, 4))
    assert dealer.value_and_red_chips("ana") == (1_000_000, 2_000)


def test_3_1_2_a_the_emblem_is_confirmed_and_the_set_has_several_colours() -> None:
    """The emblem must be confirmed on the casino floor; one colour is not a set."""
    floor = Dealer(A).open(profile="floor")

    assert isinstance(floor, Refusal) and " 3.1.2(a), " in floor.says
    assert isinstance(Dealer(A).open(colours=("red",)), Refusal)


def test_3_1_2_b_colour_chips_play_only_where_they_were_issued() -> None:
    """Ana's red chips of the first table are refused as a stake at the second."""
    first, second = Seller(A), Seller(A)
    first.sell("ana", "red", 10, 500)
    for dealer in (first, second):
        dealer.until(Step.PLACE_BETS)

    assert not isinstance(first.bet("ana", {"big": 500}, instrument=RED), Refusal)
    assert clause_of(second.bet("ana", {"big": 500}, instrument=RED)).startswith("3.1.2")


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


def test_3_1_2_c_colours_of_an_open_table_are_not_changed_elsewhere() -> None:
    """Only this table's own, and those of a closed one."""
    dealer = Seller(A)
    dealer.sell("ana", "red", 1, 500)

    assert clause_of(foreign(dealer, closed=False, traced=500)).startswith("3.1.2(c)")
    assert not isinstance(foreign(dealer, traced=500), Refusal)
    assert not isinstance(dealer.redeem("ana", "red", 1), Refusal)


def test_3_1_2_c_i_this_tables_own_are_redeemed_at_their_value() -> None:
    """Ten red pieces at 25 are 250 in cash chips, and red is free again."""
    dealer = Seller(A)
    dealer.sell("ana", "red", 10, 2_500)
    held = dealer.rack("ana")
    dealer.redeem("ana", "red", 10)

    assert (held, dealer.value_and_red_chips("ana")) == (975_000, (1_000_000, 0))
    assert "red" not in dealer.table.sets


@pytest.mark.parametrize(
    ("reading", "words", "paid"),
    [
        ("lowest-minimum", {"traced": 100, "lowest": 500}, 1_000),
        ("lowest-minimum", {"lowest": 500}, 5_000),
        ("not-exchanged", {"lowest": 500}, None),
    ],
)
def test_3_1_2_c_ii_a_closed_tables_chips_at_the_traced_or_the_lowest_value(
    reading: str, words: dict[str, Any], paid: int | None
) -> None:
    """Ten pieces sold at 1: 10 if traced, else 50 at the lowest minimum of 5; an Area Manager verifies."""
    dealer = Seller(A, {"M-15": reading})
    alone = foreign(dealer, Rank.DEALER, **words)
    answer = foreign(dealer, **words)

    assert clause_of(alone) == "3.1.2(c)(ii)"
    assert isinstance(answer, Refusal) is (paid is None)
    assert dealer.rack("ana") == 1_000_000 + (paid or 0)


def test_3_1_2_d_one_colour_goes_to_one_player_unless_the_holders_agree() -> None:
    """Blue is ana's: ben has it only once ana agreed, cat only once both did."""
    dealer = Seller(A)
    dealer.say(BuyIn, player="cat", cents=10_000)
    dealer.sell("ana", "blue", 10, 500)

    assert clause_of(dealer.sell("ben", "blue", 10, 500)) == "3.1.2(d)"
    assert not isinstance(dealer.sell("ben", "blue", 10, 500, consent=("ana",)), Refusal)
    assert clause_of(dealer.sell("cat", "blue", 10, 500, consent=("ana",))) == "3.1.2(d)"
    assert not isinstance(dealer.sell("cat", "blue", 10, 500, consent=("ana", "ben")), Refusal)


@pytest.mark.parametrize(
    ("fitted", "shown_by"), [((), "cash chip"), (("distinctive markers",), "distinctive markers")]
)
def test_3_1_2_e_the_buyer_declares_the_value_and_the_table_shows_it(
    fitted: tuple[str, ...], shown_by: str
) -> None:
    """Undeclared: refused; declared at 25: red is kept with 25, shown by a marker or a cash chip."""
    dealer = Seller(A, equipment=fitted)
    undeclared = dealer.sell("ana", "red", 10, None)
    dealer.sell("ana", "red", 10, 2_500)

    assert clause_of(undeclared) == "3.1.2(e)"
    assert dealer.table.sets["red"].value == 2_500
    assert dealer.table.sets["red"].shown_by == shown_by


def test_3_1_2_f_a_second_colour_by_a_supervisor_if_no_player_goes_without() -> None:
    """Not by a dealer; not the last free colour while ben waits."""
    dealer = Seller(A, colours=("red", "green"))
    dealer.sell("ana", "red", 10, 500)
    low = dealer.sell("ana", "green", 10, 500, Rank.DEALER)
    shut_out = dealer.sell("ana", "green", 10, 500, Rank.SUPERVISOR, waiting=("ben",))
    given = dealer.sell("ana", "green", 10, 500, Rank.SUPERVISOR)

    assert clause_of(low) == "3.1.2(f)"
    assert (
        isinstance(shut_out, Refusal)
        and shut_out.says == "Keep a colour for each player who waits for one: ben."
    )
    assert not isinstance(given, Refusal)


def test_3_1_2_f_i_two_colours_may_differ_in_value_if_each_is_declared() -> None:
    """Red at 5 and green at 25: 5 and 25 are stakes, 5 of green is not; green undeclared is not sold."""
    dealer = Seller(A)
    dealer.sell("ana", "red", 10, 500)
    undeclared = dealer.sell("ana", "green", 10, None, Rank.SUPERVISOR)
    dealer.sell("ana", "green", 10, 2_500, Rank.SUPERVISOR)
    dealer.until(Step.PLACE_BETS)
    broken = dealer.lay("ana", Stake("small", 500, GREEN))
    placed = dealer.lay("ana", Stake("small", 500, RED), Stake("big", 2_500, GREEN))

    assert clause_of(undeclared) == "3.1.2(e)"
    assert clause_of(broken) == "3.1.2(e)"
    assert not isinstance(placed, Refusal)
    assert [dealer.table.sets[colour].value for colour in ("red", "green")] == [500, 2_500]


def test_3_1_2_c_ii_what_was_changed_elsewhere_comes_home_to_the_closed_tables_set() -> None:
    """Ten red pieces at 5 are out; four and then six are changed at T2: the set is whole, and red is free."""
    assert changed_elsewhere(A, Rank.MANAGER) == ("3.1.2(c)", "3.1.2(c)", [5_000, 3_000, 0])
