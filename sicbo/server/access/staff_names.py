"""Rules for the names of staff, players and devices: short and visible on every screen, log and register."""

import re
import unicodedata

from sicbo.errors import BadInput
from sicbo.i18n import message

LONGEST = 40
PUNCTUATION = " .,'’·-()"
LETTERS = ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd")

INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Invisible letters and marks, with which two people could have one name, or none."""
DISPLAYABLE = re.compile(r"[^#<>]{1,24}")


def is_displayable(name: str) -> bool:
    """Whether the name of a player or device can be shown: no controls, nothing that reverses text."""
    return bool(DISPLAYABLE.fullmatch(name) and name.isprintable() and INVISIBLE.sub("", name).strip())


def staff_name(name: str, member_id: str) -> str:
    """Return the name of an account as screens show it; the id if none is given."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    nameless = bool(name) and not any(map(str.isalnum, name))
    if len(name) > LONGEST or nameless or INVISIBLE.search(name) or not all(map(_is_allowed, name)):
        raise BadInput(message("accounts.name-form", most=LONGEST))
    return name or member_id


def _is_allowed(letter: str) -> bool:
    """Whether a character is a letter of any script, a mark on one, a digit, or punctuation of names."""
    return letter in PUNCTUATION or unicodedata.category(letter) in LETTERS
