"""Rules for the fields of a command: closed lists, patterns, maximum lengths and ranges of numbers.

Text outside the house's vocabulary is answered 400 and not recorded, so no free text enters the hash chain.
Names and notes only have a maximum length here, because pseudonyms replace them before they are written.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from sicbo import rulebooks
from sicbo.errors import BadInput
from sicbo.game.money import Instrument
from sicbo.game.policies import Step
from sicbo.game.policies.conduct import Exemption, Offence, Suspicion
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.super_streak import PREFIX
from sicbo.game.vocabulary import Ground
from sicbo.house.entries import CommandRequest, PersonSignature
from sicbo.house.identity.pseudonyms import NAME_FIELDS, TEXT_FIELDS
from sicbo.promotion.claims import PAYMENT_METHODS
from sicbo.promotion.commands import NotifyWinner, PaymentPart
from sicbo.server.access.authentication import RANDOM_KEY
from sicbo.server.http.security import LARGEST_NUMBER
from sicbo.server.problems import ErrorShape, Problem
from sicbo.table.equipment.faults import FAULT_KINDS, NOTIFIABLE_PEOPLE
from sicbo.table.limits.notices import ACT_FOR_SUBJECT as NOTICES
from sicbo.table.money.cash import COMPLIMENTARY, PROMOTIONAL
from sicbo.table.people.disputes import ACT_FOR_MATTER, PROMOTION
from sicbo.table.round.opening import PROFILES
from sicbo.table.round.super_streak import STREAK_SCREEN
from sicbo.table.transcript.header import equipment_of
from sicbo.terms.loader import parse_terms
from sicbo.tournament.before.purchases import ADD_ON, BUY_BACK, RE_BUY

MOST_ENTRIES: Final = {"stakes": 200, "areas": 200, "bets": 200}
MOST_OTHER_ENTRIES: Final = 1_000
MOST_SIGNATURES: Final = 2
"""An order is signed by the person who gives it and by a second person."""
ALL_RULES: Final = tuple(rulebooks.every_rulebook().values())
COLOUR, COLOUR_CHIP = r"[^\W\d_]{2,16}", "colour-chip:"
INSTRUMENTS: Final = "|".join(enum_key(one) for one in Instrument)


class TextRule(NamedTuple):
    """What the text of a field may be, and the error for any other text; `example` shows the pattern."""

    accepts: Callable[[str], object]
    says: str
    example: str = ""
    most: int = 0
    in_terms: bool = False
    """Whether every word of the published terms is allowed too."""


class Range(NamedTuple):
    """The least and the greatest whole number that a field may be."""

    least: int
    most: int = LARGEST_NUMBER


class Vocabulary(NamedTuple):
    """Words allowed besides the fixed lists: those of the published terms and the house's chip colours."""

    terms: str = ""
    colours: frozenset[str] | None = None

    def has_colour(self, field: str, said: str) -> bool:
        """Whether the colour in a text is one of the house's; opening a table may introduce new ones."""
        if self.colours is None or field not in ("colour", "instrument"):
            return True
        named = said.removeprefix(COLOUR_CHIP)
        return named in self.colours or (field == "instrument" and named == said)


UNKNOWN = "{field} has a value that the house does not know: choose one of the list."


def list_field(words: Iterable[str], *, in_terms: bool = False) -> TextRule:
    """A field that takes a word of a closed list."""
    known = frozenset(words)
    return TextRule(known.__contains__, UNKNOWN, min(known, default=""), in_terms=in_terms)


def pattern_field(pattern: str, example: str) -> TextRule:
    """A field that takes text of a pattern, such as the number of a document."""
    fits = re.compile(pattern).fullmatch
    return TextRule(fits, "{field} has the wrong form: write it as in {example}.", example)


def length_field(most: int) -> TextRule:
    """A field that takes a name or note, which is stored outside the chain, up to a maximum length."""
    return TextRule(
        lambda said: len(said) <= most, "{field} has more than {most} characters: shorten it.", most=most
    )


