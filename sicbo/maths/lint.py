"""What is odd about an approved text: player edges, gaps, contradictions, broken references."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from sicbo.game.bets import Bet
from sicbo.game.layout import Layout
from sicbo.game.readings import FindingKind, Reading
from sicbo.game.rules import Rules
from sicbo.maths.edge import house_edge
from sicbo.maths.figures import percent
from sicbo.maths.readings import option_edges, readings_of_bet
from sicbo.words import to_one


@dataclass(frozen=True, slots=True)
class Remark:
    """One finding: where, what kind, what it costs, and the reading that settles it for us."""

    where: str
    kind: FindingKind
    clause: str
    says: str
    reading: str | None = None


def lint(rules: Rules) -> tuple[Remark, ...]:
    """Every finding of a rulebook: those that the numbers show first, then those that the words show."""
    return (
        *(remark for layout in rules.layouts for remark in _player_edges(rules, layout)),
        *(_of_reading(rules, reading) for reading in rules.readings),
        *(Remark(rules.key, finding.kind, finding.clause, finding.says) for finding in rules.findings),
    )


def _player_edges(rules: Rules, layout: Layout) -> Iterable[Remark]:
    where = f"{rules.key}/{layout.key}" if layout.key else rules.key
    alike: dict[tuple[str, str, int, Fraction], list[Bet]] = {}
    for bet in layout.bets:
        odds = " / ".join(to_one(price.odds) for price in layout.prices[bet.key])
        edge = -house_edge(layout, bet.key)
        if edge > 0:
            alike.setdefault((bet.family, odds, len(bet.winning), edge), []).append(bet)
    for (family, odds, wins, edge), (bet, *others) in alike.items():
        names = f"{family} ({len(others) + 1} bets)" if others else bet.key
        gain = f"the player gains +{edge} (+{percent(edge)})"
        says = f"{names} pays {odds} to 1 and wins {wins} of 216: {gain}"
        reading = next(iter(readings_of_bet(rules, layout, bet.key)), None)
        yield Remark(
            where, FindingKind.PLAYER_EDGE, f"{bet.wins}, {layout.prices[bet.key][0].clause}", says, reading
        )


def _of_reading(rules: Rules, reading: Reading) -> Remark:
    usual = option_edges(rules, reading, reading.default)
    costs = []
    for option in reading.options:
        edges = usual if option is reading.default else option_edges(rules, reading, option)
        # What an option changes comes first: three figures are shown, and the others may be many.
        first = sorted(
            edges, key=lambda name: edges[name] == usual.get(name, usual.get(name.rpartition("-")[0]))
        )
        shown = ", ".join(f"{name} {edges[name]}" for name in first[:3])
        costs.append(f"{option.key}{f' [{shown}]' if shown else ''}")
    taken = rules.chosen.get(reading.id, reading.default.key)
    return Remark(
        rules.key,
        reading.kind,
        reading.clause,
        f"{reading.asks} {' or '.join(costs)}; taken: {taken}",
        reading.id,
    )
