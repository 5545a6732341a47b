"""The terms of the transcript language: speakers, money, dice, names, and phrases with gaps for them.

A phrase is written as it is said, with gaps in braces and optional parts in brackets. A gap has the name of a
field of the command that the phrase gives; that name decides what may fill the gap.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.machine.messages import Command
from sicbo.table.messages.parts import AreaLimits
from sicbo.table.money.racks import colour_instrument

RANKS = {enum_key(rank): rank for rank in Rank}
AMOUNT = r"\$(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.\d\d)?"
MONEY = f"({AMOUNT})"
NAME = r"([a-z][a-z0-9-]*)"
PLAIN_NAME = NAME.strip("()")
STAFF = rf"(?:{'|'.join(RANKS)})(?::{PLAIN_NAME})?"
AREA = rf"{AMOUNT} (?:to {AMOUNT}|and up) on {PLAIN_NAME}"
TOKEN = "token"
SECONDS = {"second": 1, "minute": 60, "hour": 3_600}


@dataclass(frozen=True, slots=True)
class CommandDraft:
    """One command to give, without its stamp and what the table adds."""

    kind: type[Command]
    words: Mapping[str, Any]


def parse_speaker(who: str) -> tuple[str, Rank | None]:
    """Return the name and rank of a line's speaker: `manager:kim` is kim, a manager; a player has no rank."""
    word, _, name = who.partition(":")
    return name or word, RANKS.get(word)


def parse_cents(written: str) -> int:
    """Return a written amount such as $1,250.50 in cents."""
    whole, _, rest = written.removeprefix("$").replace(",", "").partition(".")
    return int(whole) * 100 + int(rest or 0)


def parse_chips(word: str) -> str:
    """Return the instrument of a stake: an empty string for money, a token, or else a colour."""
    return TOKEN if word in (TOKEN, f"{TOKEN}s") else colour_instrument(word) if word else ""


def _parse_dice(written: str) -> tuple[int, ...]:
    return tuple(map(int, written.split()))


def _parse_minutes(written: str) -> int:
    return 60 * int(written)


def _parse_names(written: str) -> tuple[str, ...]:
    return tuple(re.split(", | and ", written))


def _parse_words(written: str) -> tuple[str, ...]:
    return tuple(written.split())


def _parse_areas(written: str) -> tuple[AreaLimits, ...]:
    found = re.findall(rf"({AMOUNT}) (?:to ({AMOUNT})|and up) on {NAME}", written)
    return tuple(
        AreaLimits(area, parse_cents(least), parse_cents(most) if most else None)
        for least, most, area in found
    )


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap: what may fill it, how that is read, and how the page of the language shows it."""

    pattern: str
    read: Callable[[str], Any]
    shown: str = ""


def _gaps() -> dict[str, Gap]:
    money, number = Gap(AMOUNT, parse_cents, "$N"), Gap(r"\d{1,9}", int, "N")
    names = Gap(rf"{PLAIN_NAME}(?:(?:, | and ){PLAIN_NAME})*", _parse_names)
    words, mark = Gap(r"\S(?:.*?\S)??", str), Gap(r"\S+", str)
    kinds = {
        money: "cents minimum maximum unit chip approved_minimum streak_stake value traced lowest",
        number: "pieces seat seats tumbles round",
        names: "players consent waiting bets",
        words: "note reason about decision name reference place statute equipment",
        mark: "number day",
        Gap(PLAIN_NAME, parse_chips, "CHIPS"): "instrument",
        Gap(r"\S+(?: \S+)*", _parse_words): "confirmed colours",
        Gap(r"\d{1,9} \d{1,9} \d{1,9}", _parse_dice, "D D D"): "dice",
        Gap(r"\d{1,5}", _parse_minutes, "MINUTES"): "in_seconds",
        Gap(f"{AREA}(?: and {AREA})*", _parse_areas, "$N to $N on BET"): "areas",
    }
    return {name: gap for gap, fields in kinds.items() for name in fields.split()}


GAPS = _gaps()
NAME_GAP = Gap(PLAIN_NAME, str)


@dataclass(frozen=True, slots=True)
class PhraseTemplate:
    """Words with gaps."""

    said: str

    def read(self, said: str) -> dict[str, Any] | None:
        """Return what fills the gaps, or None if the words are different ones."""
        found = _pattern(self.said).fullmatch(said)
        if found is None:
            return None
        filled = {name: text for name, text in found.groupdict().items() if text is not None}
        return {name: GAPS.get(name, NAME_GAP).read(text) for name, text in filled.items()}

    @property
    def usage(self) -> str:
        """The words as the page of the language shows them."""
        return re.sub(r"\{(\w+)\}", lambda gap: _gap_text(gap[1]), self.said)


@cache
def _pattern(said: str) -> re.Pattern[str]:
    parts = re.split(r"(\{\w+\}|[\[\]])", said)
    marks = {"[": "(?:", "]": ")?"}
    return re.compile("".join(marks.get(part) or _part(part) for part in parts))


def _part(part: str) -> str:
    if not part.startswith("{"):
        return re.escape(part)
    name = part.strip("{}")
    return f"(?P<{name}>{GAPS.get(name, NAME_GAP).pattern})"


def _gap_text(name: str) -> str:
    return GAPS.get(name, NAME_GAP).shown or name.upper().replace("_", "-")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase of the language, and the command that it gives."""

    template: PhraseTemplate
    kind: type[Command]
    fixed: Mapping[str, Any]

    def match(self, said: str) -> CommandDraft | None:
        """Return the command if these words are the phrase, else None."""
        read = self.template.read(said)
        return None if read is None else CommandDraft(self.kind, {**self.fixed, **read})


def phrase(said: str, kind: type[Command], **fixed: Any) -> Phrase:
    """Return a phrase for a command, with the fields that the phrase fixes."""
    return Phrase(PhraseTemplate(said), kind, fixed)


def match_phrase(said: str, phrases: Iterable[Phrase]) -> CommandDraft | None:
    """Return the command of the first phrase that these words are, or None."""
    return next((act for one in phrases if (act := one.match(said))), None)
