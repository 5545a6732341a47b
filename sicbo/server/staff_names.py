"""Names of staff: short, and made of letters, so that no screen, log or register can be upset by one."""

import unicodedata

from sicbo.errors import BadInput

LONGEST = 40
PUNCTUATION = " .,'’·-()"
LETTERS = ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd")


def staff_name(name: str, member_id: str) -> str:
    """Return the name of an account as screens show it; the id if none is given."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if len(name) > LONGEST or not all(map(_is_allowed, name)):
        raise BadInput(f"Give a name of at most {LONGEST} letters, digits, spaces and . , ' - ( ) only.")
    return name or member_id


def _is_allowed(letter: str) -> bool:
    """Whether it is a letter of any script, a mark on one, a digit, or a sign that names have."""
    return letter in PUNCTUATION or unicodedata.category(letter) in LETTERS
