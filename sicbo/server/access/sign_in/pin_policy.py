"""The PIN policy: PINs that are easy to guess are refused."""

from collections.abc import Collection
from datetime import date
from itertools import pairwise
from pathlib import Path

from sicbo.errors import BadInput
from sicbo.i18n import message

SHORTEST_PIN, LONGEST_PIN, FEWEST_SIGNS = 8, 128, 4
WORDS = ("sicbo", "casino", "dealer", "password", "qwerty", "iloveyou", "letmein", "welcome")
ROWS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertz", "azerty")
COLUMNS = ("1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm")
NEIGHBOURS = {
    step for keys in (*ROWS, *COLUMNS) for one in (keys, keys[::-1]) for step in (*pairwise(one), one[:1] * 2)
}
"""Steps from a key to a neighbouring one, or to the same key again."""
SEPARATORS = str.maketrans("", "", " .-/")
ORDERS = ((4, 2, 0), (4, 0, 2), (0, 4, 6))
"""The offsets of year, month and day: day first, month first, year first."""
YEARS = range(1900, 2051)


def refuse_if_easy_to_guess(pin: str, *about: str, common_pins: Collection[str] = ()) -> None:
    """Refuse a PIN that is too short, too long or easy to guess."""
    if not SHORTEST_PIN <= len(pin) <= LONGEST_PIN:
        raise BadInput(message("pin.length", least=SHORTEST_PIN, most=LONGEST_PIN))
    said = pin.casefold()
    worded = any(word in said for word in (*WORDS, *about))
    if worded or said in common_pins or is_regular(said) or is_date(said.translate(SEPARATORS)):
        raise BadInput(message("pin.easy-to-guess"))


def is_regular(said: str) -> bool:
    """Whether a PIN has few different signs, equal steps, a repeated part, or runs along the keyboard."""
    steps = list(pairwise(said))
    runs = {ord(after) - ord(before) for before, after in steps}
    again = any(len(said) % size == 0 and said == said[:size] * (len(said) // size) for size in range(1, 5))
    leaps = sum(step not in NEIGHBOURS for step in steps)
    return len(set(said)) < FEWEST_SIGNS or len(runs) == 1 or again or leaps <= len(said) // 5


def is_date(digits: str) -> bool:
    """Whether eight digits are a date from 1900 to 2050, in any usual order."""
    if len(digits) != 8 or not (digits.isascii() and digits.isdecimal()):
        return False
    return any(
        _is_real_date(*(int(digits[at : at + size]) for at, size in zip(order, (4, 2, 2), strict=True)))
        for order in ORDERS
    )


def _is_real_date(year: int, month: int, day: int) -> bool:
    try:
        return date(year, month, day).year in YEARS
    except ValueError:
        return False


def read_common_pins(path: Path | None) -> frozenset[str]:
    """Return the PINs in an operator's list of common ones, one per line, or none without a file."""
    if path is None:
        return frozenset()
    try:
        return frozenset(line.strip().casefold() for line in path.read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError):
        raise BadInput(
            f"{path} cannot be read as a list of PINs: give a text file in UTF-8 with one PIN per line."
        ) from None
