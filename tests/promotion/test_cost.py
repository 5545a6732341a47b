"""The cost of a promotion is exact: by enumeration, by hand, and by the value of tokens."""

from fractions import Fraction
from itertools import product

import pytest

from sicbo.errors import BadInput
from sicbo.promotion.conditions import offer
from sicbo.promotion.cost import costs, given_by_dice
from sicbo.rulebooks import get
from tests.promotion.desk import complete, small, with_prize
from tests.terms.complete import with_line


@pytest.mark.parametrize(
    ("rolls", "rounds", "players", "stock"), [(1, 3, 2, 3), (108, 4, 1, 2), (105, 5, 3, 7)]
)
def test_prizes_by_dice_are_those_of_every_course_of_the_rounds(
    rolls: int, rounds: int, players: int, stock: int
) -> None:
    """All 2^rounds sequences of winning and losing rounds, weighted one by one, give the same mean."""
    wins, chance = Fraction(0), Fraction(rolls, 216)
    for course in product((0, 1), repeat=rounds):
        weight = Fraction(1)
        for won in course:
            weight *= chance if won else 1 - chance
        wins += weight * min(stock, players * sum(course))

    assert given_by_dice(rolls, rounds, players, stock) == wins


def test_a_stock_that_cannot_run_out_costs_chance_times_rounds_times_players() -> None:
    """Triple six in 1,000 rounds with five players: 1,000 x 5 / 216 prizes."""
    assert given_by_dice(1, 1_000, 5, 5_000) == Fraction(5_000, 216)


def test_a_large_night_is_priced_in_a_moment() -> None:
    """20,000 rounds, 30 prizes: nearly all are given, and never more."""
    given = given_by_dice(1, 20_000, 1, 30)

    assert Fraction(299_999, 10_000) < given < 30


def test_a_draw_costs_its_prizes_and_tokens_what_they_bring() -> None:
    """Four times $500; ten times $100 of tokens whose best bet brings 35/72 of a unit or more."""
    rules = get("crown-sydney")
    cash, tokens, *_ = costs(offer(complete(rules.key).text), rules, rules.layouts[0])

    assert cash.mean == cash.most == 200_000
    assert 10 * 10_000 * Fraction(35, 72) <= tokens.mean < tokens.most == 100_000


def test_prizes_of_the_dice_are_priced_by_their_bet() -> None:
    """Small wins 105 of 216 rolls: two prizes of $500 in one round with one player cost 105/216 of one."""
    rules = get("star-sydney")
    terms = with_prize(with_line(small(rules.key), "award.method", "dice"), "prizes[].bet", "small")
    (cost,) = costs(offer(terms.text), rules, rules.layouts[0], rounds=1, players=1)

    assert cost.mean == 50_000 * Fraction(105, 216)
    with pytest.raises(BadInput, match="the number of rounds"):
        costs(offer(terms.text), rules, rules.layouts[0])
