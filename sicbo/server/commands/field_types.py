"""Types of the fields of a command: closed lists, patterns, maximum lengths and ranges of numbers.

Decoding a body is the check. Text outside the house's vocabulary is answered 400 and not recorded, so no free
text enters the hash chain. Names and notes only have a maximum length here, because pseudonyms replace them
before they are written.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from msgspec import Meta

from sicbo import rulebooks
from sicbo.game.money import Instrument
from sicbo.game.policies import Step
from sicbo.game.policies.conduct import Exemption, Offence, Suspicion
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.super_streak import PREFIX
from sicbo.game.vocabulary import Ground
from sicbo.house.entries import PersonSignature
from sicbo.house.identity.pseudonyms import NAME_FIELDS, TEXT_FIELDS
from sicbo.i18n import Message, message
from sicbo.promotion.claims import PAYMENT_METHODS
from sicbo.promotion.commands import NotifyWinner, PaymentPart
from sicbo.server.access.authentication import RANDOM_KEY
from sicbo.server.http.security import LARGEST_NUMBER
from sicbo.table.equipment.faults import FAULT_KINDS, NOTIFIABLE_PEOPLE
from sicbo.table.limits.notices import ACT_FOR_SUBJECT as NOTICES
from sicbo.table.money.cash import COMPLIMENTARY, PROMOTIONAL
from sicbo.table.people.disputes import ACT_FOR_MATTER, PROMOTION
from sicbo.table.round.opening import PROFILES
from sicbo.table.round.super_streak import STREAK_SCREEN
from sicbo.table.transcript.header import equipment_of
from sicbo.tournament.before.purchases import ADD_ON, BUY_BACK, RE_BUY

MOST_ENTRIES: Final = {"stakes": 200, "areas": 200, "bets": 200, "signatures": 2}
"""An order is signed by the person who gives it and by a second person."""
MOST_OTHER_ENTRIES: Final = 1_000
ALL_RULES: Final = tuple(rulebooks.every_rulebook().values())
COLOUR = r"[^\W\d_]{2,16}"
INSTRUMENTS: Final = "|".join(enum_key(one) for one in Instrument)
WORDS: Any = Literal
LIMIT = re.compile(r"Expected `(?P<what>int|str|array)` (of length )?(?P<sign>[<>]=) (?P<limit>-?[0-9]+)")
"""The errors of the decoder about a limit of a type."""


def list_field(words: Iterable[str]) -> Any:
    """Return the type of a field that takes a word of a closed list, or no word."""
    return WORDS[("", *sorted({*words} - {""}))]


def pattern_field(pattern: str, example: str) -> Any:
    """Return the type of a field that takes text of a pattern, such as the number of a document, or none."""
    return Annotated[str, Meta(pattern=rf"^({pattern})?$(?!\n)", examples=[example])]


def length_field(most: int) -> Any:
    """Return the type of a field that takes a name or note, which is stored outside the chain."""
    return Annotated[str, Meta(max_length=most)]


BETS: Final = frozenset(
    {bet.key for rules in ALL_RULES for layout in rules.layouts for bet in layout}
    | {
        f"{PREFIX}{side}"
        for rules in ALL_RULES
        if rules.super_streak
        for line in rules.super_streak.lines.choice
        for side in line
    }
)
FAMILIES: Final = {bet.family for rules in ALL_RULES for layout in rules.layouts for bet in layout}
CLAUSES: Final = {clause.id for rules in ALL_RULES for clause in rulebooks.clause_registry(rules.key)}
READINGS: Final = {reading.id for rules in ALL_RULES for reading in rules.readings}
GROUNDS: Final = frozenset({*map(enum_key, Ground), "time", "settled", "agreed"})
TERMS_FIELDS: Final = ("feature", "location", "method", "penalty", "prize")
"""Fields that take a word of the published terms of a tournament or promotion; `ground` takes both there."""
LOG, ID = (
    pattern_field(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", "T1"),
    pattern_field(rf"web-{RANDOM_KEY.pattern}|house-[0-9a-f]{{24}}", f"web-{'0' * 32}"),
)
"""The name of a log; the id of a command as the house makes it: of chance or a hash, never a word."""
PAPER = pattern_field(r"(?=.*\d)(?!(.*[A-Za-z]){9})[A-Za-z0-9][A-Za-z0-9/.-]{0,39}", "F-1024")
"""The number of a document: it may contain letters, but too few to spell out a message."""
HASH = pattern_field(r"[0-9a-f]{1,128}", "3f8a")
NAME, NOTE = length_field(80), length_field(500)

FIELD_TYPES: Final[dict[str, Any]] = {
    **dict.fromkeys(NAME_FIELDS, NAME),
    **dict.fromkeys(TEXT_FIELDS, NOTE),
    **dict.fromkeys(("issuer", "redeemer", "table", "tables", "tournament"), LOG),
    **dict.fromkeys(("complaint", "dispute", "redemption", "request"), ID),
    **dict.fromkeys(("accepted", "commitment", "commitments", "salt", "seed"), HASH),
    **dict.fromkeys(("number", "voucher"), PAPER),
    **dict.fromkeys(("bet", "bets"), list_field(BETS)),
    **dict.fromkeys(("colour", "colours"), pattern_field(COLOUR, "red")),
    **dict.fromkeys(TERMS_FIELDS, NOTE),
    "area": list_field(BETS | FAMILIES),
    "confirmed": list_field(CLAUSES | READINGS),
    "day": pattern_field(r"\d{4}-\d{2}-\d{2}", "2026-11-18"),
    "equipment": list_field(
        {STREAK_SCREEN, *(fitting for rules in ALL_RULES for fitting in equipment_of(rules))}
    ),
    "excuse": list_field(map(enum_key, Exemption)),
    "fault": list_field(FAULT_KINDS),
    "ground": list_field(GROUNDS),
    "instrument": pattern_field(rf"{INSTRUMENTS}|colour-chip:{COLOUR}", "value-chip"),
    "kind": list_field((COMPLIMENTARY, PROMOTIONAL)),
    "matter": list_field((*ACT_FOR_MATTER, PROMOTION)),
    "offence": list_field(map(enum_key, Offence)),
    "profile": list_field(PROFILES),
    "side": list_field(bet.removeprefix(PREFIX) for bet in BETS),
    "statute": list_field(map(enum_key, Suspicion)),
    "step": list_field(map(enum_key, Step)),
    "subject": list_field(NOTICES),
    "terms": str,
    "to": list_field(("inspector", "inspectorate", "police")),
    "what": list_field((RE_BUY, ADD_ON, BUY_BACK)),
    "whom": list_field(NOTIFIABLE_PEOPLE),
    "word": pattern_field(r"[a-z]{2,12}|[0-9]{1,12}", "plum"),
}
MESSAGE_FIELD_TYPES: Final[dict[tuple[type, str], Any]] = {
    (PaymentPart, "method"): list_field(PAYMENT_METHODS),
    (NotifyWinner, "method"): list_field(
        way for rules in ALL_RULES if rules.promotions for way in rules.promotions.notify_by.choice
    ),
    (PersonSignature, "by"): pattern_field(r"p-[0-9a-f]{24}", "p-3f8a"),
    (PersonSignature, "key"): pattern_field(r"p-[0-9a-f]{24}\+[0-9a-f]{8}", "p-3f8a+c966"),
    (PersonSignature, "signature"): pattern_field(r"[A-Za-z0-9+/]{86}==", "bWFyaw=="),
}
"""Fields with a different meaning in one message than in the others."""


COUNTED_FROM_ONE: Final = ("pieces", "round", "seat", "version")
RANGES: Final = {"dice": (1, 6), **dict.fromkeys(COUNTED_FROM_ONE, (1, LARGEST_NUMBER))}


if TYPE_CHECKING:
    BetText = str
    InstrumentText = str
    SideText = str
    FromOne = int
else:
    BetText, InstrumentText, SideText = (FIELD_TYPES[name] for name in ("bet", "instrument", "side"))
    FromOne = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]


def range_of(field: str) -> tuple[int, int]:
    """Return the range of a field with whole numbers: amounts, places in a list and times begin at 0."""
    return RANGES.get(field, (0, LARGEST_NUMBER))


def text_type(owner: type, field: str, *, has_terms: bool = False) -> Any:
    """Return the type of a text; a log with terms has more grounds, which its terms name."""
    if has_terms and field == "ground":
        return NOTE
    return MESSAGE_FIELD_TYPES.get((owner, field)) or FIELD_TYPES[field]


def number_type(field: str) -> Any:
    """Return the type of a whole number."""
    least, most = range_of(field)
    return Annotated[int, Meta(ge=least, le=most)]


def entries_type(field: str, entries: Any) -> Any:
    """Return the type of a list, which has a maximum length."""
    return Annotated[entries, Meta(max_length=MOST_ENTRIES.get(field, MOST_OTHER_ENTRIES))]


def no_such_word(field: str) -> Message:
    """Return the message about a word that is in no list of the house."""
    return message("field.not-in-list", field=field)


def message_for(error: str, field: str) -> Message | None:
    """Return the message for a decoder's error about the value of a field; None for any other error."""
    if error.startswith("Invalid enum value"):
        return no_such_word(field)
    if "matching regex" in error:
        return message("field.wrong-form", field=field, example=_example_of(field))
    found = LIMIT.fullmatch(error)
    if found is None:
        return None
    what, sign, limit = found["what"], found["sign"], int(found["limit"])
    if what == "int":
        least, most = range_of(field)
        least = limit if sign == ">=" else least
        return message("field.out-of-range", field=field, least=least, most=most)
    return message("field.too-long" if what == "str" else "field.too-many", field=field, most=limit)


def _example_of(field: str) -> str:
    """Return the example of a field that has a pattern."""
    types = (
        FIELD_TYPES.get(field),
        *(kind for (_, name), kind in MESSAGE_FIELD_TYPES.items() if name == field),
    )
    return next(
        str(one.examples[0]) for kind in types for one in getattr(kind, "__metadata__", ()) if one.examples
    )
