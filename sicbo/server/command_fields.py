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
from sicbo.game.policies.conduct import Offence, Suspicion, Unless
from sicbo.game.rulebook.publication import key_of
from sicbo.game.super_streak import PREFIX
from sicbo.game.vocabulary import Ground
from sicbo.house.entries import Asked, PersonSignature
from sicbo.house.identity.pseudonyms import NAMES, TEXTS
from sicbo.promotion.claims import PAID_BY
from sicbo.promotion.commands import NotifyWinner, Part
from sicbo.server.access.authentication import MADE_BY_CHANCE
from sicbo.server.http.security import LARGEST_NUMBER
from sicbo.server.problems import ErrorShape, Problem
from sicbo.table.equipment.faults import KINDS, PEOPLE
from sicbo.table.limits.notices import ACTS as NOTICES
from sicbo.table.money.cash import COMPLIMENTARY, PROMOTIONAL
from sicbo.table.people.disputes import ACTS, PROMOTION
from sicbo.table.round.opening import PROFILES
from sicbo.table.round.super_streak import SCREEN
from sicbo.table.transcript.header import equipment_of
from sicbo.terms.loader import load
from sicbo.tournament.before.entry_desk import ADD_ON, BUY_BACK, RE_BUY
from sicbo.tournament.state import CHIP

MOST_ENTRIES: Final = {"stakes": 200, "areas": 200, "bets": 200}
MOST_OTHER_ENTRIES: Final = 1_000
MOST_SIGNATURES: Final = 2
"""An order is signed by the person who gives it and by a second person."""
RULES: Final = tuple(rulebooks.every_rulebook().values())
COLOUR, COLOUR_CHIP = r"[^\W\d_]{2,16}", "colour-chip:"
INSTRUMENTS: Final = "|".join(key_of(one) for one in Instrument)


class Field(NamedTuple):
    """What the text of a field may be, and the error for any other text; `example` shows the pattern."""

    fits: Callable[[str], object]
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


def one_of(words: Iterable[str], *, in_terms: bool = False) -> Field:
    """A field that takes a word of a closed list."""
    known = frozenset(words)
    return Field(known.__contains__, UNKNOWN, min(known, default=""), in_terms=in_terms)


def form(pattern: str, example: str) -> Field:
    """A field that takes text of a pattern, such as the number of a document."""
    fits = re.compile(pattern).fullmatch
    return Field(fits, "{field} has the wrong form: write it as in {example}.", example)


def text(most: int) -> Field:
    """A field that takes a name or note, which is stored outside the chain, up to a maximum length."""
    return Field(
        lambda said: len(said) <= most, "{field} has more than {most} characters: shorten it.", most=most
    )


def _is_terms(said: str) -> bool:
    return bool(load(said))


