"""Paths of items in the terms. `prizes[].make` is found once in each of `prizes`."""

from collections.abc import Iterator
from typing import NamedTuple

from sicbo.game.rulebook.required_terms import Item
from sicbo.terms.loader import Data

EACH = "[]"


class Found(NamedTuple):
    """A place in the terms to which a path leads, with its value, or None if it has no value."""

    place: str
    value: object


def demanded(data: Data, item: Item) -> Iterator[Found]:
    """Yield every place where these terms must state an item. Yield nothing if its switch is off.

    An entry of a list that is not a table states nothing.
    """
    head, each, tail = item.path.rpartition(f"{EACH}.")
    if not each:
        if applies(data, item.when):
            yield Found(item.path, look(data, item.path))
        return
    several = look(data, head)
    if not isinstance(several, list):
        return
    for number, entry in enumerate(several, 1):
        one = entry if isinstance(entry, dict) else {}
        if _applies_in(data, one, head, item.when):
            yield Found(f"{head}[{number}].{tail}", look(one, tail))


def look(data: Data, path: str) -> object:
    """Return the value at a path, or None if there is no value."""
    value: object = data
    for key in path.split("."):
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    return value


def applies(data: Data, when: str) -> bool:
    """Whether a switch is on: `path` is true, or `path=value` has that value. An empty one is always on."""
    path, equals, wanted = when.partition("=")
    if not path:
        return True
    value = look(data, path)
    return str(value) == wanted if equals else value is True


def _applies_in(data: Data, one: Data, head: str, when: str) -> bool:
    inner = when.removeprefix(f"{head}{EACH}.")
    return applies(one if inner != when else data, inner)


def written(data: Data, before: str = "") -> Iterator[str]:
    """Yield every path that has a value, with lists of tables as `prizes[]`."""
    for key, value in data.items():
        path = f"{before}{key}"
        if isinstance(value, dict):
            yield from written(value, f"{path}.")
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            yield path
            for one in value:
                yield from written(one, f"{path}{EACH}.")
        else:
            yield path
