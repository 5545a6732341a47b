"""Properties of every rulebook: areas, bets, citations, readings, registry."""

from collections.abc import Iterator
from importlib import import_module
from itertools import combinations, product
from operator import attrgetter
from pathlib import Path

import pytest

from sicbo.errors import NotFound
from sicbo.game.ranks import Act
from sicbo.game.rulebook.clauses import ClauseState
from sicbo.game.rulebook.readings import Reading
from sicbo.game.rulebook.rules import Rules
from sicbo.rulebooks import (
    clause_registry,
    every_layout,
    every_rulebook,
    folder_name,
    get_layout,
    get_rulebook,
)

EVERY_ROLL = [(a, b, c) for a, b, c in product(range(1, 7), repeat=3)]
AREAS = {
    "canberra-2005": 50,
    "crown-melbourne-6.1/a": 56,
    "crown-melbourne-6.1/b": 39,
    "crown-sydney-2024": 50,
    "singapore-etg/1": 56,
    "singapore-etg/2": 104,
    "singapore-etg/3": 104,
    "star-sydney-2016": 56,
}
CLAUSES = {
    "canberra-2005": 77,
    "crown-melbourne-6.1": 301,
    "crown-sydney-2024": 285,
    "singapore-etg": 115,
    "star-sydney-2016": 212,
}
NEVER_PENDING = {
    *("bet", "odds", "definition", "settlement", "limits", "procedure", "chips", "irregularity"),
    *("authority", "conduct", "dispute", "closure", "equipment", "display"),
}

books = pytest.mark.parametrize("key", every_rulebook())
layouts = pytest.mark.parametrize("name", every_layout())
readings = pytest.mark.parametrize(
    ("key", "reading"),
    [(key, reading) for key, rules in every_rulebook().items() for reading in rules.readings],
    ids=lambda value: value.id if isinstance(value, Reading) else value,
)


def test_the_five_rulebooks_and_their_eight_layouts_are_found() -> None:
    """Each file is discovered, and each layout is found by its name."""
    assert list(every_rulebook()) == list(CLAUSES)
    assert every_layout() == list(AREAS)


@books
def test_a_rulebook_is_found_without_its_version(key: str) -> None:
    """`star-sydney` is `star-sydney-2016`, and an unknown name is refused."""
    versionless = key if key == "singapore-etg" else key.rpartition("-")[0]

    assert get_rulebook(versionless) is get_rulebook(key) is every_rulebook()[key]
    with pytest.raises(NotFound):
        get_rulebook(f"{key}x")


@layouts
def test_each_bet_has_one_area_and_each_area_one_bet(name: str) -> None:
    """There are as many areas as the design states, numbered in reading order."""
    _, layout = get_layout(name)

    assert sorted(area.bet for area in layout.areas) == sorted(bet.key for bet in layout)
    assert len(layout.areas) == AREAS[name]
    assert [area.order for area in layout.areas] == list(range(1, AREAS[name] + 1))


