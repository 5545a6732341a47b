"""Distributions compared with settlement of all 216 rolls, convolution by hand, and known figures."""

import json
import sys
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from sicbo.errors import BadInput, SicboError
from sicbo.game.bets import small
from sicbo.game.dice import EVERY_ROLL
from sicbo.game.layout import Layout, Pay
from sicbo.game.limits import NO_LIMITS, Bounds, Limits
from sicbo.game.money import Instrument
from sicbo.game.policies import OddAmount
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import Slip, Wager, settle_slip
from sicbo.maths.distribution import Distribution, distribution, worst_and_best
from sicbo.maths.polynomials import FLINT, PLAIN
from sicbo.rulebooks.crown_melbourne_6_1.rulebook import RULES as MELBOURNE
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES as SYDNEY
from tests.maths.by_hand import (
    BY_HAND,
    SYDNEY_LAYOUT,
    TEN,
    bet,
    settled,
    shares,
)


@pytest.mark.parametrize(("layout", "rules"), [(BY_HAND, SYDNEY), (MELBOURNE.layout("a"), MELBOURNE)])
def test_one_round_is_the_settlement_of_every_roll(layout: Layout, rules: Rules) -> None:
    one = distribution(TEN, layout, rules)

    assert dict(one.items()) == shares(settled(TEN, layout, rules))
    assert sum(one.values()) == 1
    assert one.mean == Fraction(-187, 72)
    assert (len(one), one.worst, one.best, one.method) == (25, -50, 260, PLAIN)


def test_the_slip_of_the_product_page_has_its_mean_and_deviation() -> None:
    one = distribution(
        Slip({"big": 5000, "total-9": 1000, "double-4": 1000, "domino-14": 500}), SYDNEY_LAYOUT, SYDNEY
    )

    assert one.mean == Fraction(-9125, 27)
    assert round(one.sd, 2) == 5800.63


LIMITS = Limits(Bounds(50, 5_000), {"total": Bounds(5, 300)}, chip=25, approved_minimum=20)
KEYS = st.sampled_from([bet.key for bet in SYDNEY_LAYOUT])
WAGERS = st.lists(
    st.builds(Wager, KEYS, st.integers(1, 9_000), st.sampled_from([Instrument.VALUE_CHIP, Instrument.TOKEN])),
    min_size=1,
    unique_by=lambda wager: (wager.bet, wager.instrument),
)
RULES = st.sampled_from(
    [SYDNEY, SYDNEY.read({"S-10": "one-step-up"}), SYDNEY.read({"S-05": "returned", "S-06": "whole"})]
)


@settings(max_examples=25, deadline=None)
@given(WAGERS, RULES, st.sampled_from([NO_LIMITS, LIMITS]))
def test_limits_rounding_and_tokens_count_as_in_settlement(
    wagers: list[Wager], rules: Rules, limits: Limits
) -> None:
    slip = Slip(wagers)

    assert dict(distribution(slip, rules.layout(), rules, limits)) == shares(
        settled(slip, rules.layout(), rules, limits)
    )


def test_odds_that_are_not_whole_are_paid_as_the_rulebook_says() -> None:
    layout = Layout("", "Half", "x", (small("x"),), (Pay("x", "small", "0.5 to 1"),), (), "")
    exact = replace(
        SYDNEY,
        limits=replace(
            SYDNEY.limits, odd_amount=replace(SYDNEY.limits.odd_amount, choice=OddAmount.NOT_PROVIDED)
        ),
    )

    assert distribution(Slip({"small": 7}), layout, SYDNEY).best == 4
    assert distribution(Slip({"small": 8}), layout, exact).best == 4
    with pytest.raises(BadInput, match="change the stake"):
        distribution(Slip({"small": 7}), layout, exact)


def test_a_wager_that_is_returned_brings_nothing_over_any_number_of_rounds() -> None:
    none = distribution(Slip({"small": 10}), SYDNEY_LAYOUT, SYDNEY, LIMITS)

    assert dict(none) == {0: 1}
    for method in (None, FLINT, PLAIN):
        many = none.rounds(5, method)
        assert dict(many.items()) == {0: 1}
        assert (len(many), many.quantile(0.5)) == (1, 0)
        assert (many.ahead, many.cdf(-1), many.cdf(0)) == (Fraction(0), Fraction(0), Fraction(1))


def test_the_worst_and_the_best_roll_of_a_slip() -> None:
    worst, best = worst_and_best(TEN, BY_HAND, SYDNEY)
    nets = {roll: settle_slip(TEN, roll, BY_HAND, SYDNEY).net for roll in EVERY_ROLL}

    assert best == ((6, 6, 6), 260)
    assert worst[1] == nets[worst[0]] == min(nets.values())


# Questions to a distribution


