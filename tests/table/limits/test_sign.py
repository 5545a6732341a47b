"""The limits sign with limits for single areas: which limits are valid, and how it changes."""

from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.table.limits.sign import limits_messages, refuse_if_limits_invalid
from sicbo.table.messages.parts import AreaLimits, Stake
from sicbo.table.messages.round import AgreeLimits, ChangeLimits, GiveNotice
from sicbo.table.money.racks import chips_needed
from tests.refused import Refused
from tests.table.dealer import Dealer
from tests.table.equipment.test_faults import refusal

TOTALS = AreaLimits("total", 500, 10_000)


def table_with_sign(layout: str, *areas: AreaLimits) -> Dealer:
    """Return an open table, 25.00 to 500.00, with limits for these areas."""
    dealer = Dealer(layout)
    dealer.open(minimum=2_500, maximum=50_000, areas=areas)
    return dealer


@pytest.mark.parametrize(
    ("area", "says"),
    [
        (AreaLimits("total", 0, 100), "The minimum must be at least one cent, and the maximum not below it."),
        (
            AreaLimits("total", 500, 400),
            "The minimum must be at least one cent, and the maximum not below it.",
        ),
        (AreaLimits("total", 100), "The approved minimum is $2. Set at least that."),
        (
            AreaLimits("total-19", 500),
            "This layout has no bet “total-19”. Name a bet or one of these kinds: Big, Small",
        ),
        (TOTALS, "The sign names an area twice. Name each area once."),
    ],
)
def test_a_sign_with_areas_has_to_make_sense(area: AreaLimits, says: str) -> None:
    """Opening, notice and change refuse the same limits."""
    closed = Dealer("crown-sydney-2024")
    answers = [closed.open(areas=(area, TOTALS))]
    table = table_with_sign("crown-sydney-2024")
    words: dict[str, Any] = {"minimum": 2_500, "maximum": 50_000, "areas": (area, TOTALS)}
    answers += [table.say(ChangeLimits, **words), table.say(GiveNotice, subject="limits", **words)]

    for answer in answers:
        assert refusal(answer).says.startswith(says)


def test_no_sign_stands_below_the_approved_minimum() -> None:
    """Crown Sydney 4.2.2: 2.00 is approved, so opening at 1.00 is refused."""
    assert Dealer("crown-sydney-2024").open(minimum=100) == Refused(
        "4.2.2", "The approved minimum is $2. Set at least that."
    )


def test_one_cent_is_the_least_minimum_where_none_is_approved() -> None:
    """The maximum may be one cent too."""
    table = Dealer("canberra-2005").table

    assert refuse_if_limits_invalid(table, 1, 1) is None
    assert refuse_if_limits_invalid(table, 0, 1) is not None


def test_a_stake_over_its_areas_maximum_is_settled_to_it() -> None:
    """The Star 4.3: of 200.00 on total 9, 100.00 is at risk; the area's minimum is 5.00."""
    dealer = table_with_sign("star-sydney-2016", TOTALS)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"total-9": 20_000})
    dealer.bet("ben", {"total-9": 500})
    dealer.until(Step.PAY, dice=(2, 3, 5))

    assert dealer.rack("ana") == 1_000_000 - 10_000
    assert dealer.rack("ben") == 1_000_000 - 500


def test_a_higher_minimum_of_one_area_needs_the_notice_too() -> None:
    """It needs twenty minutes with the areas on the sign, and the announced limits; lowering is free."""
    dealer = table_with_sign("crown-sydney-2024", TOTALS)
    words: dict[str, Any] = {"minimum": 2_500, "maximum": 50_000}
    higher = (AreaLimits("total", 1_000, 10_000),)
    at_once = dealer.say(ChangeLimits, **words, areas=higher)
    removed = dealer.say(ChangeLimits, **words)
    dealer.say(GiveNotice, subject="limits", **words, areas=higher, in_seconds=1_200)
    dealer.wait(1_200)
    other = dealer.say(ChangeLimits, **words, areas=(AreaLimits("total", 2_000, 10_000),))
    served = dealer.say(ChangeLimits, **words, areas=higher)
    lower = dealer.say(ChangeLimits, **words, areas=(TOTALS,))

    assert refusal(at_once).says == "Give the players notice first. The change is possible in 1,200 seconds."
    assert isinstance(removed, Refusal)
    assert refusal(other).says.startswith("The notice announces a minimum of $25")
    assert not isinstance(served, Refusal)
    assert not isinstance(lower, Refusal)
    assert dealer.table.sign is not None
    assert dealer.table.sign.areas == (TOTALS,)


@pytest.mark.parametrize(
    ("minimum", "maximum", "says"),
    [
        (2_500, 50_000, "$25 to $500"),
        (2_500, None, "$25 and up"),
        (None, 50_000, "up to $500"),
        (None, None, "no limits"),
    ],
)
def test_a_sign_reads_plainly(minimum: int | None, maximum: int | None, says: str) -> None:
    """Either figure may be missing; the limits of an area follow those of the table."""
    alone = limits_messages(minimum, maximum, ())
    both = limits_messages(minimum, maximum, (AreaLimits("total", 500), AreaLimits("total-4", 500, 1_000)))

    assert [one.say() for one in alone] == [says]
    assert [one.say() for one in both] == [says, "$5 and up on Totals", "$5 to $10 on Total 4"]


def test_limits_of_ones_own_leave_those_of_the_areas_as_they_are() -> None:
    """Melbourne: ana may stake 2,000.00 on Big by her marker, but at most 100.00 on a total."""
    dealer = table_with_sign("crown-melbourne-6.1/a", TOTALS)
    dealer.say(AgreeLimits, player="ana", maximum=200_000, marked=True)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"big": 150_000, "total-12": 20_000})
    dealer.until(Step.PAY, dice=(3, 4, 6))

    assert dealer.rack("ana") == 1_000_000 + 150_000 - 10_000


def test_steps_are_counted_from_the_minimum() -> None:
    """From 5.00 in steps of 3.00, 8.00 is valid and 7.00 is not."""
    dealer = Dealer("singapore-etg/1")
    dealer.open(unit=300)
    dealer.until(Step.PLACE_BETS)

    assert not isinstance(dealer.bet("ana", {"small": 800}), Refusal)
    for cents in (700, 1_000):
        assert refusal(dealer.bet("ben", {"small": cents})).clause == "3.3"


def test_what_a_slip_takes_depends_on_the_one_before_it() -> None:
    """An empty slip returns what was on the layout, whatever was taken back before."""
    assert chips_needed({}, (Stake("small", 500),)) == {"value-chip": -500}
    assert chips_needed({}, (Stake("small", 700),)) == {"value-chip": -700}


def test_a_stake_that_one_price_does_not_pay_exactly_is_never_taken() -> None:
    """Singapore 4.1, chips of 10.00: two dice pay a stake of 15.00 on a single exactly, one die does not."""
    dealer = Dealer("singapore-etg/1")
    dealer.open(chip=1_000)
    dealer.until(Step.PLACE_BETS)

    for bet, cents in (("small", 500), ("single-3", 1_500)):
        assert refusal(dealer.bet("ana", {bet: cents})).says.startswith("1 to 1 on ")
    assert not isinstance(dealer.bet("ana", {"small": 1_000}), Refusal)
