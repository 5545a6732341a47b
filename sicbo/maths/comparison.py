"""Comparison of bets, steps and powers across rulebooks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from sicbo.errors import NotFound
from sicbo.game.layout import Layout
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.rules import Rules, Stage
from sicbo.i18n import odds_to_one
from sicbo.maths.edge import house_edge

NamedLayout = tuple[str, Rules, Layout]
ComparedFact = tuple[object, str]


class Comparison:
    """Several layouts side by side."""

    def __init__(self, layouts: Sequence[NamedLayout]) -> None:
        self._layouts = tuple(layouts)
        self.names = tuple(name for name, _, _ in layouts)

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self.names)}>"

    @property
    def layouts(self) -> dict[str, Layout]:
        """Each layout by its name."""
        return {name: layout for name, _, layout in self._layouts}

    def loc(self, bet: str) -> tuple[Fraction | None, ...]:
        """Return the house edge of a bet at each layout, or None if a layout does not offer it."""
        edges = tuple(house_edge(layout, bet) if bet in layout else None for _, _, layout in self._layouts)
        if not any(edge is not None for edge in edges):
            raise NotFound("bet at these layouts", bet, self.bets())
        return edges

    def bets(self) -> list[str]:
        """Return every bet that some layout offers, in the order of the first that does."""
        return list(dict.fromkeys(bet.key for _, _, layout in self._layouts for bet in layout))

    def phases(self) -> dict[str, tuple[str, ...]]:
        """Return the order of the round at each layout, each step with its clause."""
        return {
            name: tuple(f"{enum_key(stage.step)} ({stage.clause})" for stage in rules.round.order.choice)
            for name, rules, _ in self._layouts
        }

    def authority(self, act: str) -> dict[str, str | None]:
        """Return who may do an act at each layout, with the clause, or None if no rank may."""
        acts = {enum_key(member): member for member in Act}
        if act not in acts:
            raise NotFound("act", act, acts)
        return {name: _lowest_rank_title(rules, acts[act]) for name, rules, _ in self._layouts}

    def to_markdown(self) -> str:
        """Return the house edges of all bets as a Markdown table."""
        head = f"| bet | {' | '.join(self.names)} |\n|---|{'---|' * len(self.names)}\n"
        rows = (
            f"| {bet} | {' | '.join('–' if edge is None else str(edge) for edge in self.loc(bet))} |"
            for bet in self.bets()
        )
        return head + "\n".join(rows) + "\n"

    def _repr_markdown_(self) -> str:
        return self.to_markdown()


@dataclass(frozen=True, slots=True)
class Difference:
    """One point on which two rulebooks differ."""

    section: str
    what: str
    first: str
    second: str


def differences(first: NamedLayout, second: NamedLayout) -> Iterator[Difference]:
    """Yield how two layouts and their rulebooks differ: bets and odds, rulings, grounds of a void, powers."""
    for section, facts, absent in (
        ("bets", _offers, "not offered"),
        ("rulings", _rulings, "not provided"),
        ("voids", _voids, "not a ground"),
        ("powers", _powers, "no rank"),
    ):
        mine, theirs = facts(first), facts(second)
        for what in dict.fromkeys([*mine, *theirs]):
            one, other = mine.get(what, (None, absent)), theirs.get(what, (None, absent))
            if one[0] != other[0]:
                yield Difference(section, what, one[1], other[1])


def _offers(named: NamedLayout) -> dict[str, ComparedFact]:
    layout = named[2]
    return {
        bet.key: ([(price.odds, price.rolls) for price in layout.prices[bet.key]], _offer(layout, bet.key))
        for bet in layout
    }


def _offer(layout: Layout, key: str) -> str:
    odds = " / ".join(odds_to_one(price.odds) for price in layout.prices[key])
    return f"{odds} to 1, wins {len(layout.bet(key).winning_rolls)}/216, edge {house_edge(layout, key)}"


def _rulings(named: NamedLayout) -> dict[str, ComparedFact]:
    return {
        name: (_comparable_choice(ruling.choice), f"{_choice_text(ruling.choice)} ({ruling.clause})")
        for name, ruling in named[1].rulings()
    }


def _comparable_choice(choice: object) -> object:
    """Return what makes two choices differ: the steps of a round, but not their clauses."""
    if isinstance(choice, tuple):
        return [part.step if isinstance(part, Stage) else part for part in choice]
    return choice


def _voids(named: NamedLayout) -> dict[str, ComparedFact]:
    rules = named[1]
    return {
        enum_key(item.ground): (
            (item.demand, item.rank),
            f"{enum_key(item.demand)}, {rules.title(item.rank)} ({item.clause})",
        )
        for item in rules.irregularities
    }


def _powers(named: NamedLayout) -> dict[str, ComparedFact]:
    return {
        power.act.value: (power.rank, str(_lowest_rank_title(named[1], power.act)))
        for power in named[1].powers
    }


def _choice_text(choice: object) -> str:
    match choice:
        case None:
            return "not stated"
        case Stage():
            return enum_key(choice.step)
        case tuple():
            return ", ".join(map(_choice_text, choice))
        case Mapping():
            return ", ".join(f"{key}: {_choice_text(value)}" for key, value in choice.items())
        case frozenset():
            return f"{len(choice)} rolls"
        case Enum():
            return enum_key(choice)
        case _:
            return str(choice)


def _lowest_rank_title(rules: Rules, act: Act) -> str | None:
    power = rules.power(act)
    return f"{rules.title(power.rank)} ({power.clause})" if power else None
