"""Published terms, held against every item that the published rulebook demands of them."""

import re
import tomllib
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from sicbo.verify.canonical import Wrong

Item = dict[str, Any]
AMOUNT = re.compile(r"[0-9]{1,13}(\.[0-9]{2})?")
MOST = 2**53
ANSWERS: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "statement": lambda value: isinstance(value, str),
    "name": lambda value: isinstance(value, str),
    "yes-or-no": lambda value: isinstance(value, bool),
    "count": lambda value: type(value) is int and 0 <= value < MOST,
    "money": lambda value: isinstance(value, str) and bool(AMOUNT.fullmatch(value.replace(",", ""))),
    "moment": lambda value: isinstance(value, datetime) and value.tzinfo is not None,
    "list": lambda value: isinstance(value, list),
}
"""What an item may ask for, and how its answer looks in TOML."""


def terms_of(text: str, rulebook: Any, kind: str) -> Any:
    """What a text of terms says; Wrong names every clause whose item it does not state."""
    try:
        said = tomllib.loads(text)
    except ValueError:  # no TOML, or a number too long to be read
        raise Wrong("terms", "the published terms cannot be read") from None
    if (said.get("kind"), said.get("rulebook")) != (kind, rulebook["key"]):
        raise Wrong("terms", f"these are no terms of a {kind} under {rulebook['key']}")
    lacking = [
        item
        for item in rulebook["terms"][kind]
        if not all(states(item, value) for value in demanded(said, item))
    ]
    if lacking:
        clauses = ", ".join(dict.fromkeys(item["clause"] for item in lacking))
        first = lacking[0]
        raise Wrong("terms", f"{clauses}: the published terms do not state {first['says']} ({first['path']})")
    return said


def demanded(said: Any, item: Item) -> Iterator[Any]:
    """What stands wherever terms have to state an item: once, or once in each entry of a list."""
    several, each, last = item["path"].rpartition("[].")
    if not each:
        if _on(said, item["when"]):
            yield look(said, item["path"])
        return
    entries = look(said, several)
    for entry in entries if isinstance(entries, list) else ():
        own = item["when"].removeprefix(f"{several}[].")
        if _on(entry if own != item["when"] else said, own):
            yield look(entry, last)


def _on(said: Any, switch: str) -> bool:
    """Whether a switch is on: nothing is, `path` where it is true, `path=value` where it is that."""
    path, equals, value = switch.partition("=")
    found = look(said, path) if path else True
    return str(found) == value if equals else found is True


def look(said: Any, path: str) -> Any:
    """What stands at a path of terms; None where nothing does."""
    for key in path.split("."):
        said = said.get(key) if isinstance(said, dict) else None
    return said


def states(item: Item, value: Any) -> bool:
    """Whether an answer is there, of the kind that is asked for, from the list, and names what it has to."""
    if value is None or value == [] or (isinstance(value, str) and not value.strip()):
        return False
    given = value if isinstance(value, list) else [value]
    return (
        ANSWERS[item["asks"]](value)
        and not any(one in item["never"] for one in given)
        and (not item["one_of"] or all(one in item["one_of"] for one in given))
        and all(name in str(value) for name in item["names"])
    )