BETS: Final = frozenset(
    {bet.key for rules in RULES for layout in rules.layouts for bet in layout}
    | {
        f"{PREFIX}{side}"
        for rules in RULES
        if rules.super_streak
        for line in rules.super_streak.lines.choice
        for side in line
    }
)
FAMILIES: Final = {bet.family for rules in RULES for layout in rules.layouts for bet in layout}
LAW: Final = {clause.id for rules in RULES for clause in rulebooks.clauses_of(rules.key)}
READINGS: Final = {reading.id for rules in RULES for reading in rules.readings}
LOG, ID = (
    form(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", "T1"),
    form(rf"web-{MADE_BY_CHANCE.pattern}|house-[0-9a-f]{{24}}", f"web-{'0' * 32}"),
)
"""The name of a log; the id of a command as the house makes it: of chance or a hash, never a word."""
PAPER = form(r"(?=.*\d)(?!(.*[A-Za-z]){9})[A-Za-z0-9][A-Za-z0-9/.-]{0,39}", "F-1024")
"""The number of a document: it may contain letters, but too few to spell out a message."""
HASH = form(r"[0-9a-f]{1,128}", "3f8a")
NAME, NOTE = text(80), text(500)

FIELDS: Final[dict[str, Field]] = {
    **dict.fromkeys(NAMES, NAME),
    **dict.fromkeys(TEXTS, NOTE),
    **dict.fromkeys(("issuer", "redeemer", "table", "tables", "tournament"), LOG),
    **dict.fromkeys(("complaint", "dispute", "redemption", "request"), ID),
    **dict.fromkeys(("accepted", "commitment", "commitments", "salt", "seed"), HASH),
    **dict.fromkeys(("number", "voucher"), PAPER),
    **dict.fromkeys(("bet", "bets"), one_of(BETS)),
    **dict.fromkeys(("colour", "colours"), form(COLOUR, "red")),
    **dict.fromkeys(("feature", "location", "method", "penalty", "prize"), one_of((), in_terms=True)),
    "area": one_of(BETS | FAMILIES),
    "confirmed": one_of(LAW | READINGS),
    "day": form(r"\d{4}-\d{2}-\d{2}", "2026-11-18"),
    "equipment": one_of({SCREEN, *(fitting for rules in RULES for fitting in equipment_of(rules))}),
    "excuse": one_of(map(key_of, Unless)),
    "fault": one_of(KINDS),
    "ground": one_of({*map(key_of, Ground), "time", "settled", "agreed"}, in_terms=True),
    "instrument": form(rf"{INSTRUMENTS}|{CHIP}|{COLOUR_CHIP}{COLOUR}", "value-chip"),
    "kind": one_of((COMPLIMENTARY, PROMOTIONAL)),
    "matter": one_of((*ACTS, PROMOTION)),
    "offence": one_of(map(key_of, Offence)),
    "profile": one_of(PROFILES),
    "side": one_of(bet.removeprefix(PREFIX) for bet in BETS),
    "statute": one_of(map(key_of, Suspicion)),
    "step": one_of(map(key_of, Step)),
    "subject": one_of(NOTICES),
    "terms": Field(_is_terms, ""),
    "to": one_of(("inspector", "inspectorate", "police")),
    "what": one_of((RE_BUY, ADD_ON, BUY_BACK)),
    "whom": one_of(PEOPLE),
    "word": form(r"[a-z]{2,12}|[0-9]{1,12}", "plum"),
}
OF_ITS_OWN: Final[dict[tuple[type, str], Field]] = {
    (Part, "method"): one_of(PAID_BY),
    (NotifyWinner, "method"): one_of(
        way for rules in RULES if rules.promotions for way in rules.promotions.notify_by.choice
    ),
    (PersonSignature, "by"): form(r"p-[0-9a-f]{24}", "p-3f8a"),
    (PersonSignature, "key"): form(r"p-[0-9a-f]{24}\+[0-9a-f]{8}", "p-3f8a+c966"),
    (PersonSignature, "signature"): form(r"[A-Za-z0-9+/]{86}==", "bWFyaw=="),
}
"""Fields with a different meaning in one message than in the others."""


COUNTED_FROM_ONE: Final = ("pieces", "round", "seat", "version")
RANGES: Final = {"dice": Range(1, 6), **dict.fromkeys(COUNTED_FROM_ONE, Range(1))}


def range_of(field: str) -> Range:
    """Return the range of a field with whole numbers: amounts, places in a list and times begin at nought."""
    return RANGES.get(field, Range(0))


def rule_of(kind: type, field: str) -> Field:
    """The rule for the text of a field."""
    return OF_ITS_OWN.get((kind, field)) or FIELDS[field]


def known_words(asked: Asked, terms: str = "", colours: frozenset[str] | None = None) -> Asked:
    """A command, if every text in it is of the vocabulary or the terms, and every number in its range.

    Else a problem, and no record.
    """
    _check(asked.command, Vocabulary(terms, colours))
    known_signatures(asked.signatures)
    return asked


def known_signatures(signatures: tuple[PersonSignature, ...]) -> tuple[PersonSignature, ...]:
    """Return signatures if they are well-formed; otherwise raise a problem, and nothing is recorded."""
    if len(signatures) > MOST_SIGNATURES:
        raise _wrong("/signatures", f"signatures has more than {MOST_SIGNATURES} entries: send fewer.")
    for index, one in enumerate(signatures):
        _check(one, Vocabulary(), f"/signatures/{index}")
    return signatures


def _check(message: msgspec.Struct, known: Vocabulary, path: str = "") -> None:
    for field, value in _said(message):
        entries = value if isinstance(value, tuple) else (value,)
        most = MOST_ENTRIES.get(field, MOST_OTHER_ENTRIES)
        if len(entries) > most:
            raise _wrong(f"{path}/{field}", f"{field} has more than {most} entries: send fewer.")
        for index, entry in enumerate(entries):
            place = f"{path}/{field}/{index}" if isinstance(value, tuple) else f"{path}/{field}"
            if isinstance(entry, msgspec.Struct):
                _check(entry, known, place)
            elif isinstance(entry, str) and entry:
                _check_text(rule_of(type(message), field), field, entry, known, place)
            elif isinstance(entry, int):
                _check_number(range_of(field), field, entry, place)


def _said(message: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a message that its sender wrote."""
    for field in message.__struct_fields__:
        if field not in ("id", "stamp"):
            yield field, getattr(message, field)


def _check_text(rule: Field, field: str, said: str, known: Vocabulary, place: str) -> None:
    if rule.fits(said) or (rule.in_terms and known.terms and said in _words(known.terms)):
        if not known.has_colour(field, said):
            raise _wrong(place, UNKNOWN.format(field=field))
        return
    raise _wrong(place, rule.says.format(field=field, most=rule.most, example=rule.example))


def _check_number(allowed: Range, field: str, said: int, place: str) -> None:
    least, most = allowed
    if not least <= said <= most:
        raise _wrong(place, f"{field} is a whole number from {least} to {most}: send one of these.")


def _wrong(place: str, says: str) -> Problem:
    return Problem("bad-request", says, errors=(ErrorShape(pointer=place, says=says),))


@lru_cache(16)
def _words(terms: str) -> frozenset[str]:
    """Return every key and every text in published terms."""
    try:
        return frozenset(_texts(load(terms).data))
    except BadInput:
        return frozenset()


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
