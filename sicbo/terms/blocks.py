"""The parts of a document of terms: headings, facts, statements and tables, each with its clause."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from sicbo.game.rulebook.required_terms import AnswerKind, Item
from sicbo.i18n import has_text, say
from sicbo.terms.loader import Terms
from sicbo.terms.paths import EACH, find_demanded, is_switched_on, value_at


class Heading(NamedTuple):
    """The title of a section, in the reader's language."""

    text: str


class StatedFact(NamedTuple):
    """Something that the terms state about this event."""

    label: str
    value: str
    clause: str


class Statement(NamedTuple):
    """A sentence whose effect the rulebook prescribes."""

    text: str
    clause: str


class Grid(NamedTuple):
    """A table that states the same facts of every entry of a list."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    clause: str


Block = Heading | StatedFact | Statement | Grid


def document_blocks(terms: Terms, items: Sequence[Item], language: str = "en") -> Iterator[Block]:
    """Yield the whole document in the order of the rulebook's text."""
    for section, inside in groupby(items, key=lambda item: item.path.partition(".")[0]):
        yield Heading(section_title(section, language))
        for table, some in groupby(inside, key=lambda item: item.path.rpartition(".")[0]):
            together = list(some)
            if EACH in table:
                yield from _grid(terms, together, table, language)
            else:
                yield from _facts(terms, together, language)


def section_title(section: str, language: str) -> str:
    """Return the title of a section, or the section's own name if the catalogue has no title."""
    key = f"terms.{section}"
    return say(key, language) if has_text(key) else section.replace("_", " ").capitalize()


def _facts(terms: Terms, items: Sequence[Item], language: str) -> Iterator[Block]:
    for item in items:
        for _, value in find_demanded(terms.data, item):
            if isinstance(value, list) and all(isinstance(one, dict) for one in value):
                continue  # its entries follow in a grid
            if item.asks is AnswerKind.STATEMENT:
                yield Statement(str(value), item.clause)
            else:
                label = item.says[:1].upper() + item.says[1:]
                yield StatedFact(label, answer_text(value, item, language), item.clause)


def _grid(terms: Terms, items: Sequence[Item], table: str, language: str) -> Iterator[Block]:
    several = value_at(terms.data, table.removesuffix(EACH))
    if not isinstance(several, list):
        return
    clause = ", ".join(dict.fromkeys(item.clause for item in items))
    columns = tuple(item.path.rpartition(".")[2].replace("_", " ") for item in items)
    rows = tuple(tuple(_cell(one, item, table, language) for item in items) for one in several)
    yield Grid(columns, rows, clause)


def _cell(one: Mapping[str, object], item: Item, table: str, language: str) -> str:
    key = item.path.rpartition(".")[2]
    if key not in one or not is_switched_on(one, item.when.removeprefix(f"{table}.")):
        return "–"
    return answer_text(one[key], item, language)


def answer_text(value: object, item: Item, language: str) -> str:
    """Return an answer as people read it."""
    match value:
        case bool():
            return say("terms.yes" if value else "terms.no", language)
        case int():
            return f"{value:,}"
        case datetime():
            return f"{value:%d/%m/%Y %H:%M} (UTC{value.isoformat()[-6:]})"
        case list():
            return "; ".join(answer_text(one, item, language) for one in value)
        case _ if item.one_of:
            return str(value).replace("-", " ")
        case _:
            return f"${value}" if item.asks is AnswerKind.MONEY else str(value)
