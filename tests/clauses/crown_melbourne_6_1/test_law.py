"""Crown Melbourne 6.1, clause by clause."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from sicbo.errors import NotFound
from sicbo.game.layout import Faces
from sicbo.game.limits import Bounds, Limits, refuse_if_outside_limits, required_notice, risk_of_stake
from sicbo.game.policies import Notice, NoticeKind
from sicbo.game.ranks import Rank
from sicbo.game.settlement import Outcome, Slip, Wager, settle, settle_slip
from sicbo.rulebooks.crown_melbourne_6_1.rulebook import RULES
from tests.clauses.brute import EVERY
from tests.clauses.melbourne import NAMES, OFFERED, TABLE_1, TABLE_2, assert_decides, house_edge, settle_ten
from tests.clauses.proves import proves
from tests.refused import Refused

A, B = RULES.layout("a"), RULES.layout("b")
SIGN = Limits(Bounds(2_500, 50_000))


@proves("1/vcglr")
def test_1_crown_operates_under_its_regulator() -> None:
    """Exports name both in full; the text states neither who approved it nor when."""
    assert RULES.approval.operator == "Crown Melbourne Limited"
    assert RULES.approval.regulator == "Victorian Commission for Gambling and Liquor Regulation"
    assert RULES.approval.signed is None


@proves("1/tg-higher-duties-dealer", "1/tg-area-manager", "1/tg-assistant-casino-manager")
def test_1_dealer_is_the_lowest_of_four_ranks() -> None:
    """Dealer, TG Higher Duties Dealer, TG Area Manager, TG Assistant Casino Manager."""
    titles = [RULES.titles[rank] for rank in sorted(Rank)]
    assert titles == ["Dealer", "TG Higher Duties Dealer", "TG Area Manager", "TG Assistant Casino Manager"]


def test_1_total_is_the_sum_of_three_faces() -> None:
    """Prawn-Crab-Chicken is 2 + 5 + 6: it lights total 13 and no other total."""
    assert [key for key in B.lit_areas[(2, 5, 6)] if key.startswith("total-")] == ["total-13"]


def test_2_1_a_table_is_played_by_option_a_or_option_b() -> None:
    """There are two layouts, numbers and symbols, and every layout belongs to an option."""
    assert [(layout.key, layout.faces) for layout in RULES.layouts] == [
        ("a", Faces.NUMBERS),
        ("b", Faces.SYMBOLS),
    ]
    with pytest.raises(NotFound, match=r"crown-melbourne-6\.1/a, crown-melbourne-6\.1/b"):
        RULES.layout()


def test_2_2_1_each_bet_has_its_area() -> None:
    """Fifty areas and six optional ones by Option A, thirty-nine by Option B; they fill the cloth."""
    assert len([bet for bet in A if bet.optional is None]) == 50
    assert sorted(area.bet for area in A.areas) == sorted(bet.key for bet in A)
    assert len(B) == 39
    assert sorted(area.bet for area in B.areas) == sorted(bet.key for bet in B)
    for layout in (A, B):
        assert sum(area.width * area.height for area in layout.areas) == 1600 * 900
        for one, other in combinations(layout.areas, 2):
            beside = one.x + one.width <= other.x or other.x + other.width <= one.x
            assert beside or one.y + one.height <= other.y or other.y + other.height <= one.y


def test_2_2_3_optional_wagers_have_areas_that_no_diagram_shows() -> None:
    """Odd, Even and the four sets of 3 of 4 Dice are placed by us."""
    optional = {"odd", "even", "four-3456", "four-2356", "four-2345", "four-1234"}
    assert {area.bet for area in A.areas if area.reconstructed} == optional
    assert {bet.key for bet in A if bet.optional} == optional


def test_2_2_4_a_the_winning_areas_light() -> None:
    """Fish-Fish-Crab by Option B, and 1-1-4 by Option A with Even on offer."""
    fish_crab = "small total-7 colour-double-red colour-red colour-green symbol-fish symbol-crab"
    ones_four = "small even double-1 total-6 domino-14 single-1 single-4"
    assert set(B.lit_areas[(1, 1, 5)]) == set(fish_crab.split())
    assert set(A.lit_areas[(1, 1, 4)]) == set(ones_four.split())


@pytest.mark.parametrize(("colour", "symbols"), [("red", "16"), ("green", "25"), ("blue", "34")])
def test_2_2_5_b_i_each_symbol_has_a_colour(colour: str, symbols: str) -> None:
    """Fish and Chicken are red, Prawn and Crab green, Gourd and Coin blue."""
    lit = {dice for dice in EVERY if f"colour-triple-{colour}" in B.lit_areas[dice]}
    assert lit == {dice for dice in EVERY if set(map(str, dice)) <= set(symbols)}


@pytest.mark.parametrize(("value", "symbol"), list(enumerate(NAMES))[1:])
def test_2_2_5_b_ii_each_symbol_has_a_value(value: int, symbol: str) -> None:
    """Fish 1, Prawn 2, Gourd 3, Coin 4, Crab 5, Chicken 6; Fish-Gourd-Coin is 8."""
    assert f"symbol-triple-{symbol.lower()}" in B.lit_areas[(value, value, value)]
    assert settle_ten("total-8", "Fish-Gourd-Coin", "b").winnings == 8_000


@proves("3.6.1", "3.6.2", *OFFERED)
def test_3_6_the_options_offer_these_bets_and_no_others() -> None:
    """Eleven families by Option A, of which three only where offered; ten by Option B."""
    for layout, clause, families in ((A, "3.6.1", 11), (B, "3.6.2", 10)):
        listed = {key for under, keys in OFFERED.items() if under.startswith(clause) for key in keys.split()}
        assert {bet.key for bet in layout} == listed
        assert len({bet.family for bet in layout}) == families
    offered_by = {bet.key: bet.optional for bet in (*A, *B) if bet.optional}
    assert {offered_by[key] for key in OFFERED["3.6.1(k)"].split()} == {"3.6.1(k)"}
    assert (offered_by.pop("odd"), offered_by.pop("even"), len(offered_by)) == ("3.6.1(i)", "3.6.1(j)", 4)


@proves("3.7.1", "3.7.2")
@pytest.mark.parametrize("option", ["a", "b"])
def test_3_7_small_wins_on_4_to_10_but_no_triple(option: str) -> None:
    """105 rolls; 2-2-2 and 3-3-3 lose although they total 6 and 9."""
    assert_decides(option, "small", "1-1-2 2-3-5 1-2-4", "2-2-2 3-3-3 1-1-1 4-5-6 1-4-6", 105)
    assert settle_ten("small", "1-2-4", option).clause.startswith("3.7.1, ")
    assert settle_ten("small", "2-2-2", option).clause == "3.7.2"


@proves("3.8.1", "3.8.2")
@pytest.mark.parametrize("option", ["a", "b"])
def test_3_8_big_wins_on_11_to_17_but_no_triple(option: str) -> None:
    """105 rolls, none of them Small's; 4-4-4 and 5-5-5 lose although they total 12 and 15."""
    assert_decides(option, "big", "5-5-1 6-6-5 1-4-6", "4-4-4 5-5-5 6-6-6 1-2-3 2-3-5", 105)
    assert not any({"small", "big"} <= set(RULES.layout(option).lit_areas[dice]) for dice in EVERY)
    assert settle_ten("big", "5-5-1", option).clause.startswith("3.8.1, ")
    assert settle_ten("big", "4-4-4", option).clause == "3.8.2"