def _is_published_terms(said: str) -> bool:
    return bool(parse_terms(said))


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
LOG, ID = (
    pattern_field(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", "T1"),
    pattern_field(rf"web-{RANDOM_KEY.pattern}|house-[0-9a-f]{{24}}", f"web-{'0' * 32}"),
)
"""The name of a log; the id of a command as the house makes it: of chance or a hash, never a word."""
PAPER = pattern_field(r"(?=.*\d)(?!(.*[A-Za-z]){9})[A-Za-z0-9][A-Za-z0-9/.-]{0,39}", "F-1024")
"""The number of a document: it may contain letters, but too few to spell out a message."""
HASH = pattern_field(r"[0-9a-f]{1,128}", "3f8a")
NAME, NOTE = length_field(80), length_field(500)

FIELD_RULES: Final[dict[str, TextRule]] = {
    **dict.fromkeys(NAME_FIELDS, NAME),
    **dict.fromkeys(TEXT_FIELDS, NOTE),
    **dict.fromkeys(("issuer", "redeemer", "table", "tables", "tournament"), LOG),
    **dict.fromkeys(("complaint", "dispute", "redemption", "request"), ID),
    **dict.fromkeys(("accepted", "commitment", "commitments", "salt", "seed"), HASH),
    **dict.fromkeys(("number", "voucher"), PAPER),
    **dict.fromkeys(("bet", "bets"), list_field(BETS)),
    **dict.fromkeys(("colour", "colours"), pattern_field(COLOUR, "red")),
    **dict.fromkeys(("feature", "location", "method", "penalty", "prize"), list_field((), in_terms=True)),
    "area": list_field(BETS | FAMILIES),
    "confirmed": list_field(CLAUSES | READINGS),
    "day": pattern_field(r"\d{4}-\d{2}-\d{2}", "2026-11-18"),
    "equipment": list_field(
        {STREAK_SCREEN, *(fitting for rules in ALL_RULES for fitting in equipment_of(rules))}
    ),
    "excuse": list_field(map(enum_key, Exemption)),
    "fault": list_field(FAULT_KINDS),
    "ground": list_field({*map(enum_key, Ground), "time", "settled", "agreed"}, in_terms=True),
    "instrument": pattern_field(rf"{INSTRUMENTS}|{COLOUR_CHIP}{COLOUR}", "value-chip"),
    "kind": list_field((COMPLIMENTARY, PROMOTIONAL)),
    "matter": list_field((*ACT_FOR_MATTER, PROMOTION)),
    "offence": list_field(map(enum_key, Offence)),
    "profile": list_field(PROFILES),
    "side": list_field(bet.removeprefix(PREFIX) for bet in BETS),
    "statute": list_field(map(enum_key, Suspicion)),
    "step": list_field(map(enum_key, Step)),
    "subject": list_field(NOTICES),
    "terms": TextRule(_is_published_terms, ""),
    "to": list_field(("inspector", "inspectorate", "police")),
    "what": list_field((RE_BUY, ADD_ON, BUY_BACK)),
    "whom": list_field(NOTIFIABLE_PEOPLE),
    "word": pattern_field(r"[a-z]{2,12}|[0-9]{1,12}", "plum"),
}
MESSAGE_FIELD_RULES: Final[dict[tuple[type, str], TextRule]] = {
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
RANGES: Final = {"dice": Range(1, 6), **dict.fromkeys(COUNTED_FROM_ONE, Range(1))}


def range_of(field: str) -> Range:
    """Return the range of a field with whole numbers: amounts, places in a list and times begin at 0."""
    return RANGES.get(field, Range(0))


def field_rule(kind: type, field: str) -> TextRule:
    """The rule for the text of a field."""
    return MESSAGE_FIELD_RULES.get((kind, field)) or FIELD_RULES[field]


def validate_command(
    asked: CommandRequest, terms: str = "", colours: frozenset[str] | None = None
) -> CommandRequest:
    """A command, if every text in it is of the vocabulary or the terms, and every number in its range.

    Else a problem, and no record.
    """
    _validate_fields(asked.command, Vocabulary(terms, colours))
    validate_signatures(asked.signatures)
    return asked


def validate_signatures(signatures: tuple[PersonSignature, ...]) -> tuple[PersonSignature, ...]:
    """Return signatures if they are well-formed; otherwise raise a problem, and nothing is recorded."""
    if len(signatures) > MOST_SIGNATURES:
        raise _field_problem(
            "/signatures", f"signatures has more than {MOST_SIGNATURES} entries: send fewer."
        )
    for index, one in enumerate(signatures):
        _validate_fields(one, Vocabulary(), f"/signatures/{index}")
    return signatures


def _validate_fields(message: msgspec.Struct, known: Vocabulary, path: str = "") -> None:
    for field, value in _sent_fields(message):
        entries = value if isinstance(value, tuple) else (value,)
        most = MOST_ENTRIES.get(field, MOST_OTHER_ENTRIES)
        if len(entries) > most:
            raise _field_problem(f"{path}/{field}", f"{field} has more than {most} entries: send fewer.")
        for index, entry in enumerate(entries):
            place = f"{path}/{field}/{index}" if isinstance(value, tuple) else f"{path}/{field}"
            if isinstance(entry, msgspec.Struct):
                _validate_fields(entry, known, place)
            elif isinstance(entry, str) and entry:
                _validate_text(field_rule(type(message), field), field, entry, known, place)
            elif isinstance(entry, int):
                _check_number(range_of(field), field, entry, place)


def _sent_fields(message: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a message that its sender wrote."""
    for field in message.__struct_fields__:
        if field not in ("id", "stamp"):
            yield field, getattr(message, field)


def _validate_text(rule: TextRule, field: str, said: str, known: Vocabulary, place: str) -> None:
    if rule.accepts(said) or (rule.in_terms and known.terms and said in _terms_words(known.terms)):
        if not known.has_colour(field, said):
            raise _field_problem(place, UNKNOWN.format(field=field))
        return
    raise _field_problem(place, rule.says.format(field=field, most=rule.most, example=rule.example))


def _check_number(allowed: Range, field: str, said: int, place: str) -> None:
    least, most = allowed
    if not least <= said <= most:
        raise _field_problem(place, f"{field} is a whole number from {least} to {most}: send one of these.")


def _field_problem(place: str, says: str) -> Problem:
    return Problem("bad-request", says, errors=(ErrorShape(pointer=place, says=says),))


@lru_cache(16)
def _terms_words(terms: str) -> frozenset[str]:
    """Return every key and every text in published terms."""
    try:
        return frozenset(_texts_in(parse_terms(terms).data))
    except BadInput:
        return frozenset()


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from _texts_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts_in(one)
