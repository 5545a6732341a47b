"""Money as whole cents, what a stake may be made of, and paying in whole chips."""

from enum import Enum
from fractions import Fraction
from typing import NewType

Cents = NewType("Cents", int)


class Instrument(Enum):
    """What a stake is made of."""

    VALUE_CHIP = "chips marked with their value"
    COLOUR_CHIP = "chips of one table whose value their player declared"
    TOKEN = "promotional tokens"
    CREDIT = "credits on a terminal"


def dollars(amount: int) -> Cents:
    """Whole dollars in cents."""
    return Cents(amount * 100)


def in_chips(amount: Fraction, chip: int) -> Cents:
    """The least amount, not below `amount`, that whole chips can pay."""
    return Cents(-(-amount // chip) * chip)


def money(cents: int) -> str:
    """Cents as a person reads them: 1,234.50, with a minus sign where it is owed."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole:,}.{rest:02}"