@proves("3.9.1", "3.9.2", "3.9.2(a)", "3.9.2(b)", "3.9.3")
def test_3_9_a_specific_triple_wins_on_the_number_symbol_or_colour_named() -> None:
    """One roll of a number or a symbol, eight of a colour; Fish-Chicken-Fish is only red."""
    assert_decides("a", "triple-4", "4-4-4", "5-5-5 4-4-3 3-4-3", 1)
    assert_decides("b", "symbol-triple-crab", "Crab-Crab-Crab", "Crab-Crab-Prawn Coin-Coin-Coin", 1)
    assert_decides("b", "symbol-triple-fish", "Fish-Fish-Fish", "Fish-Chicken-Fish Coin-Coin-Coin", 1)
    assert_decides(
        "b", "colour-triple-red", "Fish-Chicken-Fish Fish-Fish-Fish", "Fish-Fish-Crab Prawn-Prawn-Crab", 8
    )
    assert_decides("b", "colour-triple-green", "Prawn-Crab-Crab", "Prawn-Prawn-Fish", 8)
    wins = [A.bet("triple-4").wins, B.bet("symbol-triple-crab").wins, B.bet("colour-triple-red").wins]
    assert wins == ["3.9.1", "3.9.2(a)", "3.9.2(b)"]
    assert {settle_ten("triple-4", "5-5-5").clause, settle_ten("colour-triple-red", "1-1-5", "b").clause} == {
        "3.9.3"
    }


