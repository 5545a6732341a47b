"""Templates: a commented TOML file with every item that a rulebook demands and an example answer."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from textwrap import wrap

from sicbo.game.rulebook.required_terms import AnswerKind, Item
from sicbo.terms.paths import EACH

WIDTH = 100
MOMENT = "2026-01-31T09:00:00+11:00"
"""The commented-out example of a moment that only the operator knows, so that `lint` still demands it."""


def terms_template(head: Mapping[str, str], items: Sequence[Item]) -> str:
    """Return a file with every item. What only the operator knows is left empty, and `lint` names it."""
    lines = [f"{key} = {toml_value(value)}" for key, value in head.items()]
    for table, inside in _tables(items).items():
        title = f"[[{table.removesuffix(EACH)}]]" if table.endswith(EACH) else f"[{table}]"
        for number, kind in enumerate(_entries(inside)):
            lines += ["", title]
            for item in inside:
                if EACH not in item.when or item.when == kind:
                    lines += _item_lines(item, _example(item, number, kind), repeated=number > 0 and not kind)
    return "\n".join(lines) + "\n"


def toml_value(value: object) -> str:
    """Return a value as TOML writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return f"{value:_}"
        case datetime():
            return value.isoformat()
        case list():
            return f"[{', '.join(map(toml_value, value))}]"
        case dict():
            return f"{{ {', '.join(f'{key} = {toml_value(item)}' for key, item in value.items())} }}"
        case _:
            return json.dumps(str(value), ensure_ascii=False)


def _tables(items: Sequence[Item]) -> Mapping[str, Sequence[Item]]:
    """Group the items by table. An item for a list of tables is left out, because its entries state it."""
    tables: dict[str, list[Item]] = {}
    for item in items:
        tables.setdefault(item.path.rpartition(".")[0], []).append(item)
    plain = {
        table: [item for item in inside if f"{item.path}{EACH}" not in tables]
        for table, inside in tables.items()
    }
    return {table: inside for table, inside in plain.items() if inside}


def _entries(items: Sequence[Item]) -> Sequence[str]:
    """Return an entry for each condition that needs other items, or each example. A plain table has one."""
    kinds = tuple(dict.fromkeys(item.when for item in items if EACH in item.when))
    most = max((len(item.example) for item in items if isinstance(item.example, tuple)), default=1)
    return kinds or ("",) * most


def _example(item: Item, number: int, kind: str) -> object:
    path, _, wanted = kind.partition("=")
    if item.path == path:
        return wanted
    return item.example[number] if isinstance(item.example, tuple) else item.example


def _item_lines(item: Item, example: object, repeated: bool) -> Iterator[str]:
    only = f" (only if {item.when})" if item.when else ""
    if not repeated:
        says = f"{item.clause}{only}: {item.says}."
        yield from wrap(says, WIDTH, initial_indent="# ", subsequent_indent="# ")
        if item.one_of:
            yield f"# One of: {', '.join(item.one_of)}."
    key = item.path.rpartition(".")[2]
    if item.asks is AnswerKind.MOMENT and not example:
        yield "# Write the day and time like this, without quotes, and remove the #."
        yield f"# {key} = {MOMENT}"
    else:
        yield f"{key} = {toml_value(example)}"
