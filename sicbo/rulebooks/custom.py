"""A custom rulebook, written in TOML: it extends an approved one and states what it changes."""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sicbo import rulebooks
from sicbo.errors import NotFound, RulebookError, short_repr
from sicbo.game.layout import ODDS, Layout, Pay
from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.rules import Approval, Rules, Ruling, Stage


def custom_rules(text: str) -> Rules:
    """Return the rulebook that a text describes. It has one layout."""
    table = _parse_custom(text)
    (parent, printed), name = rulebooks.get_layout(table["extends"]), table["id"]
    layout = replace(printed, key="", name=name, pays=_reprice(printed, table["odds"]))
    rules = replace(
        parent,
        key=name,
        name=name,
        version=f"after {rulebooks.full_layout_name(parent, printed)}",
        approval=Approval("no authority", "", None, "", "", "never approved"),
        layouts=(layout,),
    )
    if "order" in table["round"]:
        rules = replace(rules, round=replace(rules.round, order=_reorder(rules, table["round"]["order"])))
    return rules


def _parse_custom(text: str) -> dict[str, Any]:
    """Parse a custom rulebook and check that each of its tables has the right type."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulebookError(f"This is not TOML: {error}.") from None
    table = {"id": "", "extends": "", "odds": {}, "round": {}} | table
    unknown = [*(table.keys() - {"id", "extends", "odds", "round"})]
    if isinstance(table["round"], dict):
        unknown += [f"round.{name}" for name in table["round"].keys() - {"order"}]
    wrong = f"unknown: {', '.join(sorted(unknown))}" if unknown else ""
    for name, kind in (("id", str), ("extends", str), ("odds", dict), ("round", dict)):
        if not isinstance(table[name], kind):
            wrong = wrong or f"{name} is not {'text' if kind is str else 'a table'}"
    if not (table["id"] and table["extends"]):
        wrong = wrong or "id or extends is missing"
    if not wrong and table["id"] in rulebooks.every_rulebook():
        wrong = f"{table['id']} is the id of an approved one"
    if wrong:
        raise RulebookError(f"A rulebook of your own has id, extends, [odds] and [round]; {wrong}.")
    return table


def _reprice(layout: Layout, odds: Mapping[str, object]) -> tuple[Pay, ...]:
    """Return a row for each price of each bet: as given for the bet, else for its family, else unchanged."""
    names = dict.fromkeys(name for bet in layout for name in (bet.family, bet.key))
    for name in odds:
        if name not in names:
            raise NotFound(f"bet or family at {layout.name}", name, names)
    rows = []
    for bet in layout:
        prices = layout.prices[bet.key]
        given = odds.get(bet.key, odds.get(bet.family))
        new = given if isinstance(given, list) else [given]
        if given is not None and len(new) != len(prices):
            raise RulebookError(f"{bet.key} has {len(prices)} prices, not {len(new)}: list them all.")
        for price in prices:
            number = price.odds if given is None else new[price.tier - 1]
            rows.append(Pay(price.clause, bet.key, _to_one(bet.key, number), price.tier))
    return tuple(rows)


def _to_one(bet: str, odds: object) -> str:
    if not ODDS.fullmatch(f"{odds} to 1"):
        raise RulebookError(
            f'The odds of {bet} are a number to one, as in "10" or "17/2", not {short_repr(odds)}.'
        )
    return f"{odds} to 1"


def _reorder(rules: Rules, order: object) -> Ruling[tuple[Stage, ...]]:
    steps = {enum_key(step): step for step in Step}
    clauses = {stage.step: stage.clause for stage in rules.round.order.choice}
    names = [str(name) for name in order] if isinstance(order, list) else []
    if not names or len(set(names)) != len(names):
        raise RulebookError("The order of the round is a list of steps, each of them once.")
    for name in names:
        if name not in steps:
            raise NotFound("step", name, steps)
    stages = tuple(Stage(clauses.get(steps[name], rules.round.order.clause), steps[name]) for name in names)
    return replace(rules.round.order, choice=stages)
