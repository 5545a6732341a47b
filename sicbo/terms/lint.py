"""Checks of terms: every item that a rulebook demands and that is missing or invalid, with its clause."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from sicbo.errors import Refusal, short_repr
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.required_terms import AnswerKind, Item
from sicbo.i18n import Message, message
from sicbo.terms.loader import TermsData, parse_cents
from sicbo.terms.paths import find_demanded, written_paths

HEAD = ("kind", "rulebook", "layout", "name")


class TermsProblem(NamedTuple):
    """What is wrong with the terms: the clause, the path in the terms, and what to do."""

    clause: str
    place: str
    message: Message

    @property
    def says(self) -> str:
        """The message in English."""
        return self.message.say()

    def __str__(self) -> str:
        return f"{self.clause}  {self.place}: {self.says}"


def problem_record(one: TermsProblem) -> dict[str, str]:
    """Return a problem as a record for programs, in English."""
    return {"clause": one.clause, "place": one.place, "says": one.says}


def find_problems(data: TermsData, items: Iterable[Item]) -> tuple[TermsProblem, ...]:
    """Return every demanded item that the terms do not state, in the order of the text."""
    return tuple(
        TermsProblem(item.clause, found.place, wrong)
        for item in items
        for found in find_demanded(data, item)
        if (wrong := _problem_with(item, found.value))
    )


def unknown_paths(data: TermsData, items: Iterable[Item]) -> tuple[str, ...]:
    """Return what the terms contain although no item demands it, such as odds of their own."""
    known = {*HEAD, *(item.path for item in items)}
    return tuple(path for path in dict.fromkeys(written_paths(data)) if path not in known)


def refuse_if_incomplete(found: Sequence[TermsProblem]) -> Refusal | None:
    """Refuse to publish incomplete terms, naming each clause, or return None if they are complete."""
    if not found:
        return None
    clauses = tuple(dict.fromkeys(one.clause for one in found))
    first = found[0]
    says = message("terms.incomplete", place=first.place, wrong=first.message, clauses=clauses[1:])
    return Refusal(", ".join(clauses), says)


def _problem_with(item: Item, value: object) -> Message | None:
    """Return what is wrong with an answer and what to do, or None if it is right."""
    if value is None or value == [] or (isinstance(value, str) and not value.strip()):
        return message("terms-check.missing", what=item.says, answer=enum_key(item.asks))
    if not _has_answer_type(item.asks, value):
        return message(
            "terms-check.wrong-answer", value=short_repr(value), what=item.says, answer=enum_key(item.asks)
        )
    given = value if isinstance(value, list) else [value]
    if ruled_out := [one for one in given if one in item.never]:
        return message("terms-check.ruled-out", value=short_repr(ruled_out[0]), what=item.says)
    if item.one_of and (unknown := [one for one in given if one not in item.one_of]):
        return message(
            "terms-check.not-a-choice", value=short_repr(unknown[0]), what=item.says, choices=item.one_of
        )
    if absent := [name for name in item.names if name not in str(value)]:
        return message("terms-check.name-missing", what=item.says, names=tuple(absent))
    return None


def _has_answer_type(asks: AnswerKind, value: object) -> bool:
    match asks:
        case AnswerKind.TEXT | AnswerKind.STATEMENT | AnswerKind.NAME:
            return isinstance(value, str)
        case AnswerKind.YES_OR_NO:
            return isinstance(value, bool)
        case AnswerKind.COUNT:
            return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
        case AnswerKind.MONEY:
            return isinstance(value, str) and parse_cents(value) is not None
        case AnswerKind.MOMENT:
            return isinstance(value, datetime)
        case AnswerKind.LIST:
            return isinstance(value, list)
