"""A layout's bets, pay table and cloth, and the mistakes that a rulebook file can contain."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from sicbo.errors import NotFound, RulebookError
from sicbo.game.bets import Bet, big, dominoes, singles, small
from sicbo.game.dice import TRIPLES, total_of
from sicbo.game.layout import CLOTH_HEIGHT, CLOTH_WIDTH, Area, Block, Layout, Pay
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES
from tests.clauses.brute import EVERY

SYDNEY = RULES.layout()
EVENS = (Pay("6.1", "small big", "1 to 1"),)


def layout(bets: tuple[Bet, ...], pays: tuple[Pay, ...], *blocks: Block) -> Layout:
    """Return a small layout for these tests."""
    return Layout("", "Home", "6.0", bets, pays, blocks, "small on the left")


@pytest.mark.parametrize(
    ("odds", "worth"),
    [
        ("0 to 1", Fraction(0)),
        ("180 to 1", Fraction(180)),
        ("8.5 to 1", Fraction(17, 2)),
        ("17/2 to 1", Fraction(17, 2)),
        ("0.95 to 1", Fraction(19, 20)),
    ],
)
def test_odds_read_as_printed(odds: str, worth: Fraction) -> None:
    """Halves are exact fractions and never floats."""
    assert Pay("6.3", "small", odds).odds == worth


@pytest.mark.parametrize(
    "odds",
    [
        "",
        "1",
        "1:1",
        "1 to 2",
        "1 for 1",
        "-1 to 1",
        "x to 1",
        "1/0 to 1",
        "1e9 to 1",
        "٣ to 1",
        " 1 to 1",
        "1 to 1\n",
    ],
)
def test_odds_written_otherwise_are_a_mistake(odds: str) -> None:
    """The sentence says how odds are written, and names the clause."""
    with pytest.raises(RulebookError) as error:
        Pay("6.3/small", "small", odds)

    assert str(error.value) == f"Odds are written as in '8.5 to 1', not {odds!r} (6.3/small)."


def test_a_row_prices_several_bets_and_one_tier() -> None:
    """A row may list families and keys together."""
    pay = Pay("6.3", "domino total-9", "6 to 1", tier=2)

    assert pay.on == ("domino", "total-9")
    assert pay.odds == 6
    assert (pay.clause, pay.tier) == ("6.3", 2)


def test_a_layout_holds_its_bets_by_key() -> None:
    """Crown Sydney has fifty bets, in the order of the text."""
    assert len(SYDNEY) == 50
    assert [bet.key for bet in SYDNEY][:3] == ["big", "small", "triple-1"]
    assert "domino-14" in SYDNEY
    assert "odd" not in SYDNEY
    assert SYDNEY.bet("total-9").winning == total_of(9)


def test_an_unknown_bet_is_answered_with_the_nearest() -> None:
    """After a typing error the message suggests the intended bet."""
    with pytest.raises(NotFound) as error:
        SYDNEY.bet("smal")
    assert str(error.value) == "Unknown bet at Crown Sydney: 'smal'. Did you mean small?"
    with pytest.raises(NotFound) as error:
        SYDNEY.price("domino-41", (1, 4, 4))
    assert str(error.value) == "Unknown bet at Crown Sydney: 'domino-41'. Did you mean domino-14?"


def test_a_bet_named_twice_is_a_mistake() -> None:
    """Two bets with the key `small` cannot both be settled."""
    with pytest.raises(RulebookError) as error:
        layout((small("3.1"), small("3.2")), EVENS)

    assert str(error.value) == "Layout Home names a bet twice (6.0)."


def test_a_bet_without_a_price_is_a_mistake() -> None:
    """The file is refused if Domino has no row or Single Die lacks its third."""
    with pytest.raises(RulebookError) as error:
        _ = layout((small("3.1"), *dominoes("3.2")), (Pay("6.1", "small", "1 to 1"),)).prices
    assert str(error.value) == "domino-12 has 0 prices for tier 1, not one (6.0)."

    two_rows = (Pay("6.1", "single", "1 to 1"), Pay("6.2", "single", "2 to 1", tier=2))
    with pytest.raises(RulebookError) as error:
        _ = layout(singles("3.1"), two_rows).prices
    assert str(error.value) == "single-1 has 0 prices for tier 3, not one (6.0)."


def test_a_bet_with_two_prices_is_a_mistake() -> None:
    """A bet priced by its key and by its family is ambiguous."""
    with pytest.raises(RulebookError) as error:
        _ = layout(
            dominoes("3.1"), (Pay("6.1", "domino", "6 to 1"), Pay("6.2", "domino-14", "7 to 1"))
        ).prices

    assert str(error.value) == "domino-14 has 2 prices for tier 1, not one (6.0)."


def test_a_price_without_a_bet_is_a_mistake() -> None:
    """A row for an unknown bet is refused, because it would hide a misspelt key."""
    with pytest.raises(RulebookError) as error:
        _ = layout((small("3.1"), big("3.2")), (*EVENS, Pay("6.2", "small odd", "1 to 1", tier=2))).prices

    assert str(error.value) == "6.2 prices small odd: not all are bets of Home."


def test_a_roll_with_two_prices_is_a_mistake() -> None:
    """Tiers must not overlap, or the order of the file would decide what is paid."""
    odd_one = Bet("nine", "nine", "Nine", "3.1", "3.1", (total_of(9), TRIPLES))
    pays = (Pay("6.1", "nine", "6 to 1"), Pay("6.2", "nine", "30 to 1", tier=2))
    with pytest.raises(RulebookError) as error:
        _ = layout((odd_one,), pays).prices

    assert str(error.value) == "nine has two prices for one roll (6.0)."


def test_prices_carry_rolls_odds_and_clause() -> None:
    """Single Die at Crown Sydney pays 1, 2 and 12 to 1 on 75, 15 and 1 rolls."""
    found = [(price.tier, len(price.rolls), price.odds, price.clause) for price in SYDNEY.prices["single-4"]]

    assert found == [
        (1, 75, Fraction(1), "6.3/single-die-one"),
        (2, 15, Fraction(2), "6.3/single-die-two"),
        (3, 1, Fraction(12), "6.3/single-die-three"),
    ]


@pytest.mark.parametrize(
    ("bet", "roll", "odds"),
    [
        ("small", (1, 2, 4), 1),
        ("small", (3, 3, 3), None),
        ("double-4", (4, 4, 4), 11),
        ("single-4", (4, 1, 4), 2),
        ("total-4", (2, 1, 1), 62),
        ("domino-14", (4, 4, 1), 6),
        ("domino-14", (4, 4, 2), None),
    ],
)
def test_the_price_of_a_roll_is_a_look_up(bet: str, roll: tuple[int, int, int], odds: int | None) -> None:
    """The price is the odds of the roll, and None is a loss."""
    price = SYDNEY.price(bet, roll)

    assert (price.odds if price else None) == odds


def test_the_winning_areas_light_in_the_layouts_order() -> None:
    """1-4-4 lights six areas and 6-6-6 five, the first in the text first."""
    assert SYDNEY.lights[4, 1, 4] == ("small", "double-4", "total-9", "domino-14", "single-1", "single-4")
    assert SYDNEY.lights[6, 6, 6] == ("triple-6", "double-6", "any-triple", "single-6")


@given(st.permutations(range(3)), st.sampled_from(EVERY))
def test_the_order_of_the_dice_lights_the_same_areas(order: list[int], roll: tuple[int, int, int]) -> None:
    """Every order of the dice lights the same areas at the same prices."""
    first, second, third = (roll[place] for place in order)

    assert SYDNEY.lights[first, second, third] == SYDNEY.lights[roll]
    for key in SYDNEY.lights[roll]:
        assert SYDNEY.price(key, (first, second, third)) == SYDNEY.price(key, roll)


def test_rolls_of_one_kind_pay_alike_on_every_bet() -> None:
    """At Crown Sydney every mix of faces is a kind of its own: 56 kinds of 1, 3 or 6 rolls."""
    sizes = [len(kind) for kind in SYDNEY.kinds]

    assert sorted(sizes) == [1] * 6 + [3] * 30 + [6] * 20
    assert {roll for kind in SYDNEY.kinds for roll in kind} == set(EVERY)
    for kind in SYDNEY.kinds:
        assert len({tuple(sorted(roll)) for roll in kind}) == 1


def test_a_bet_knows_the_kinds_that_earn_each_price() -> None:
    """The three prices of a single four are earned by 15 mixes with one four, 5 with two and 1 with three."""
    found = SYDNEY.kinds_of["single-4"]

    assert [(price.tier, len(places)) for price, places in found] == [(1, 15), (2, 5), (3, 1)]
    for price, places in found:
        assert {roll for place in places for roll in SYDNEY.kinds[place]} == price.rolls


def test_kinds_are_fewer_where_fewer_bets_tell_rolls_apart() -> None:
    """Small and Big alone distinguish three kinds: Small wins, Big wins, neither wins."""
    evens = layout((small("3.1"), big("3.2")), EVENS)

    assert sorted(len(kind) for kind in evens.kinds) == [6, 105, 105]


def test_areas_fill_a_block_row_by_row() -> None:
    """Seven units in three columns are 2, 2 and 3 wide, so that nothing is left over."""
    found = layout(
        (small("3.1"), big("3.2"), *dominoes("3.3")),
        EVENS,
        Block("pairs", 0, 100, 7, 40, 3, "domino-12 domino-13 domino-14 domino-15"),
        Block("even-money", 7, 100, 50, 40, 1, "small", reconstructed=True),
    ).areas

    assert found == (
        Area("domino-12", "pairs", 0, 100, 2, 20, 1, False),
        Area("domino-13", "pairs", 2, 100, 2, 20, 2, False),
        Area("domino-14", "pairs", 4, 100, 3, 20, 3, False),
        Area("domino-15", "pairs", 0, 120, 2, 20, 4, False),
        Area("small", "even-money", 7, 100, 50, 40, 5, True),
    )


def test_every_cloth_is_1600_by_900() -> None:
    """Every area lies within its cloth."""
    assert (CLOTH_WIDTH, CLOTH_HEIGHT) == (1_600, 900)
    assert max(area.x + area.width for area in SYDNEY.areas) == 1_600
    assert max(area.y + area.height for area in SYDNEY.areas) == 900


def test_a_cloth_without_blocks_has_no_areas() -> None:
    """A layout without a drawn cloth has no areas."""
    assert layout((small("3.1"), big("3.2")), EVENS).areas == ()
