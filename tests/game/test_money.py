"""Money in whole cents, and payment in whole chips."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from sicbo.game.money import Instrument, dollars, round_up_to_chips
from sicbo.i18n import money


@pytest.mark.parametrize(("amount", "cents"), [(0, 0), (1, 100), (25, 2500), (-3, -300)])
def test_dollars_are_a_hundred_cents(amount: int, cents: int) -> None:
    """$25 is 2500 cents."""
    assert dollars(amount) == cents


@pytest.mark.parametrize(
    ("amount", "chip", "paid"),
    [
        (Fraction(0), 100, 0),
        (Fraction(1), 100, 100),
        (Fraction(700), 500, 1000),
        (Fraction(1000), 500, 1000),
        (Fraction(1001), 500, 1500),
        (Fraction(17, 2), 1, 9),
        (Fraction(999, 1000), 1, 1),
    ],
)
def test_winnings_are_paid_up_to_whole_chips(amount: Fraction, chip: int, paid: int) -> None:
    """7.00 in chips of 5.00 is paid 10.00; an amount that chips can pay exactly is paid exactly."""
    assert round_up_to_chips(amount, chip) == paid


@given(st.fractions(0, 10**12), st.integers(1, 10**6))
def test_whole_chips_pay_the_least_amount_that_is_not_below(amount: Fraction, chip: int) -> None:
    """The payment is a multiple of the chip, not below the winnings, and one chip less would be below."""
    paid = round_up_to_chips(amount, chip)

    assert paid % chip == 0
    assert paid >= amount
    assert paid - chip < amount


@pytest.mark.parametrize(
    ("cents", "read"),
    [
        (0, "0.00"),
        (5, "0.05"),
        (-5, "-0.05"),
        (99, "0.99"),
        (2500, "25.00"),
        (123450, "1,234.50"),
        (-100000000, "-1,000,000.00"),
    ],
)
def test_money_reads_as_dollars_and_cents(cents: int, read: str) -> None:
    """Thousands are separated, and a debt has one minus sign."""
    assert money(cents) == read


def test_a_stake_is_made_of_one_of_four_things() -> None:
    """A new kind of stake needs a ruling in every rulebook."""
    assert [kind.name for kind in Instrument] == ["VALUE_CHIP", "COLOUR_CHIP", "TOKEN", "CREDIT"]