@proves("3.10.1", "3.10.1(a)", "3.10.1(b)", "3.10.3")
def test_3_10_a_number_double_wins_on_two_or_three_dice_once() -> None:
    """Sixteen rolls; 3-3-3 is one double, so 10 earns 110 and not 330. Option B has no number doubles."""
    assert_decides("a", "double-3", "3-3-5 3-3-1 3-3-3", "3-1-2 4-4-3", 16)
    assert settle_ten("double-3", "3-3-3").winnings == 11_000
    assert settle_ten("double-3", "3-1-2").clause == "3.10.3"
    with pytest.raises(NotFound):
        settle_ten("double-3", "3-3-3", "b")


@proves("3.10.2", "3.10.2(b)", "3.10.3")
def test_3_10_2_a_colour_double_wins_on_two_or_three_dice_once() -> None:
    """Fifty-six rolls; Gourd-Coin-Coin is one double, so 10 earns 30 and not 90."""
    assert_decides("b", "colour-double-red", "Fish-Chicken-Coin Fish-Fish-Fish", "Fish-Coin-Crab", 56)
    assert_decides("b", "colour-double-blue", "Gourd-Coin-Fish Gourd-Gourd-Coin", "Gourd-Fish-Crab", 56)
    assert settle_ten("colour-double-blue", "Gourd-Coin-Coin", "b").winnings == 3_000
    assert settle_ten("colour-double-blue", "Gourd-Fish-Crab", "b").clause == "3.10.3"


@proves("3.11.1", "3.11.2", "3.11.3", "3.11.4")
def test_3_11_any_triple_is_of_numbers_of_symbols_or_of_a_colour() -> None:
    """Six rolls of a number or symbol, twenty-four of a colour; three alike win both bets of Option B."""
    assert_decides("a", "any-triple", "1-1-1 6-6-6", "6-6-5 1-6-1", 6)
    assert_decides("b", "any-symbol-triple", "Coin-Coin-Coin", "Gourd-Coin-Coin Fish-Fish-Chicken", 6)
    assert_decides("b", "any-colour-triple", "Gourd-Coin-Coin Fish-Fish-Fish", "Fish-Fish-Crab", 24)
    wins = [A.bet("any-triple").wins, B.bet("any-symbol-triple").wins, B.bet("any-colour-triple").wins]
    assert wins == ["3.11.1", "3.11.2", "3.11.3"]
    assert settle_ten("any-colour-triple", "Fish-Fish-Crab", "b").clause == "3.11.4"


@proves("3.12.1", "3.12.2")
@pytest.mark.parametrize("option", ["a", "b"])
def test_3_12_a_total_wins_on_that_total_only(option: str) -> None:
    """Total 9 wins on twenty-five rolls, 3-3-3 among them; totals run from 4 to 17."""
    assert_decides(option, "total-9", "3-3-3 1-3-5", "2-3-5 1-2-5", 25)
    assert {"total-3", "total-18"}.isdisjoint(bet.key for bet in RULES.layout(option))
    assert settle_ten("total-9", "2-3-5", option).clause == "3.12.2"


