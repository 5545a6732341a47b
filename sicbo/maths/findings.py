"""What is odd about an approved text: player edges, gaps, contradictions, broken references."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from sicbo.game.bets import Bet
from sicbo.game.layout import Layout
from sicbo.game.rulebook.readings import FindingKind, Reading
from sicbo.game.rulebook.rules import Rules
from sicbo.i18n import odds_to_one
from sicbo.maths.edge import BetReturn, house_edge
from sicbo.maths.figures import format_fraction, format_percent
from sicbo.maths.reading_costs import option_edges, readings_of_bet
from sicbo.maths.super_streak import streak_returns

Figures = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Remark:
    """One finding: where, what kind, what it costs, and the reading that decides it for us.

    `figures` has, for each option of the reading, the house edges that it changes.
    """

    where: str
    kind: FindingKind
    clause: str
    says: str
    reading: str | None = None
    figures: Mapping[str, Figures] = field(default_factory=dict, compare=False)


def find_remarks(rules: Rules) -> tuple[Remark, ...]:
    """Return every finding of a rulebook, sorted by kind and then in the rulebook's order."""
    read = {(reading.kind, reading.clause) for reading in rules.readings}
    found = [
        *(remark for layout in rules.layouts for remark in _player_edges(rules, layout)),
        *_streak_edges(rules),
        *(_remark_on_reading(rules, reading) for reading in rules.readings),
        *(
            Remark(rules.key, finding.kind, finding.clause, finding.says)
            for finding in rules.findings
            if (finding.kind, finding.clause) not in read
        ),
    ]
    return sort_by_kind(found)


def sort_by_kind(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    """Sort findings by kind, the gravest first, and keep their order within a kind."""
    kinds = list(FindingKind)
    return tuple(sorted(remarks, key=lambda remark: kinds.index(remark.kind)))


def _player_edges(rules: Rules, layout: Layout) -> Iterable[Remark]:
    where = f"{rules.key}/{layout.key}" if layout.key else rules.key
    alike: dict[tuple[str, str, int, Fraction], list[Bet]] = {}
    for bet in layout.bets:
        odds = " / ".join(odds_to_one(price.odds) for price in layout.prices[bet.key])
        edge = -house_edge(layout, bet.key)
        if edge > 0:
            alike.setdefault((bet.family, odds, len(bet.winning_rolls), edge), []).append(bet)
    for (family, odds, wins, edge), (bet, *others) in alike.items():
        names = f"{family} ({len(others) + 1} bets)" if others else bet.key
        says = f"{names} pays {odds} to 1 and wins {wins} of 216: {_gain_text(edge)}"
        reading = next(iter(readings_of_bet(rules, layout, bet.key)), None)
        yield Remark(
            where, FindingKind.PLAYER_EDGE, f"{bet.wins}, {layout.prices[bet.key][0].clause}", says, reading
        )


def _streak_edges(rules: Rules) -> Iterable[Remark]:
    alike: dict[tuple[Fraction, Fraction], list[BetReturn]] = {}
    for one in streak_returns(rules):
        if one.edge < 0:
            alike.setdefault((-one.edge, one.probability), []).append(one)
    for (edge, chance), (one, *others) in alike.items():
        names = f"streak ({len(others) + 1} bets)" if others else one.bet
        least, most = odds_to_one(min(one.pays.values())), odds_to_one(max(one.pays.values()))
        odds = f"{least} to {most} to 1 by its length"
        says = f"{names} pays {odds} and wins with a chance of {format_fraction(chance)}: {_gain_text(edge)}"
        yield Remark(rules.key, FindingKind.PLAYER_EDGE, one.clause, says, one.reading)


def _gain_text(edge: Fraction) -> str:
    return f"the player gains +{format_fraction(edge)} (+{format_percent(edge)})"


def _remark_on_reading(rules: Rules, reading: Reading) -> Remark:
    """Return what is unclear and what each option costs. A finding on the same clause opens the sentence."""
    same = [one.says for one in rules.findings if (one.kind, one.clause) == (reading.kind, reading.clause)]
    edges = {option.key: option_edges(rules, reading, option) for option in reading.options}
    costs = [_cost_text(key, mine, edges[reading.default.key]) for key, mine in edges.items()]
    taken = rules.chosen.get(reading.id, reading.default.key)
    says = " ".join((*same, reading.asks, " or ".join(costs)))
    return Remark(rules.key, reading.kind, reading.clause, f"{says}; taken: {taken}", reading.id, edges)


def _cost_text(option: str, edges: Figures, usual: Figures) -> str:
    # What an option changes comes first: three figures are shown, and there may be many others.
    first = sorted(edges, key=lambda name: edges[name] == usual.get(name, usual.get(name.rpartition("-")[0])))
    shown = ", ".join(f"{name} {edges[name]}" for name in first[:3])
    return f"{option} [{shown}]" if shown else option
