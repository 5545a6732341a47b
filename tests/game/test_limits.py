"""Wagers outside the limits: offered in time or found late, and how limits change."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from sicbo.errors import BadInput
from sicbo.game.limits import (
    NO_LIMITS,
    Bounds,
    Limits,
    refuse_if_outside_limits,
    required_notice,
    risk_of_stake,
)
from sicbo.game.policies import AboveMaximum, BelowMinimum, BelowSign, Notice, NoticeKind
from sicbo.game.rulebook.rules import Rules, Ruling
from sicbo.i18n import bet_name
from sicbo.rulebooks.canberra_2005.rulebook import RULES as CANBERRA
from sicbo.rulebooks.crown_melbourne_6_1.rulebook import RULES as MELBOURNE
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES as SYDNEY
from sicbo.rulebooks.singapore_etg.rulebook import RULES as SINGAPORE
from sicbo.rulebooks.star_sydney_2016.rulebook import RULES as STAR
from tests.refused import Refused

SIGN = Limits(Bounds(2_500, 50_000), approved_minimum=500)
SMALL = SYDNEY.layout().bet("small")


def refusal_of_stake(rules: Rules, stake: int, bet: str = "small", limits: Limits = SIGN) -> str | None:
    """Return the refusal of a stake offered while betting is open, as a person reads it."""
    layout = rules.layouts[0]
    refusal = refuse_if_outside_limits(layout.bet(bet), stake, layout, rules, limits)
    return str(refusal) if refusal else None


def late_risk(
    rules: Rules, stake: int, *, warned: bool = False, limits: Limits = SIGN
) -> tuple[int, str | None, str | None]:
    """Return how much of a stake found after the close is in play, by which clause, and why."""
    risk = risk_of_stake(SMALL, stake, rules, limits, warned=warned)
    return risk.amount, risk.clause, risk.note.say() if risk.note else None


@pytest.mark.parametrize(("minimum", "maximum"), [(0, None), (-5, 100), (500, 499), (0, 0)])
def test_bounds_run_upwards_from_one(minimum: int, maximum: int | None) -> None:
    """A minimum of zero or a maximum below the minimum is refused."""
    with pytest.raises(BadInput) as error:
        Bounds(minimum, maximum)

    top = "" if maximum is None else f" to {maximum}"
    assert str(error.value) == f"Limits start at 1 or more and rise, so they cannot be {minimum}{top}."
    assert Bounds(500, 500) == Bounds(minimum=500, maximum=500)


@pytest.mark.parametrize(("unit", "chip"), [(0, 1), (1, 0), (-1, 1), (1, -5)])
def test_unit_and_chip_are_at_least_a_cent(unit: int, chip: int) -> None:
    """Chips without value cannot pay anything."""
    with pytest.raises(BadInput) as error:
        Limits(unit=unit, chip=chip)

    assert str(error.value) == f"Unit and smallest chip are at least 1 cent, not {unit} and {chip}."


def test_an_area_goes_by_its_own_bounds_then_its_familys_then_the_tables() -> None:
    """The most specific bounds apply."""
    domino, four, table = Bounds(100, 200), Bounds(300, 400), Bounds(500, 600)
    limits = Limits(table, {"domino": domino, "domino-14": four})
    layout = SYDNEY.layout()

    assert limits.bounds_of(layout.bet("domino-14")) is four
    assert limits.bounds_of(layout.bet("domino-15")) is domino
    assert limits.bounds_of(layout.bet("small")) is table


def test_without_limits_every_stake_is_taken_whole() -> None:
    """Without limits, every stake from one cent on is in play."""
    for stake in (1, 10**15):
        assert refusal_of_stake(SYDNEY, stake, limits=NO_LIMITS) is None
        assert late_risk(SYDNEY, stake, limits=NO_LIMITS) == (stake, None, None)


@pytest.mark.parametrize("rules", [SYDNEY, CANBERRA, MELBOURNE, STAR, SINGAPORE], ids=lambda rules: rules.key)
@pytest.mark.parametrize("stake", [2_500, 2_501, 49_999, 50_000])
def test_within_the_limits_nothing_is_said(rules: Rules, stake: int) -> None:
    """The minimum and the maximum themselves are allowed."""
    assert refusal_of_stake(rules, stake) is None
    assert late_risk(rules, stake) == (stake, None, None)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (SYDNEY, "The minimum is $25. Raise the wager to it or take it back. (4.2.1)"),
        (CANBERRA, None),
        (MELBOURNE, None),
        (STAR, None),
        (SINGAPORE, "The minimum is $25. (3.3)"),
    ],
    ids=lambda value: value.key if isinstance(value, Rules) else "",
)
def test_a_stake_under_the_minimum_offered_in_time(rules: Rules, said: str | None) -> None:
    """Sydney demands a top-up, a terminal refuses the stake, and elsewhere it rides."""
    assert refusal_of_stake(rules, 2_499) == said


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (SYDNEY, "The maximum is $500. Take back $0.01. (4.2.4)"),
        (CANBERRA, None),
        (MELBOURNE, None),
        (STAR, None),
        (SINGAPORE, "The maximum is $500. (3.3)"),
    ],
    ids=lambda value: value.key if isinstance(value, Rules) else "",
)
def test_a_stake_over_the_maximum_offered_in_time(rules: Rules, said: str | None) -> None:
    """Sydney demands a reduction, a terminal refuses the stake, and elsewhere it rides."""
    assert refusal_of_stake(rules, 50_001) == said


def test_a_stake_that_half_odds_cannot_pay_is_not_taken_at_singapore() -> None:
    """1 cent at 6.5 to 1 would win half a cent; in chips of 1.00 even 1.00 cannot be paid."""
    halves = [
        (bet.key, price)
        for bet in SINGAPORE.layouts[0]
        for price in SINGAPORE.layouts[0].prices[bet.key]
        if price.odds.denominator == 2
    ]
    key, price = halves[0]
    odds = f"{price.odds.numerator // 2}.5"

    said = (
        f"{odds} to 1 on {{}} cannot be paid exactly. Change the stake on {bet_name(key)}. ({price.clause})"
    )
    assert refusal_of_stake(SINGAPORE, 1, key, NO_LIMITS) == said.format("$0.01")
    assert refusal_of_stake(SINGAPORE, 2, key, NO_LIMITS) is None
    assert refusal_of_stake(SINGAPORE, 100, key, Limits(chip=100)) == said.format("$1")
    assert refusal_of_stake(SINGAPORE, 200, key, Limits(chip=100)) is None
    assert refusal_of_stake(SINGAPORE, 1, "small", NO_LIMITS) is None


@pytest.mark.parametrize(
    ("rules", "stake", "warned", "risk"),
    [
        (SYDNEY, 499, False, (0, "4.2.2", "void: under the approved minimum of $5")),
        (SYDNEY, 500, False, (500, "4.2.3", "it stands, though under the sign's minimum of $25")),
        (
            SYDNEY.with_readings({"S-07": "returned"}),
            500,
            False,
            (0, "4.2.3", "returned: under the sign's minimum of $25"),
        ),
        (CANBERRA, 2_499, False, (2_499, "3.4", "it stands this once, though under the minimum of $25")),
        (CANBERRA, 2_499, True, (0, "3.4", "returned: under the minimum of $25 after a warning")),
        (MELBOURNE, 2_499, True, (0, "4.2.1", "returned: under the minimum of $25 after a warning")),
        (STAR, 2_499, True, (2_499, "4.2", "it stands, though under the minimum of $25")),
        (SINGAPORE, 2_499, False, (0, "3.3", "never taken: the minimum is $25")),
    ],
)
def test_a_stake_under_the_minimum_found_late(
    rules: Rules, stake: int, warned: bool, risk: tuple[int, str, str]
) -> None:
    """Each of the five rulebooks has its own answer."""
    assert late_risk(rules, stake, warned=warned) == risk


@pytest.mark.parametrize(
    ("rules", "risk"),
    [
        (SYDNEY, (50_000, "4.2.5", "paid or collected to the maximum of $500")),
        (
            SYDNEY.with_readings({"S-06": "whole"}),
            (60_000, "4.2.5", "it stands whole, though over the maximum of $500"),
        ),
        (CANBERRA, (50_000, "3.5", "paid or collected to the maximum of $500")),
        (MELBOURNE, (50_000, "4.2.2", "paid or collected to the maximum of $500")),
        (STAR, (50_000, "4.3", "paid or collected to the maximum of $500")),
        (SINGAPORE, (0, "3.3", "never taken: the maximum is $500")),
    ],
)
def test_a_stake_over_the_maximum_found_late(rules: Rules, risk: tuple[int, str, str]) -> None:
    """A stake over the maximum is cut to it, settled whole, or never accepted."""
    assert late_risk(rules, 60_000) == risk


def test_only_the_first_stake_that_stands_once_warns_its_player() -> None:
    """The table keeps the warning; the calculation only receives whether it was given."""
    assert risk_of_stake(SMALL, 2_000, CANBERRA, SIGN).warns
    assert not risk_of_stake(SMALL, 2_000, CANBERRA, SIGN, warned=True).warns
    assert not risk_of_stake(SMALL, 2_000, STAR, SIGN).warns
    assert not risk_of_stake(SMALL, 2_500, CANBERRA, SIGN).warns


def test_two_minimums_need_the_approved_one() -> None:
    """Crown Sydney's 4.2.2 cannot be applied to the sign alone."""
    with pytest.raises(BadInput) as error:
        risk_of_stake(SMALL, 2_000, SYDNEY, Limits(Bounds(2_500)))

    assert str(error.value) == "Set the approved minimum: 4.2.2 needs it beside the sign's."