@proves("3.13.1", "3.13.2")
def test_3_13_a_pair_wins_when_both_numbers_show() -> None:
    """Thirty rolls; 2-2-5 wins 2 and 5 and pays once. No number pairs with itself."""
    assert_decides("a", "domino-25", "2-5-6 2-2-5", "2-2-6 5-5-5", 30)
    assert settle_ten("domino-25", "2-2-5").winnings == 6_000
    assert settle_ten("domino-25", "2-2-6").clause == "3.13.2"
    with pytest.raises(NotFound):
        settle_ten("domino-33", "3-3-1")


@proves("3.14.1", "3.14.2", "3.14/outcome")
def test_3_14_a_single_face_wins_on_any_die() -> None:
    """Ninety-one rolls; numbers are backed by Option A, symbols by Option B, never the other way."""
    assert_decides("a", "single-4", "4-1-2 4-4-1 4-4-4", "1-2-3", 91)
    assert_decides("b", "symbol-coin", "Coin-Fish-Prawn Coin-Coin-Coin", "Fish-Prawn-Gourd", 91)
    for bet, option in (("single-3", "b"), ("symbol-fish", "a"), ("single-7", "a"), ("symbol-deer", "b")):
        with pytest.raises(NotFound):
            settle_ten(bet, "1-2-3", option)


@proves("3.15.1")
def test_3_15_a_single_colour_wins_on_any_die_and_pays_once() -> None:
    """152 rolls; Fish-Chicken-Fish shows red three times, and 10 still earns 10."""
    assert_decides("b", "colour-red", "Fish-Coin-Crab Fish-Chicken-Coin", "Coin-Crab-Prawn", 152)
    assert settle_ten("colour-red", "Fish-Chicken-Fish", "b").winnings == 1_000


@proves("3.16.1", "3.16.2")
def test_3_16_odd_wins_on_odd_totals_but_no_triple() -> None:
    """105 rolls; 3-3-3 and 5-5-5 lose although they total 9 and 15."""
    assert_decides("a", "odd", "1-2-2 6-6-5 1-2-4", "3-3-3 5-5-5 1-1-1 1-1-2", 105)
    assert settle_ten("odd", "3-3-3").clause == "3.16.2"


@proves("3.17.1", "3.17.2")
def test_3_17_even_wins_on_even_totals_but_no_triple() -> None:
    """105 rolls; 2-2-2 and 4-4-4 lose although they total 6 and 12, and each triple loses Odd too."""
    assert_decides("a", "even", "1-1-2 6-5-5 1-3-4", "2-2-2 4-4-4 6-6-6 1-2-2", 105)
    assert sum({"odd", "even"}.isdisjoint(A.lit_areas[dice]) for dice in EVERY) == 6
    assert settle_ten("even", "2-2-2").clause == "3.17.2"


@proves("3.18.1", "3.18.2")
def test_3_18_three_of_four_needs_three_different_numbers() -> None:
    """Twenty-four rolls win for each of the four sets; 5-5-3 loses, and 6-4-3-1 is not a set."""
    assert_decides("a", "four-2345", "5-3-2 2-4-5", "5-5-3 5-3-1 2-2-2", 24)
    assert_decides("a", "four-3456", "6-5-4", "6-5-1 6-6-6", 24)
    assert_decides("a", "four-2356", "6-3-2", "6-4-2", 24)
    assert_decides("a", "four-1234", "4-2-1", "4-2-5", 24)
    assert settle_ten("four-3456", "6-5-1").clause == "3.18.2"
    with pytest.raises(NotFound):
        settle_ten("four-1346", "1-3-4")


@proves("3.19.1", "3.19.2")
def test_3_19_losers_are_collected_and_winners_paid() -> None:
    """On 6-5-2 Big earns its stake, which stays the player's; Small and total 9 go to the house."""
    big, small, total = settle_slip(Slip({"big": 1_000, "small": 2_000, "total-9": 500}), (6, 5, 2), A, RULES)
    assert (big.winnings, big.returned, big.collected) == (1_000, 1_000, 0)
    assert (small.winnings, small.returned, small.collected) == (0, 0, 2_000)
    assert (total.winnings, total.returned, total.collected) == (0, 0, 500)


