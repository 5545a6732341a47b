"""Bets as sets of rolls, counted by brute force."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations

import pytest

from sicbo.game.bets import (
    COLOURS,
    SYMBOLS,
    THREES,
    Bet,
    any_triple,
    big,
    both,
    digits,
    dominoes,
    double_singles,
    doubles,
    even,
    fours,
    odd,
    on_one_two_three,
    only_two,
    singles,
    small,
    three_of,
    threes,
    totals,
    triples,
    two_pairs,
)
from tests.clauses.brute import EVERY, Dice

DOUBLE_SINGLES = [f"{a}{a}{b}" for a in range(1, 7) for b in range(1, 7) if a != b]


def triple(dice: Dice) -> bool:
    """Whether all three dice are equal."""
    return len(set(dice)) == 1


@pytest.mark.parametrize(
    ("bet", "wins", "count"),
    [
        (small("1"), lambda dice: 4 <= sum(dice) <= 10 and not triple(dice), 105),
        (big("1"), lambda dice: 11 <= sum(dice) <= 17 and not triple(dice), 105),
        (odd("1"), lambda dice: sum(dice) % 2 == 1 and not triple(dice), 105),
        (even("1"), lambda dice: sum(dice) % 2 == 0 and not triple(dice), 105),
        (any_triple("1"), triple, 6),
    ],
    ids=lambda value: value.key if isinstance(value, Bet) else "",
)
def test_even_chances_and_any_triple(bet: Bet, wins: Callable[[Dice], bool], count: int) -> None:
    """Small, Big, Odd and Even each win on 105 rolls, because triples lose; Any Triple wins on six."""
    assert bet.winning == {dice for dice in EVERY if wins(dice)}
    assert len(bet.winning) == count


def test_sets_are_what_their_names_say() -> None:
    """Opposite faces share a colour, each symbol has its own face, and Threes are any three faces."""
    assert all(a + b == 7 for a, b in COLOURS.values())
    assert list(SYMBOLS.values()) == [1, 2, 3, 4, 5, 6]
    assert [{*each} for each in THREES] == [{*each} for each in combinations(range(1, 7), 3)]


def test_triples_doubles_and_singles_count_the_chosen_face() -> None:
    """A triple wins on 1 roll, a double on 16 rolls, and a single die on 75 + 15 + 1 rolls."""
    for face, (three, two, one) in enumerate(zip(triples("1"), doubles("1"), singles("1"), strict=True), 1):
        assert three.winning == {(face, face, face)}
        assert two.winning == {dice for dice in EVERY if dice.count(face) >= 2}
        assert [sorted({dice.count(face) for dice in tier}) for tier in one.tiers] == [[1], [2], [3]]
        assert [len(tier) for tier in (*three.tiers, *two.tiers, *one.tiers)] == [1, 16, 75, 15, 1]


def test_totals_win_on_their_sum() -> None:
    """Totals 4 to 17 win on 3, 6, 10, 15, 21, 25, 27 rolls and back down again."""
    counts = Counter(sum(dice) for dice in EVERY)

    assert [bet.key for bet in totals("1")] == [f"total-{total}" for total in range(4, 18)]
    assert [len(bet.winning) for bet in totals("1")] == [3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3]
    assert [len(bet.winning) for bet in totals("1")] == [counts[total] for total in range(4, 18)]


def test_dominoes_win_when_both_faces_show() -> None:
    """Each of the fifteen pairs wins on thirty rolls, and its key has the lower face first."""
    pairs = dominoes("1")

    assert [bet.key for bet in pairs][:6] == [f"domino-{pair}" for pair in (12, 13, 14, 15, 16, 23)]
    assert len(pairs) == 15
    for bet in pairs:
        first, second = (int(digit) for digit in bet.key.removeprefix("domino-"))
        assert bet.winning == {dice for dice in EVERY if first in dice and second in dice}
        assert len(bet.winning) == 30


def test_fours_win_on_three_different_faces_of_the_four() -> None:
    """Each of the four printed combinations wins on 24 rolls."""
    assert [bet.key for bet in fours("1")] == ["four-3456", "four-2356", "four-2345", "four-1234"]
    for bet in fours("1"):
        wanted = {int(digit) for digit in bet.key.removeprefix("four-")}
        assert bet.winning == {dice for dice in EVERY if len(set(dice)) == 3 and set(dice) <= wanted}
        assert len(bet.winning) == 24


@pytest.mark.parametrize(
    ("bets", "count", "each"),
    [(threes("1"), 20, 6), (double_singles("1", DOUBLE_SINGLES), 30, 3)],
    ids=["threes", "double-singles"],
)
def test_combinations_of_all_three_dice(bets: Iterable[Bet], count: int, each: int) -> None:
    """Each of twenty Threes wins on six rolls, and each of thirty doubles with a single on three rolls."""
    assert [len(bet.winning) for bet in bets] == [each] * count
    for bet in bets:
        wanted = sorted(bet.key.rpartition("-")[2])
        assert all(sorted(map(str, dice)) == wanted for dice in bet.winning)


def test_every_roll_is_a_triple_a_double_single_or_a_three() -> None:
    """The three families divide all 216 rolls into 6 + 90 + 120."""
    every = [any_triple("1"), *double_singles("1", DOUBLE_SINGLES), *threes("1")]

    assert sum(len(bet.winning) for bet in every) == 216
    assert frozenset().union(*(bet.winning for bet in every)) == set(EVERY)


def test_a_bet_names_its_price_counted_from_one() -> None:
    """A single die has three prices, and None is a loss."""
    four = singles("1")[3]

    assert [four.tier(dice) for dice in ((4, 1, 2), (4, 1, 4), (4, 4, 4), (1, 2, 3))] == [1, 2, 3, None]


def test_pairs_that_repeat_are_told_from_those_that_do_not() -> None:
    """Of the thirty rolls with a 1 and a 4, six repeat one of them and 24 show a third face."""
    assert two_pairs(1, 4) == {(1, 1, 4), (1, 4, 1), (4, 1, 1), (1, 4, 4), (4, 1, 4), (4, 4, 1)}
    assert (len(both(1, 4)), len(only_two(1, 4))) == (30, 24)
    assert both(1, 4) == only_two(1, 4) | two_pairs(1, 4)


def test_colours_count_either_of_their_faces() -> None:
    """Red is 1 or 6: it shows on one die in 96 rolls, on two in 48, on three in 8."""
    assert [len(tier) for tier in on_one_two_three(1, 6)] == [96, 48, 8]


def test_keys_names_and_clauses_are_built_from_the_family() -> None:
    """If only one clause is given, it says both when the bet wins and when it loses."""
    domino = dominoes("3.3.7(a)", "3.3.7(b)", "Two Dice")[2]
    plain = odd("3.1", optional="4.1")

    assert (domino.key, domino.family, domino.name) == ("domino-14", "domino", "Two Dice 14")
    assert (domino.wins, domino.loses, domino.optional) == ("3.3.7(a)", "3.3.7(b)", None)
    assert (plain.key, plain.family, plain.name) == ("odd", "odd", "Odd")
    assert (plain.wins, plain.loses, plain.optional) == ("3.1", "3.1", "4.1")
    assert any_triple("1", key="any-symbol-triple").key == "any-symbol-triple"


def test_faces_stand_in_a_key_from_the_lowest_up() -> None:
    """The key is 2356, whatever the order of the faces."""
    assert digits((6, 2, 5, 3)) == "2356"
    assert three_of((6, 5, 4, 3)) == three_of((3, 4, 5, 6))
