"""Money as whole cents, the kinds of stake, and payment in whole chips."""

import re
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Final, NewType

from sicbo.errors import BadInput, short_repr

MOST_DIGITS: Final = 15
WRITTEN: Final = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,2})?")
Cents = NewType("Cents", int)


class Instrument(Enum):
    """What a stake is made of."""

    VALUE_CHIP = "chips marked with their value"
    COLOUR_CHIP = "chips of one table whose value their player declared"
    TOKEN = "promotional tokens"
    CREDIT = "credits on a terminal"
    TOURNAMENT_CHIP = "chips of a tournament"


def dollars(amount: int | Decimal | Fraction | str) -> Cents:
    """Convert dollars to cents, exactly: 25, "25.50", Decimal("25.5") or Fraction(51, 2).

    A float is refused, because most amounts of cents have no exact float.
    """
    if isinstance(amount, str) and not WRITTEN.fullmatch(amount):
        raise BadInput(f"Write dollars as in 25 or 25.50, not {short_repr(amount)}.")
    if isinstance(amount, bool) or not isinstance(amount, int | Decimal | Fraction | str):
        raise BadInput(f"Give dollars as an int, a Decimal, a Fraction or text, not {short_repr(amount)}.")
    if isinstance(amount, Decimal) and not (amount.is_finite() and abs(amount.adjusted()) < MOST_DIGITS):
        raise BadInput(f"{short_repr(amount)} is not an amount of dollars.")
    cents = Fraction(amount) * 100
    if cents.denominator != 1:
        raise BadInput(f"{short_repr(amount)} dollars is not a whole number of cents.")
    return Cents(int(cents))