@proves("4.2")
def test_4_2_1_the_first_wager_under_the_minimum_is_settled_and_later_ones_go_back() -> None:
    """Minimum 25: 20 on Big rides with a warning and earns 20; after it 20 goes back, win or lose."""
    under = Wager("big", 2_000)
    assert refuse_if_outside_limits(A.bet("big"), 2_000, A, RULES, SIGN) is None
    first = settle(under, (5, 5, 1), A, RULES, SIGN)
    assert (first.winnings, first.risk.warns, first.risk.clause) == (2_000, True, "4.2.1")
    assert settle(under, (1, 2, 3), A, RULES, SIGN).collected == 2_000
    for dice in ((5, 5, 1), (1, 2, 3)):
        later = settle(under, dice, A, RULES, SIGN, warned=True)
        assert (later.outcome, later.winnings, later.returned) == (Outcome.RETURNED, 0, 2_000)


@proves("4.2")
def test_4_2_2_a_wager_over_the_maximum_is_settled_to_the_maximum() -> None:
    """Maximum 500: 600 on Big earns 500 or loses 500; the other 100 only comes back."""
    over = Wager("big", 60_000)
    assert refuse_if_outside_limits(A.bet("big"), 60_000, A, RULES, SIGN) is None
    won, lost = (settle(over, dice, A, RULES, SIGN) for dice in ((5, 5, 1), (1, 2, 3)))
    assert (won.winnings, won.returned, won.collected) == (50_000, 60_000, 0)
    assert (lost.winnings, lost.returned, lost.collected) == (0, 10_000, 50_000)
    assert risk_of_stake(A.bet("big"), 60_000, RULES, SIGN).clause == "4.2.2"


@pytest.mark.parametrize(("stake", "paid"), [(1_200, 1_500), (1_500, 1_500), (3_000, 3_000)])
def test_4_2_3_what_chips_cannot_pay_is_paid_up(stake: int, paid: int) -> None:
    """Smallest chip 5: 12 becomes 15, 15 stays, and a barred 30 that chips can pay stays; losers go whole."""
    limits = Limits(unit=2_500, chip=500)
    assert settle(Wager("small", stake), (1, 2, 4), A, RULES, limits).winnings == paid
    assert settle(Wager("small", stake), (4, 5, 6), A, RULES, limits).collected == stake


def test_4_2_3_a_barred_multiple_is_refused_while_betting_is_open() -> None:
    """Minimum 25 in steps of 25: 50 is taken, 30 is not."""
    sign = replace(SIGN, unit=2_500)
    answer = Refused("4.2.3", "Stakes are $25 plus steps of $25. Change the stake on Big.")
    assert refuse_if_outside_limits(A.bet("big"), 3_000, A, RULES, sign) == answer
    assert refuse_if_outside_limits(A.bet("big"), 5_000, A, RULES, sign) is None


def test_4_3_agreed_limits_replace_the_signs() -> None:
    """With an agreed maximum of 2,000 a wager of 1,500 is settled whole; by the sign it is cut to 500."""
    agreed = replace(SIGN, bounds=Bounds(2_500, 200_000))
    assert RULES.limits.measured_by.choice.name == "AGREED"
    assert RULES.limits.personal.choice.name == "MARKER_BOTH"
    assert settle(Wager("big", 150_000), (5, 5, 1), A, RULES, agreed).winnings == 150_000
    assert settle(Wager("big", 150_000), (5, 5, 1), A, RULES, SIGN).winnings == 50_000


@pytest.mark.parametrize("players_present", [True, False])
def test_fn1_66_2_a_higher_minimum_needs_a_sign_for_twenty_minutes(players_present: bool) -> None:
    """This applies even at an empty table; a lower minimum needs no sign."""
    raised = required_notice(Bounds(500), Bounds(2_500), RULES, players_present=players_present)
    lowered = required_notice(Bounds(2_500), Bounds(500), RULES, players_present=players_present)
    assert raised == ("fn1/66(2)", Notice(NoticeKind.MINUTES, 20))
    assert lowered == ("fn1/66(1)(c)", Notice(NoticeKind.NONE))


