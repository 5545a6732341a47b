"""Money in whole cents, and payment in whole chips."""

import pytest

from sicbo.game.money import Instrument, dollars
from sicbo.i18n import money


@pytest.mark.parametrize(("amount", "cents"), [(0, 0), (1, 100), (25, 2500), (-3, -300)])
def test_dollars_are_a_hundred_cents(amount: int, cents: int) -> None:
    """$25 is 2500 cents."""
    assert dollars(amount) == cents


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


def test_a_stake_is_made_of_one_of_five_things() -> None:
    """A new kind of stake needs a ruling in every rulebook; chips of a tournament are ruled by its terms."""
    kinds = ["VALUE_CHIP", "COLOUR_CHIP", "TOKEN", "CREDIT", "TOURNAMENT_CHIP"]

    assert [kind.name for kind in Instrument] == kinds