def test_the_questions_to_a_distribution() -> None:
    one = Distribution({-2: 4, 1: 2, 5: 2})

    assert (one.total, one.mean, one.variance) == (4, Fraction(1, 2), Fraction(33, 4))
    assert (one.ahead, one.worst, one.best) == (Fraction(1, 2), -2, 5)
    assert [one.cdf(net) for net in (-3, -2, 0.5, Fraction(3, 2), 9)] == [
        0,
        Fraction(1, 2),
        Fraction(1, 2),
        Fraction(3, 4),
        1,
    ]
    assert [one.probability(net) for net in (-2, 0)] == [Fraction(1, 2), 0]
    assert [one.quantile(share) for share in (0, 0.5, Fraction(51, 100), 0.75, 0.76, 1)] == [
        -2,
        -2,
        1,
        1,
        5,
        5,
    ]
    assert (list(one), list(one.values()), one[5]) == (
        [-2, 1, 5],
        [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)],
        Fraction(1, 4),
    )
    assert 1 in one
    assert 0 not in one
    assert not one.__contains__("1")
    with pytest.raises(KeyError):
        one[0]


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    one = Distribution({-1: 1, 1: 1})

    for weights in ({}, {1: 0}):
        with pytest.raises(BadInput, match="at least one result"):
            Distribution(weights)
    for share in (-1, 1.5):
        with pytest.raises(BadInput, match="between 0 and 1"):
            one.quantile(share)
    for n in (0, -3, True):
        with pytest.raises(BadInput, match="rounds is at least 1"):
            one.rounds(n)
        with pytest.raises(BadInput, match="rounds is at least 1"):
            one.rounds(50).rounds(n)
    with pytest.raises(BadInput, match="'flint' or 'plain Python'"):
        one.rounds(50, "guess")
    with pytest.raises(TypeError):
        one + 1


def test_a_sum_is_of_independent_results() -> None:
    one, other = bet("small", stake=1), bet("single-3", stake=1)
    both = one + other

    assert dict(both) == {
        net: sum((one[a] * other[b] for a in one for b in other if a + b == net), Fraction(0)) for net in both
    }
    assert sum(both.values()) == 1
    assert (one + one, one + one.rounds(40)) == (one.rounds(2), one.rounds(41))
    assert one.rounds(30) + one.rounds(20) == one.rounds(50) == one.rounds(25).rounds(2)
    assert one.rounds(30) + other.rounds(30) == other.rounds(30) + one.rounds(30)
    assert one.rounds(1) is one


def test_equal_distributions_are_equal_however_they_were_made() -> None:
    one = Distribution({-1: 2, 1: 2, 3: 4})

    assert one == Distribution({3: 2, -1: 1, 1: 1})
    assert hash(one.rounds(9)) == hash(one.rounds(3) + one.rounds(6))
    assert one.rounds(9) == Distribution(dict(one.rounds(9).weights()))
    assert one != Distribution({-1: 1, 3: 1})
    assert Distribution({-2: 1, -1: 2, 1: 2, 2: 1}) != Distribution({-2: 1, 0: 4, 2: 1})
    assert one != {-1: Fraction(1, 4), 1: Fraction(1, 4), 3: Fraction(1, 2)}


def test_a_distribution_shows_itself() -> None:
    one = Distribution({-1: 3, 1: 1})
    many = one.rounds(100)

    assert repr(one) == "<Distribution from -1 to 1, mean -0.500000>"
    assert repr(many) == "<Rounds from -100 to 100, mean -50.000000>"
    assert one._repr_markdown_().splitlines()[2:] == [
        "| net | probability | decimal |",
        "|---:|---:|---:|",
        "| -1 | 3/4 | 0.750000 |",
        "| 1 | 1/4 | 0.250000 |",
    ]
    assert "<tr><td>-1</td><td>3/4</td><td>0.750000</td></tr>" in one._repr_html_()
    assert many._repr_markdown_() == "-100 to 100, mean -50 = -50.000000, sd 8.660254\n"
    assert many._repr_html_() == "<p>-100 to 100, mean -50 = -50.000000, sd 8.660254</p>"
    assert json.loads(json.dumps(one.to_dict())) == {
        "mean": "-1/2",
        "variance": "3/4",
        "worst": -1,
        "best": 1,
        "ahead": "1/4",
        "pmf": {"-1": "3/4", "1": "1/4"},
    }


def test_a_distribution_is_drawn_with_matplotlib() -> None:
    from matplotlib import pyplot

    pyplot.switch_backend("agg")
    axes = bet("single-3").plot()

    assert axes.get_xlabel() == "net result"
    assert bet("small").plot(axes) is axes
    pyplot.close("all")


def test_without_matplotlib_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    with pytest.raises(SicboError, match=r"install sicbo\[plot\]"):
        bet("small").plot()


# Many rounds
