"""Complete terms of every rulebook that demands some, from which tests remove single items."""

import copy
from collections.abc import Mapping
from functools import cache
from typing import Any

from sicbo import rulebooks
from sicbo.game.rulebook.required_terms import Item
from sicbo.game.rulebook.rules import Rules
from sicbo.terms.loader import Terms, parse_terms
from sicbo.terms.template import MOMENT, terms_template, toml_value

APPROVED = {"approved.by": "R. Chen", "approved.at": "2026-01-10T09:00:00+11:00"}
WITH_TOURNAMENTS = [rules for rules in rulebooks.every_rulebook().values() if rules.terms.tournament]

ODD: tuple[Any, ...] = ([1], ["x"], [{"x": 1}], {"x": 1}, -1)
"""Values that are the answer to almost no item."""


def complete_tournament(rules: Rules) -> Terms:
    """Return the template of a tournament, with the approval that only a person can give."""
    return _complete(rules.key)


@cache
def _complete(key: str) -> Terms:
    rules = rulebooks.get_rulebook(key)
    head = {"kind": "tournament", "rulebook": rules.key, "layout": rules.layouts[0].key, "name": "Lunar Cup"}
    return parse_terms(approved_terms(terms_template(head, rules.terms.tournament)))


def approved_terms(text: str) -> str:
    """Return terms with their approver and the time."""
    return text.replace('by = ""', 'by = "R. Chen"').replace(
        f"# at = {MOMENT}", f"at = {APPROVED['approved.at']}"
    )


def terms_without(data: Mapping[str, Any], item: Item, entry: int = 0) -> dict[str, Any]:
    """Return the same terms without one item; in a list, without it in one of the entries."""
    changed, place, last = _copy_with_item(data, item, entry)
    del place[last]
    return changed


def terms_with_value(data: Mapping[str, Any], item: Item, value: object) -> dict[str, Any]:
    """Return the same terms with another value of one item; in a list, in the first of its entries."""
    changed, place, last = _copy_with_item(data, item, 0)
    place[last] = value
    return changed


def _copy_with_item(data: Mapping[str, Any], item: Item, entry: int) -> tuple[dict[str, Any], Any, str]:
    """Return a copy of terms, and where an item is in it."""
    changed: Any = copy.deepcopy(dict(data))
    place = changed
    *outer, last = item.path.split(".")
    for key in outer:
        place = place[key.removesuffix("[]")]
        place = place[entry] if key.endswith("[]") else place
    return changed, place, last


def terms_with_line(terms: Terms, path: str, value: object) -> Terms:
    """Return the same terms with another value of one plain item."""
    table, _, key = path.rpartition(".")
    head, title, rest = terms.text.partition(f"[{table}]\n")
    lines = rest.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith(f"{key} = "))
    lines[at] = f"{key} = {toml_value(value)}"
    return parse_terms(head + title + "\n".join(lines))


def toml_text(data: Mapping[str, Any]) -> str:
    """Return terms as the text of a file."""
    plain = {key: value for key, value in data.items() if not isinstance(value, dict)}
    lines = [f"{key} = {toml_value(value)}" for key, value in plain.items()]
    for key, part in data.items():
        if isinstance(part, dict):
            rows = {name: value for name, value in part.items() if _several(value)}
            lines += [
                f"[{key}]",
                *(f"{name} = {toml_value(part[name])}" for name in part if name not in rows),
            ]
            for name, several in rows.items():
                for one in several:
                    lines += [f"[[{key}.{name}]]", *(f"{field} = {toml_value(one[field])}" for field in one)]
    return "\n".join(lines) + "\n"


def _several(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)
