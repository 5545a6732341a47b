"""Paths of items in the terms. `prizes[].make` is found once in each of `prizes`."""

from collections.abc import Iterator
from typing import NamedTuple

from sicbo.game.rulebook.required_terms import Item
from sicbo.terms.loader import TermsData

EACH = "[]"


class FoundValue(NamedTuple):
    """A place in the terms to which a path leads, with its value, or None if it has no value."""

    place: str
    value: object


def find_demanded(data: TermsData, item: Item) -> Iterator[FoundValue]:
    """Yield every place where these terms must state an item. Yield nothing if its switch is off.

    An entry of a list that is not a table states nothing.
    """
    head, each, tail = item.path.rpartition(f"{EACH}.")
    if not each:
        if is_switched_on(data, item.when):
            yield FoundValue(item.path, value_at(data, item.path))
        return
    several = value_at(data, head)
    if not isinstance(several, list):
        return
    for number, entry in enumerate(several, 1):
        one = entry if isinstance(entry, dict) else {}
        if _is_switched_on_in(data, one, head, item.when):
            yield FoundValue(f"{head}[{number}].{tail}", value_at(one, tail))


def value_at(data: TermsData, path: str) -> object:
    """Return the value at a path, or None if there is no value."""
    value: object = data
    for key in path.split("."):
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    return value


def is_switched_on(data: TermsData, when: str) -> bool:
    """Whether a switch is on: `path` is true, or `path=value` has that value. An empty one is always on."""
    path, equals, expected = when.partition("=")
    if not path:
        return True
    value = value_at(data, path)
    return str(value) == expected if equals else value is True


def _is_switched_on_in(data: TermsData, one: TermsData, head: str, when: str) -> bool:
    inner = when.removeprefix(f"{head}{EACH}.")
    return is_switched_on(one if inner != when else data, inner)


def written_paths(data: TermsData, before: str = "") -> Iterator[str]:
    """Yield every path that has a value, with lists of tables as `prizes[]`."""
    for key, value in data.items():
        path = f"{before}{key}"
        if isinstance(value, dict):
            yield from written_paths(value, f"{path}.")
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            yield path
            for one in value:
                yield from written_paths(one, f"{path}{EACH}.")
        else:
            yield path