@layouts
def test_areas_lie_on_the_cloth_apart_and_are_large_enough(name: str) -> None:
    """They lie inside 1600 by 900, are at least 40 by 40, and do not overlap."""
    _, layout = get_layout(name)

    for area in layout.areas:
        assert area.x >= 0 and area.y >= 0, area
        assert area.x + area.width <= 1600 and area.y + area.height <= 900, area
        assert area.width >= 40 and area.height >= 40, area
    for one, other in combinations(layout.areas, 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        above = one.y + one.height <= other.y or other.y + other.height <= one.y
        assert beside or above, (one, other)


@layouts
def test_each_bet_wins_somewhere_loses_somewhere_and_has_one_price_a_roll(name: str) -> None:
    """The tiers of a bet are disjoint sets of real rolls, and each has its price."""
    _, layout = get_layout(name)

    for bet in layout:
        assert 0 < len(bet.winning_rolls) < 216, bet.key
        assert sum(len(tier) for tier in bet.tiers) == len(bet.winning_rolls), bet.key
        assert bet.winning_rolls <= set(EVERY_ROLL), bet.key
        assert [price.rolls for price in layout.prices[bet.key]] == list(bet.tiers), bet.key


@layouts
def test_every_row_of_the_pay_table_can_pay(name: str) -> None:
    """Every row is used, and no bet is paid by another layout's row."""
    _, layout = get_layout(name)
    used = {price.clause for prices in layout.prices.values() for price in prices}

    assert used == {pay.clause for pay in layout.pays}


def citations(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield everything in a rulebook that names a clause, with the clauses it names."""
    for name, ruling in rules.rulings():
        yield name, ruling.clause
    for layout in rules.layouts:
        yield f"layout {layout.key}", layout.clause
        for bet in layout:
            yield bet.key, bet.wins
            yield bet.key, bet.loses
            yield bet.key, bet.optional or bet.wins
        yield from ((f"pay {pay.on}", pay.clause) for pay in layout.pays)
    yield from ((stage.step.name, stage.clause) for stage in rules.round.order.choice)
    yield from ((ground.ground.name, ground.clause) for ground in rules.irregularities)
    yield from ((power.act.name, power.clause) for power in rules.powers)
    yield from ((conduct.offence.name, conduct.clause) for conduct in rules.conduct.forbidden)
    yield from ((duty.says, duty.clause) for duty in rules.duties)
    yield from ((finding.says, finding.clause) for finding in rules.findings)
    for reading in rules.readings:
        yield reading.id, reading.clause
        yield from ((reading.id, pay.clause) for option in reading.options for pay in option.pays)


@books
def test_every_clause_that_is_cited_exists(key: str) -> None:
    """A ruling, bet, price, power or finding may name several, separated by commas."""
    registry = clause_registry(key)
    unknown = [
        (what, clause)
        for what, named in citations(get_rulebook(key))
        for clause in named.split(", ")
        if clause not in registry
    ]

    assert unknown == []


@books
def test_every_ruling_says_something_and_names_a_known_reading(key: str) -> None:
    """It has one sentence of ours, and its reading exists."""
    rules = get_rulebook(key)
    known = {reading.id for reading in rules.readings}

    for name, ruling in rules.rulings():
        assert ruling.says.strip().endswith("."), name
        assert ruling.reading is None or ruling.reading in known, name


@books
def test_a_table_can_be_opened_and_dealt(key: str) -> None:
    """A rank may open it, deal and declare a void. Each act is granted once, to a rank with a title."""
    rules = get_rulebook(key)
    acts = [power.act for power in rules.powers]

    assert {Act.OPEN_TABLE, Act.DEAL, Act.DECLARE_VOID} <= set(acts)
    assert len(acts) == len(set(acts))
    assert {power.rank for power in rules.powers} <= set(rules.titles)
    assert {ground.rank for ground in rules.irregularities} <= set(rules.titles)


@books
def test_the_ids_of_readings_are_unique(key: str) -> None:
    """Each id is used once."""
    ids = [reading.id for reading in get_rulebook(key).readings]

    assert len(ids) == len(set(ids))


@readings
def test_a_reading_offers_a_choice(key: str, reading: Reading) -> None:
    """It has two options or more under different keys, each with its price for every bet."""
    keys = [option.key for option in reading.options]

    assert len(keys) >= 2
    assert len(keys) == len(set(keys))
    for option in keys:
        rules = get_rulebook(key).with_readings({reading.id: option})
        for layout in rules.layouts:
            assert list(layout.prices) == [bet.key for bet in layout]


@readings
def test_a_reading_is_attached_to_something(key: str, reading: Reading) -> None:
    """A ruling names it, or one of its options changes a bet, a price or a ruling."""
    named = {ruling.reading for _, ruling in get_rulebook(key).rulings()}
    changes = any(option.wins or option.pays or option.rulings for option in reading.options)

    assert reading.id in named or changes


@readings
def test_the_default_of_a_reading_is_what_the_rulebook_does(key: str, reading: Reading) -> None:
    """The first option changes nothing; every other one changes something or has other figures."""
    rules = get_rulebook(key)
    default, *others = reading.options

    assert rule_effects(rules.with_readings({reading.id: default.key})) == rule_effects(rules)
    for option in others:
        changed = rule_effects(rules.with_readings({reading.id: option.key})) != rule_effects(rules)
        assert changed or option.figures != default.figures, option.key


def rule_effects(rules: Rules) -> object:
    """Return what rules do: every choice, and the price of every roll on every bet."""
    choices = {name: ruling.choice for name, ruling in rules.rulings()}
    prices = [
        {(roll, key): price.odds for roll, of in layout.prices_by_roll.items() for key, price in of.items()}
        for layout in rules.layouts
    ]
    return choices, prices


@books
def test_the_registry_holds_every_clause_of_the_text(key: str) -> None:
    """The five texts have 990 clauses in all, each in our words."""
    registry = clause_registry(key)

    assert len(registry) == CLAUSES[key]
    assert sum(CLAUSES.values()) == 990
    assert all(clause.says.strip() for clause in registry)
    assert all(clause.where.strip() for clause in registry)


@books
def test_each_executable_clause_names_its_tests_and_its_place(key: str) -> None:
    """Its tests exist, and it names a part of the rulebook or a function that can be imported."""
    known = clause_tests(key)

    for clause in clause_registry(key):
        if clause.state is ClauseState.EXECUTABLE:
            assert clause.tests, clause.id
            assert set(clause.tests) <= known, clause.id
            for where in clause.where.split(", "):
                assert resolves(where, get_rulebook(key)), (clause.id, where)


def clause_tests(key: str) -> set[str]:
    """Return the names of a rulebook's clause tests, from all of their modules."""
    folder = Path(__file__).parent.parent / "clauses"
    paths = (folder / folder_name(key)).glob("test_*.py")
    modules = [import_module(f"tests.clauses.{folder_name(key)}.{path.stem}") for path in paths]
    return {name for module in modules for name, value in vars(module).items() if callable(value)}


def resolves(where: str, rules: Rules) -> bool:
    """Whether `module:name`, or a dotted part of the rules, exists."""
    module, colon, name = where.partition(":")
    try:
        return (
            attrgetter(name)(import_module(module)) is not None
            if colon
            else attrgetter(where)(rules) is not None
        )
    except (AttributeError, ModuleNotFoundError):
        return False


@books
def test_a_pending_clause_names_its_issue_and_never_touches_money(key: str) -> None:
    """Wagers, payouts and limits are implemented; the other pending clauses name their issue."""
    for clause in clause_registry(key):
        if clause.state is ClauseState.PENDING:
            assert clause.where in {"issue #3", "issue #5", "issue #6"}, clause.id
            assert clause.kind not in NEVER_PENDING, clause.id