@proves(*(row[0] for row in TABLE_1))
@pytest.mark.parametrize(("clause", "bets", "rolls", "odds", "edge"), TABLE_1)
def test_6_1_option_a_pays_as_table_1_prints(
    clause: str, bets: str, rolls: str, odds: int, edge: str
) -> None:
    """10 earns ten times the odds, by the row's own clause, and the bet has this exact house edge."""
    for bet, dice in zip(bets.split(), rolls.split(), strict=True):
        assert (settle_ten(bet, dice).winnings, settle_ten(bet, dice).clause.split(", ")[1]) == (
            1_000 * odds,
            clause,
        )
        assert house_edge("a", bet) == Fraction(edge)


@proves(*(row[0] for row in TABLE_2))
@pytest.mark.parametrize(("clause", "bets", "rolls", "odds", "edge"), TABLE_2)
def test_6_2_option_b_pays_as_table_2_prints(
    clause: str, bets: str, rolls: str, odds: int, edge: str
) -> None:
    """As by Option A; a colour and a colour double favour the player, and we say so."""
    for bet, dice in zip(bets.split(), rolls.split(), strict=True):
        line = settle_ten(bet, dice, "b")
        assert (line.winnings, line.clause.split(", ")[1]) == (1_000 * odds, clause)
        assert house_edge("b", bet) == Fraction(edge)


@proves("6.1", "6.2")
def test_6_1_and_6_2_have_nineteen_and_eighteen_rows() -> None:
    """No row is missing, and no row was added."""
    assert [pay.clause for pay in A.pays] == [row[0] for row in TABLE_1]
    assert [pay.clause for pay in B.pays] == [row[0] for row in TABLE_2]


PANELS = {
    "diagram-a/small": ("small", "1"),
    "diagram-a/doubles-1-3": ("double-1 double-2 double-3", "11"),
    "diagram-a/triples-1-3": ("triple-1 triple-2 triple-3", "180"),
    "diagram-a/any-triple": ("any-triple", "31"),
    "diagram-a/triples-4-6": ("triple-4 triple-5 triple-6", "180"),
    "diagram-a/doubles-4-6": ("double-4 double-5 double-6", "11"),
    "diagram-a/big": ("big", "1"),
    "diagram-a/totals": (OFFERED["3.6.1(f)"], "62 31 18 12 8 7 6 6 7 8 12 18 31 62"),
    "diagram-a/two-dice": (OFFERED["3.6.1(g)"], "6"),
    "diagram-a/single-die": (OFFERED["3.6.1(h)"], "1"),
}


@proves(*PANELS)
def test_diagram_a_stands_as_drawn_with_the_odds_of_table_1() -> None:
    """Small to Big from left to right, then totals, pairs and singles, each row below the other."""
    areas = {area.bet: area for area in A.areas}
    corners = []
    for keys, captions in PANELS.values():
        panel = [areas[key] for key in keys.split()]
        corners.append((min(area.y for area in panel), min(area.x for area in panel)))
        assert not any(area.reconstructed for area in panel)
        odds = [str(A.prices[area.bet][0].odds) for area in panel]
        assert odds == (captions.split() if " " in captions else [captions] * len(panel))
    assert corners == sorted(corners)
    assert [corner[1] for corner in corners[7:]] == [0, 0, 0]
    assert [areas[key].x for key in OFFERED["3.6.1(f)"].split()] == sorted(
        areas[f"total-{n}"].x for n in range(4, 18)
    )
    assert [str(price.odds) for price in A.prices["single-1"]] == ["1", "2", "12"]
    assert {"small", "big"}.isdisjoint(key for face in range(1, 7) for key in A.lit_areas[(face, face, face)])


def test_diagram_b_is_missing_so_that_every_area_is_ours() -> None:
    """Thirty-nine areas, all marked as reconstructed."""
    assert [area.reconstructed for area in B.areas] == [True] * 39
