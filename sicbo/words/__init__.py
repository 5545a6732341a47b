"""Texts in four languages: one catalogue for each, with the same messages in all."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from types import MappingProxyType
from typing import Final

from sicbo.errors import NotFound
from sicbo.words import en, vi, zh_hans, zh_hant

CATALOGUES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {"en": en.WORDS, "zh-Hans": zh_hans.WORDS, "zh-Hant": zh_hant.WORDS, "vi": vi.WORDS}
)
LANGUAGES: Final = ("en", "zh-Hans", "zh-Hant", "vi")
SYMBOLS: Final = ("fish", "prawn", "gourd", "coin", "crab", "chicken")
COLOURS: Final = ("red", "green", "blue")


@dataclass(frozen=True, slots=True)
class Message:
    """A text before its language is known. Its values may be messages too."""

    key: str
    values: tuple[tuple[str, object], ...] = ()

    def say(self, language: str = "en") -> str:
        """Return the message in one language."""
        return say(self.key, language, **dict(self.values))


def message(key: str, **values: object) -> Message:
    """Return a message with its values."""
    return Message(key, tuple(values.items()))


def say(key: str, language: str = "en", **values: object) -> str:
    """Return one text of the catalogue. Values that are messages appear in the same language."""
    if language not in CATALOGUES:
        raise NotFound("language", language, LANGUAGES)
    return CATALOGUES[language][key].format(
        **{name: _spoken(value, language) for name, value in values.items()}
    )


def _spoken(value: object, language: str) -> str:
    match value:
        case Message():
            return value.say(language)
        case tuple():
            return say("list", language).join(_spoken(item, language) for item in value)
        case _:
            return str(value)


def to_one(odds: Fraction) -> str:
    """Return odds as people read them: halves as 8.5, other fractions as 2/5."""
    return f"{odds.numerator // 2}.5" if odds.denominator == 2 else str(odds)


def number(count: int) -> Message:
    """Return a number from one to eighteen as a word."""
    return message(f"number.{count}")


def symbol(face: int) -> Message:
    """Return the symbol for a face: Fish is one, Chicken is six."""
    return message(f"symbol.{SYMBOLS[face - 1]}")


def bet_name(key: str, language: str = "en") -> str:
    """Return the name of a bet: `double-4` is Double 4."""
    return bet(key).say(language)


def bet(key: str) -> Message:
    """Return the name of a bet as a message, or raise NotFound with the nearest known keys."""
    try:
        return BETS[key]
    except KeyError:
        raise NotFound("bet", key, BETS) from None


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