limits_and_stakes = st.tuples(st.integers(1, 1_000), st.integers(0, 1_000), st.integers(1, 3_000))


@given(
    limits_and_stakes,
    st.sampled_from(BelowMinimum),
    st.sampled_from(BelowSign),
    st.sampled_from(AboveMaximum),
    st.booleans(),
)
def test_never_more_than_the_stake_is_at_risk(
    figures: tuple[int, int, int], below: BelowMinimum, sign: BelowSign, above: AboveMaximum, warned: bool
) -> None:
    """The whole stake is the most that is at risk under all policies, and a smaller risk names its clause."""
    minimum, span, stake = figures
    terms = replace(
        SYDNEY.limits,
        below_minimum=Ruling("1.1", below, ""),
        below_sign=Ruling("1.2", sign, ""),
        above_maximum=Ruling("1.3", above, ""),
    )
    limits = Limits(Bounds(minimum, minimum + span), approved_minimum=minimum // 2)
    risk = risk_of_stake(SMALL, stake, replace(SYDNEY, limits=terms), limits, warned=warned)

    assert 0 <= risk.amount <= stake
    assert risk.amount == stake or risk.clause in {"1.1", "1.2", "1.3"}
    assert (risk.clause is None) == (minimum <= stake <= minimum + span)


FREE = Notice(NoticeKind.NONE)


@pytest.mark.parametrize(
    ("rules", "new", "players", "notice"),
    [
        (SYDNEY, Bounds(500, 900), True, ("4.5", FREE)),
        (SYDNEY, Bounds(400, 900), False, ("4.5", FREE)),
        (SYDNEY, Bounds(600, 900), False, ("4.5.1", FREE)),
        (SYDNEY, Bounds(600, 900), True, ("4.5.2", Notice(NoticeKind.MINUTES, 20))),
        (STAR, Bounds(600, 900), False, ("4.5", Notice(NoticeKind.MINUTES, 20))),
        (STAR, Bounds(400, 900), True, ("4.5", FREE)),
        (MELBOURNE, Bounds(600, 900), False, ("fn1/66(2)", Notice(NoticeKind.MINUTES, 20))),
        (MELBOURNE, Bounds(400, 900), True, ("fn1/66(1)(c)", FREE)),
        (SINGAPORE, Bounds(600, 900), True, ("3.3", FREE)),
        (CANBERRA, Bounds(400, 900), True, ("3.1", Notice(NoticeKind.PLAIN))),
        (CANBERRA, Bounds(600, 900), False, ("3.1", Notice(NoticeKind.PLAIN))),
    ],
)
def test_what_must_come_before_a_change_of_the_limits(
    rules: Rules, new: Bounds, players: bool, notice: tuple[str, Notice]
) -> None:
    """From a minimum of 5.00 a higher one needs its notice, and a lower one needs none almost everywhere."""
    assert required_notice(Bounds(500, 800), new, rules, players_present=players) == notice


def test_a_refusal_is_a_value() -> None:
    """A refusal is a return value, and no exception is raised."""
    layout = SYDNEY.layout()
    refusal = refuse_if_outside_limits(layout.bet("small"), 1, layout, SYDNEY, SIGN)

    assert refusal == Refused("4.2.1", "The minimum is $25. Raise the wager to it or take it back.")


@pytest.mark.parametrize(
    ("rules", "clause"),
    [(SYDNEY, "4.3"), (MELBOURNE, "4.2.3"), (CANBERRA, "3.3"), (SINGAPORE, "3.3"), (STAR, "4.1")],
)
def test_steps_are_counted_from_the_minimum(rules: Rules, clause: str) -> None:
    """With a minimum of 20.00 and a unit of 15.00, 35.00 and 50.00 are accepted; 30.00, 40.00 and 45.00 are
    not.
    """
    layout, limits = rules.layouts[0], Limits(Bounds(2_000, 50_000), unit=1_500)
    said = {
        stake: refuse_if_outside_limits(layout.bet("small"), stake, layout, rules, limits)
        for stake in range(3_000, 5_001, 500)
    }

    assert [stake for stake, refusal in said.items() if refusal is None] == [3_500, 5_000]
    assert {refusal.clause for refusal in said.values() if refusal} == {clause}


@pytest.mark.parametrize(
    ("rules", "clause"),
    [(SYDNEY, "4.3"), (MELBOURNE, "4.2.3"), (CANBERRA, "3.3"), (SINGAPORE, "3.3"), (STAR, "4.1")],
)
def test_a_stake_off_the_unit_is_refused_in_time(rules: Rules, clause: str) -> None:
    """With a minimum and unit of 5.00, 7.50 is refused; 10.00 and the minimum itself are accepted."""
    layout, limits = rules.layouts[0], Limits(Bounds(500, 50_000), unit=500)
    small = layout.bet("small")

    said = refuse_if_outside_limits(small, 750, layout, rules, limits)

    assert said == Refused(clause, "Stakes are $5 plus steps of $5. Change the stake on Small.")
    assert refuse_if_outside_limits(small, 500, layout, rules, limits) is None
    assert refuse_if_outside_limits(small, 1_000, layout, rules, limits) is None
