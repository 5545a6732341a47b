"""Many rounds: powers of a distribution with and without FLINT, and their cost."""

import sys
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings, strategies as st

from sicbo.errors import BadInput
from sicbo.game.layout import Layout
from sicbo.game.settlement import Slip
from sicbo.maths import polynomials
from sicbo.maths.distribution import Distribution, Rounds, distribution
from sicbo.maths.polynomials import FLINT, PLAIN, Power, product
from sicbo.rulebooks.crown_melbourne_6_1.rulebook import RULES as MELBOURNE
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES as SYDNEY
from tests.maths.by_hand import BY_HAND, SYDNEY_LAYOUT, TEN, WIDE, bet, convolved


@pytest.fixture
def without_flint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "flint", None)


@pytest.mark.parametrize("method", [None, FLINT, PLAIN])
@pytest.mark.parametrize("n", [2, 3, 7])
def test_rounds_are_a_convolution(n: int, method: str | None) -> None:
    one = distribution(TEN, BY_HAND, SYDNEY)
    many, expected = one.rounds(n, method), convolved(dict(one), n)

    assert dict(many.items()) == expected
    assert len(many) == len(expected)
    assert (many.mean, many.variance) == (n * one.mean, n * one.variance)
    assert (many.worst, many.best) == (min(expected), max(expected))
    assert sum(many.values()) == 1


def test_rounds_with_and_without_flint_agree() -> None:
    one = distribution(TEN, BY_HAND, SYDNEY)
    by_flint, plain = one.rounds(50, FLINT), one.rounds(50, PLAIN)

    assert list(by_flint.weights()) == list(plain.weights())
    assert (by_flint.method, plain.method) == (FLINT, PLAIN)


@pytest.mark.parametrize("method", [None, FLINT, PLAIN])
@pytest.mark.parametrize("turned", [False, True])
def test_every_question_to_many_rounds_agrees_with_the_table(method: str | None, turned: bool) -> None:
    """If the results are mirrored, the answers are computed from the other end."""
    weights = {11 - net if turned else net: weight for net, weight in WIDE.items()}
    one = Distribution({3 * net - 14: weight for net, weight in weights.items()})
    many = Rounds(one, 40, method)
    table = Distribution(dict(Rounds(one, 40, PLAIN).weights()))

    for net in range(many.worst - 2, many.best + 3, 7):
        assert many.cdf(net) == table.cdf(net)
        assert many.probability(net) == table.probability(net)
        assert (net in many) == (net in table)
    for share in (0, 0.01, 0.25, Fraction(1, 2), 0.9, Fraction(999, 1000), 1):
        assert many.quantile(share) == table.quantile(share)
    assert (many.ahead, many.mean, many.variance) == (table.ahead, table.mean, table.variance)
    assert len(many) == len(table)


def test_a_walk_goes_on_from_its_marks_and_back_to_them() -> None:
    power = Power(WIDE, 200, PLAIN)
    whole = list(power.coefficients())

    for end in (2_000, 1_500, 300, 2_100, 40, 301, 2_200, 0, 2_201):
        assert power.sum_below(end) == sum(whole[:end])
        assert power.coefficient(end) == (whole[end] if end < len(whole) else 0)
    assert list(power.coefficients()) == whole


def test_the_quicker_method_answers() -> None:
    one = distribution(TEN, BY_HAND, SYDNEY)
    near, far = one.rounds(60), one.rounds(60)

    assert near.cdf(-2_000) > 0
    assert near.method == PLAIN
    assert far.cdf(6_000) < 1
    assert far.method == FLINT
    assert far.cdf(-2_000) == near.cdf(-2_000)
    assert far.method == FLINT


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(1, 14), min_size=1, max_size=5), st.integers(2, 45))
def test_the_number_of_results_is_counted_without_working_them_out(exponents: set[int], n: int) -> None:
    one = Distribution({0: 1, **dict.fromkeys(exponents, 1)})

    assert len(Rounds(one, n, PLAIN)) == sum(1 for _ in Rounds(one, n, PLAIN).weights())


def test_results_far_apart_are_multiplied_out() -> None:
    one = distribution(Slip({"small": 1, "total-9": 10**12 + 7, "any-triple": 13}), SYDNEY_LAYOUT, SYDNEY)

    assert dict(one.rounds(3)) == convolved(dict(one), 3)
    assert one.rounds(3).method == PLAIN


@pytest.mark.parametrize("layout", [BY_HAND, MELBOURNE.layout("a")], ids=["by hand", "crown-melbourne-6.1/a"])
@pytest.mark.parametrize(
    ("key", "ahead"), [("small", "0.18130006"), ("single-3", "0.19117495"), ("triple-6", "0.31920965")]
)
def test_the_chance_to_be_ahead_after_a_thousand_rounds(layout: Layout, key: str, ahead: str) -> None:
    for method in (None, FLINT, PLAIN):
        assert f"{float(bet(key, layout).rounds(1_000, method).ahead):.8f}" == ahead


def test_the_chance_to_be_ahead_with_small_is_a_binomial_tail() -> None:
    tail = sum(comb(1_000, wins) * 35**wins * 37 ** (1_000 - wins) for wins in range(501, 1_001))

    assert bet("small").rounds(1_000).ahead == Fraction(tail, 72**1_000)


@pytest.mark.parametrize("method", [None, FLINT])
def test_the_chance_to_be_ahead_with_ten_wagers_after_a_thousand_rounds(method: str | None) -> None:
    many = distribution(TEN, BY_HAND, SYDNEY).rounds(1_000, method)

    assert f"{float(many.ahead):.8f}" == "0.00634375"
    assert many.mean == Fraction(-187_000, 72)


# Without FLINT, and beyond the computable


@pytest.mark.usefixtures("without_flint")
def test_without_flint_plain_python_gives_the_same_and_says_so() -> None:
    many = bet("single-3").rounds(200)

    assert many.method == PLAIN
    assert dict(many.items()) == dict(Rounds(bet("single-3"), 200, PLAIN).items())
    assert sum(many.values()) == 1
    assert many.method == PLAIN
    with pytest.raises(BadInput, match=r"install sicbo\[lab\]"):
        bet("single-3").rounds(200, FLINT)


def test_a_power_beyond_memory_is_refused_for_flint_and_walked_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(polynomials, "LARGEST_TABLE", 1_000)
    one = bet("single-3")

    with pytest.raises(BadInput, match="do not fit into memory"):
        one.rounds(100, FLINT).cdf(0)
    assert sum(one.rounds(100).values()) == 1
    assert one.rounds(100).method == FLINT


def test_what_would_take_too_long_is_refused_but_its_moments_are_known() -> None:
    one = distribution(Slip({"small": 1, "single-3": 10**9 + 7}), SYDNEY_LAYOUT, SYDNEY)
    many = one.rounds(10**4)

    assert (many.mean, many.worst) == (10**4 * one.mean, 10**4 * one.worst)
    for ask in (lambda: many.ahead, lambda: many.quantile(0.5), lambda: len(many), lambda: next(iter(many))):
        with pytest.raises(BadInput, match="takes too long"):
            ask()


def test_products_beyond_reach_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polynomials, "LARGEST_PRODUCT", 5)

    assert product({0: 1, 1: 2}, {0: 3, 5: 1}) == {0: 3, 5: 1, 1: 6, 6: 2}
    with pytest.raises(BadInput, match="3 by 2 results take too long"):
        product({0: 1, 1: 2, 2: 1}, {0: 3, 5: 1})
