"""Fractions as people read them: percentages, decimals and roots, without a float."""

from fractions import Fraction
from math import isqrt


def percent(edge: Fraction) -> str:
    """Write a fraction as a percentage with two decimals, rounded half to even, without a float."""
    hundredths = round(edge * 10_000)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02} %"


def decimals(value: Fraction, places: int) -> str:
    """Write a fraction with `places` decimals, rounded half to even, without a float."""
    scaled = round(value * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{places}}"


def root(value: Fraction, places: int) -> str:
    """Write the square root of a fraction with `places` decimals, rounded half up, without a float."""
    scaled = (isqrt(4 * value.numerator * 10 ** (2 * places) // value.denominator) + 1) // 2
    return f"{scaled // 10**places}.{scaled % 10**places:0{places}}"


def brief(value: Fraction) -> str:
    """Write a fraction exactly, or with nine decimals if it is too long to read."""
    exact = str(value)
    return exact if len(exact) <= 20 else f"about {decimals(value, 9)}"
