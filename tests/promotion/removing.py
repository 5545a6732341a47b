"""Complete terms with items removed one by one, for every rulebook."""

from collections.abc import Mapping
from typing import Any

from sicbo import rulebooks
from sicbo.game.rulebook.required_terms import Item
from sicbo.promotion.conditions import wrong
from sicbo.terms.loader import Terms
from sicbo.terms.template import toml
from tests.promotion.desk import complete
from tests.terms.complete import with_line, without

KINDS = ("cash", "tokens", "appliance", "vehicle", "travel", "real-estate", "liquor")


def lacking(key: str, item: Item) -> Terms:
    """Return complete terms that require an item, without it; in a list, without it in the right entry."""
    terms = complete(key)
    if item.when == "award.method=dice":
        terms = with_line(terms, "award.method", "dice")
    kind = item.when.rpartition("=")[2]
    data = without(terms.data, item, KINDS.index(kind) if kind in KINDS else 0)
    return Terms(plain(data), data)


def plain(data: Mapping[str, Any]) -> str:
    """Return terms as a file, with one line for each table."""
    return "".join(f"{name} = {toml(value)}\n" for name, value in data.items())


def named_without(key: str, clause: str) -> list[list[str]]:
    """Return the clauses named when each item of one clause is removed by itself."""
    rules = rulebooks.get(key)
    items = [item for item in rules.terms.promotion if item.clause == clause]
    return [[one.clause for one in wrong(lacking(key, item), rules, rules.layouts[0])] for item in items]


def parts_of(key: str, kind: str) -> dict[str, str]:
    """Return the additional fields of one kind of prize, with their clauses."""
    items = rulebooks.get(key).terms.promotion
    return {item.path[9:]: item.clause for item in items if item.when == f"prizes[].kind={kind}"}
