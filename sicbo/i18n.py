"""Messages: a key with values, rendered in one of four languages from that language's catalogue.

A catalogue is a file of `sicbo/locales`, which the browser reads too (`web/shared/i18n.js`). A template takes
a value as it is with `{name}` and in a format with `{name:money}`. Any format that is not built in is the
first part of a key: `{step:step}` with the value `close` is the text `step.close`. A text that depends on a
value is an object with the name of that value and a text for each case: the value itself, `none` if it is
empty, a plural category of the language, or `other`.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations, permutations
from types import MappingProxyType
from typing import Any, Final

LANGUAGES: Final = ("en", "zh-Hans", "zh-Hant", "vi")
SYMBOLS: Final = ("fish", "prawn", "gourd", "coin", "crab", "chicken")
COLOURS: Final = ("red", "green", "blue")
PLACE: Final = re.compile(r"\{(\w+)(?::([\w-]+))?\}")
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
Text = str | dict[str, dict[str, Any]]
"""A template, or the name of a value with a text for each of its cases."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text before its language is known. Its values may be messages too."""

    key: str
    values: tuple[tuple[str, Any], ...] = ()

    def say(self, language: str = "en") -> str:
        """Return the message in one language."""
        return say(self.key, language, **dict(self.values))

    def with_texts(self, change: Callable[[str], str]) -> "Message":
        """Return the message with its values that are texts changed, such as pseudonyms replaced by names."""
        return Message(self.key, tuple((name, _replace_texts(value, change)) for name, value in self.values))

    def data(self) -> dict[str, Any]:
        """Return the message as the journal and the API write it."""
        return {"key": self.key, "values": {name: _plain(value) for name, value in self.values}}


def message(key: str, /, **values: Any) -> Message:
    """Return a message with its values, in the order of their names as in the journal."""
    return Message(key, tuple(sorted(values.items())))


def message_from(data: Mapping[str, Any]) -> Message:
    """Return the message that `data()` described."""
    return message(data["key"], **{name: _value_from(value) for name, value in data["values"].items()})


def say(key: str, language: str = "en", /, **values: Any) -> str:
    """Return one text of the catalogue. Values that are messages appear in the same language."""
    text = catalogue(language)[key]
    while not isinstance(text, str):
        ((name, cases),) = text.items()
        text = cases[_case(values.get(name), cases, language)]
    return PLACE.sub(lambda place: _value_text(values[place[1]], place[2], language), text)


@cache
def catalogue(language: str) -> Mapping[str, Text]:
    """Return the texts of a language by their keys."""
    if language not in LANGUAGES:
        raise LookupError(f"There are no texts in {language!r}: choose one of {', '.join(LANGUAGES)}.")
    text = files("sicbo").joinpath("locales", f"{language}.json").read_text(encoding="utf-8")
    return MappingProxyType(json.loads(text))


def has_text(key: str) -> bool:
    """Whether the catalogues have this key."""
    return key in catalogue("en")


@cache
def places_of(key: str) -> frozenset[str]:
    """Return the names of the values that a text takes."""
    return frozenset(_places(catalogue("en")[key]))


def _places(text: Text) -> Iterator[str]:
    if isinstance(text, str):
        yield from (place[1] for place in PLACE.finditer(text))
        return
    for name, cases in text.items():
        yield name
        for case in cases.values():
            yield from _places(case)


def _case(value: Any, cases: Mapping[str, Text], language: str) -> str:
    """Return which case of a text applies to a value."""
    exact = str(value).lower() if isinstance(value, bool) else str(value)
    if exact in cases:
        return exact
    if "none" in cases and (value is None or value is False or value in ("", (), [])):
        return "none"
    count = len(value) if isinstance(value, tuple | list) else value
    if language == "en" and count == 1 and "one" in cases:  # the other three languages have one form for all
        return "one"
    return "other"


def _value_text(value: Any, form: str | None, language: str) -> str:
    if isinstance(value, Message):
        return value.say(language)
    if isinstance(value, tuple | list) and form not in WHOLE:
        return say("list", language).join(_value_text(one, form, language) for one in value)
    if form is None:
        return str(value)
    if form in FORMATS:
        return FORMATS[form](value, language)
    key = f"{form}.{str(value).lower().replace('_', '-').replace(' ', '-')}"
    return say(key, language) if has_text(key) else str(value)


def _replace_texts(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, Message):
        return value.with_texts(change)
    if isinstance(value, tuple | list):
        return tuple(_replace_texts(one, change) for one in value)
    return change(value) if isinstance(value, str) else value


def _plain(value: Any) -> Any:
    if isinstance(value, Message):
        return value.data()
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value


def _value_from(value: Any) -> Any:
    if isinstance(value, dict):
        return message_from(value)
    return tuple(_value_from(one) for one in value) if isinstance(value, list) else value


