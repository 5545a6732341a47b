"""Checks of terms: every item that a rulebook demands and that is missing or invalid, with its clause."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from sicbo.errors import Refusal, shown
from sicbo.game.rulebook.required_terms import Asks, Item
from sicbo.terms.loader import Data, cents
from sicbo.terms.paths import demanded, written

HEAD = ("kind", "rulebook", "layout", "name")


class Missing(NamedTuple):
    """What is wrong with the terms: the clause, the path in the terms, and what to do."""

    clause: str
    place: str
    says: str

    def __str__(self) -> str:
        return f"{self.clause}  {self.place}: {self.says}"


def lint(data: Data, items: Iterable[Item]) -> tuple[Missing, ...]:
    """Return every demanded item that the terms do not state, in the order of the text."""
    return tuple(
        Missing(item.clause, found.place, wrong)
        for item in items
        for found in demanded(data, item)
        if (wrong := _wrong(item, found.value))
    )


def strays(data: Data, items: Iterable[Item]) -> tuple[str, ...]:
    """Return what the terms contain although no item demands it, such as odds of their own."""
    known = {*HEAD, *(item.path for item in items)}
    return tuple(path for path in dict.fromkeys(written(data)) if path not in known)


def not_complete(found: Sequence[Missing]) -> Refusal | None:
    """Refuse to publish incomplete terms, naming each clause, or return None if they are complete."""
    if not found:
        return None
    clauses = tuple(dict.fromkeys(one.clause for one in found))
    first = found[0]
    says = f"The terms are not complete: {first.place}: {first.says}"
    more = f" Also missing: {', '.join(clauses[1:])}." if len(clauses) > 1 else ""
    return Refusal(", ".join(clauses), says + more)


def _wrong(item: Item, value: object) -> str:
    """Return what is wrong with an answer and what to do, or nothing if it is right."""
    if value is None or value == [] or (isinstance(value, str) and not value.strip()):
        return f"state {item.says}; give {item.asks.value}."
    if not _fits(item.asks, value):
        return f"{shown(value)} does not state {item.says}; give {item.asks.value}."
    given = value if isinstance(value, list) else [value]
    if ruled_out := [one for one in given if one in item.never]:
        return f"{shown(ruled_out[0])} is ruled out for {item.says}; choose another."
    if item.one_of and (unknown := [one for one in given if one not in item.one_of]):
        return f"{shown(unknown[0])} does not state {item.says}; choose {' or '.join(item.one_of)}."
    if absent := [name for name in item.names if name not in str(value)]:
        return f"name {', '.join(absent)} in {item.says}."
    return ""


def _fits(asks: Asks, value: object) -> bool:
    match asks:
        case Asks.TEXT | Asks.STATEMENT | Asks.NAME:
            return isinstance(value, str)
        case Asks.YES_OR_NO:
            return isinstance(value, bool)
        case Asks.COUNT:
            return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
        case Asks.MONEY:
            return isinstance(value, str) and cents(value) is not None
        case Asks.MOMENT:
            return isinstance(value, datetime)
        case Asks.LIST:
            return isinstance(value, list)
