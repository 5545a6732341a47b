"""The cost of each reading of unclear words, as exact house edges."""

from fractions import Fraction

from sicbo.game.layout import Layout
from sicbo.game.rulebook.readings import Option, Reading
from sicbo.game.rulebook.rules import Rules
from sicbo.maths.edge import house_edge
from sicbo.maths.super_streak import streak_returns


def option_edges(rules: Rules, reading: Reading, option: Option) -> dict[str, Fraction]:
    """Return the house edge of every affected bet under an option, and the option's worked figures."""
    under = rules.read({reading.id: option.key})
    edges: dict[str, Fraction] = {}
    for layout in under.layouts:
        prefix = f"/{layout.key} " if len(rules.layouts) > 1 else ""
        edges |= {
            f"{prefix}{name}": edge for name, edge in _by_family(layout, reading.touched(layout)).items()
        }
    if touches_streaks(reading):
        edges |= _merged({one.bet: one.edge for one in streak_returns(under)}, "streak")
    return {**edges, **option.figures}


def touches_streaks(reading: Reading) -> bool:
    """Whether an option changes the value of a Super Streak."""
    return any(name.startswith("super_streak.") for option in reading.options for name in option.rulings)


def readings_of_bet(rules: Rules, layout: Layout, key: str) -> list[str]:
    """Return the readings that affect one bet."""
    return [reading.id for reading in rules.readings if key in reading.touched(layout)]


def _by_family(layout: Layout, keys: list[str]) -> dict[str, Fraction]:
    edges: dict[str, Fraction] = {}
    for family in dict.fromkeys(layout.bet(key).family for key in keys):
        mine = {key: house_edge(layout, key) for key in keys if layout.bet(key).family == family}
        edges |= _merged(mine, family)
    return edges


def _merged(edges: dict[str, Fraction], name: str) -> dict[str, Fraction]:
    """Return one entry for all bets if their edges agree, otherwise one for each."""
    return {name: next(iter(edges.values()))} if len(set(edges.values())) == 1 else edges
