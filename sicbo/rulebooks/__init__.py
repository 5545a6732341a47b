"""The approved rulebooks. Each folder here is one approved version and is discovered automatically."""

from functools import cache
from importlib import import_module, resources
from pkgutil import iter_modules

from sicbo.errors import NotFound
from sicbo.game.layout import Layout
from sicbo.game.rulebook.clauses import Registry, read_registry
from sicbo.game.rulebook.rules import Rules

SHARED = "shared"
"""The folder of what several casinos share. It is not a rulebook."""


@cache
def every_rulebook() -> dict[str, Rules]:
    """Return all rulebooks by key, in the order of their keys."""
    books = [_load(name) for name in _modules()]
    return {rules.key: rules for rules in books}


@cache
def _modules() -> list[str]:
    return sorted(module.name for module in iter_modules(__path__) if module.ispkg and module.name != SHARED)


def _load(module: str) -> Rules:
    rules: Rules = import_module(f"{__name__}.{module}.rulebook").RULES
    return rules


def module_of(key: str) -> str:
    """Return the name of a rulebook's folder: crown_melbourne_6_1 for crown-melbourne-6.1."""
    return key.replace("-", "_").replace(".", "_")


def get(name: str) -> Rules:
    """Return a rulebook by its key, with or without the version: `star-sydney` is `star-sydney-2016`.

    Only files whose names match are loaded.
    """
    fitting = [_load(module) for module in _modules() if module.startswith(module_of(name))]
    found = [rules for rules in fitting if name in (rules.key, rules.key.rpartition("-")[0])]
    if len(found) != 1:
        books = every_rulebook()
        raise NotFound("rulebook", name, [*books, *(key.rpartition("-")[0] for key in books)])
    return found[0]


def get_layout(name: str) -> tuple[Rules, Layout]:
    """Return a layout by its name: `crown-melbourne-6.1/b`. A rulebook with one layout needs no suffix."""
    book, _, layout = name.partition("/")
    rules = get(book)
    return rules, rules.layout(layout)


@cache
def clauses_of(key: str) -> Registry:
    """Return the registry of every clause of a rulebook."""
    rules = get(key)
    path = resources.files(__name__) / module_of(rules.key) / "clauses.csv"
    return read_registry(rules.key, path.read_text(encoding="utf-8"))


def every_layout() -> list[str]:
    """Return the names of all layouts, as `get_layout` accepts them."""
    return [name_of(rules, layout) for rules in every_rulebook().values() for layout in rules.layouts]


@cache
def home_tables() -> dict[str, str]:
    """Return what a home house calls its table of each layout."""
    tables: dict[str, str] = {}
    for module in _modules():
        tables |= import_module(f"{__name__}.{module}").HOME_TABLES
    return tables


def with_super_streak() -> list[str]:
    """Return the keys of the rulebooks that offer Super Streak."""
    return [key for key, rules in every_rulebook().items() if rules.super_streak is not None]


def name_of(rules: Rules, layout: Layout) -> str:
    """Return the name of a layout, as `get_layout` accepts it."""
    return f"{rules.key}/{layout.key}" if layout.key else rules.key