def money(cents: int) -> str:
    """Return cents as people read them: 1,234.50, with a minus sign if the amount is negative."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole:,}.{rest:02}"


def brief_money(cents: int) -> str:
    """Return cents without empty decimals: 1,234.50, but 25."""
    return money(cents).removesuffix(".00")


def dollars(cents: int) -> str:
    """Return cents as dollars: $1,234.50, but $25, and −$5 if the amount is negative."""
    return f"{'−' if cents < 0 else ''}${brief_money(abs(cents))}"


def moment(wall: int) -> str:
    """Return a time in microseconds since 1970 as people read it: 14/02/2026 19:00 UTC."""
    return (EPOCH + timedelta(microseconds=wall)).strftime("%d/%m/%Y %H:%M UTC")


def odds_to_one(odds: Fraction) -> str:
    """Return odds as people read them: halves as 8.5, other fractions as 2/5."""
    return f"{odds.numerator // 2}.5" if odds.denominator == 2 else str(odds)


def number_word(count: int) -> Message:
    """Return a number from one to eighteen as a word."""
    return message(f"number.{count}")


def symbol(face: int) -> Message:
    """Return the symbol for a face: Fish is one, Chicken is six."""
    return message(f"symbol.{SYMBOLS[face - 1]}")


def bet_name(key: str, language: str = "en") -> str:
    """Return the name of a bet or of a family of bets; an unknown key stays as it is."""
    if key in BETS:
        return BETS[key].say(language)
    return say(f"family.{key}", language) if has_text(f"family.{key}") else key


def _chips_name(instrument: str, language: str) -> str:
    """Return what a stake is made of: value-chip is value chips, colour-chip:red is red colour chips."""
    kind, _, colour = instrument.partition(":")
    if colour:
        return say("chips.of-colour", language, colour=colour)
    return say(f"chips.{kind}", language) if has_text(f"chips.{kind}") else instrument


def _stakes_text(stakes: Iterable[Any], language: str) -> str:
    """Return the text of stakes: the bet, the amount, and what it is made of if that is not money."""
    parts = ((*_parts(stake), "value-chip")[:3] for stake in stakes)
    texts = [say("stake", language, bet=bet, cents=cents, chips=chips) for bet, cents, chips in parts]
    return say("list", language).join(texts) or say("stakes.none", language)


def _parts(stake: Any) -> Sequence[Any]:
    return stake if isinstance(stake, tuple | list) else (stake.bet, stake.cents, stake.instrument)


def _bets() -> Iterator[tuple[str, Message]]:
    faces = "123456"
    for key in ("small", "big", "odd", "even"):
        yield key, message(f"bet.{key}")
        yield f"streak-{key}", message("bet.streak", side=message(f"bet.{key}"))
    for key in ("any-triple", "any-symbol-triple", "any-colour-triple"):
        yield key, message(f"bet.{key}")
    for family in ("single", "double", "triple"):
        yield from ((f"{family}-{face}", message(f"bet.{family}", face=face)) for face in faces)
    yield from ((f"total-{total}", message("bet.total", total=total)) for total in range(4, 18))
    for family, size in (("domino", 2), ("three", 3), ("four", 4)):
        for some in combinations(faces, size):
            yield f"{family}-{''.join(some)}", message(f"bet.{family}", faces="-".join(some))
    for twice, once in permutations(faces, 2):
        yield f"double-single-{twice}{twice}{once}", message("bet.double-single", double=twice, single=once)
    for family in ("symbol", "symbol-triple"):
        yield from (
            (f"{family}-{name}", message(f"bet.{family}", face=message(f"symbol.{name}"))) for name in SYMBOLS
        )
    for family in ("colour", "colour-double", "colour-triple"):
        yield from (
            (f"{family}-{name}", message(f"bet.{family}", face=message(f"colour.{name}"))) for name in COLOURS
        )


BETS: Final[Mapping[str, Message]] = MappingProxyType(dict(_bets()))
"""The names of all bets."""
FORMATS: Final[Mapping[str, Callable[[Any, str], str]]] = MappingProxyType(
    {
        "money": lambda cents, language: dollars(cents),
        "amount": lambda cents, language: brief_money(cents).replace("-", "−"),
        "number": lambda number, language: f"{number:,}",
        "moment": lambda wall, language: moment(wall),
        "dice": lambda dice, language: " ".join(map(str, dice)),
        "odds": lambda odds, language: odds_to_one(Fraction(odds)),
        "bet": bet_name,
        "chips": _chips_name,
        "stakes": _stakes_text,
    }
)
"""Formats other than those that are the first part of a key."""
WHOLE: Final = ("dice", "stakes")
"""Formats of a whole list; any other format is that of each of its entries."""
