"""Trials: a format played many times by strategies, to see before publishing who tends to win."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sicbo.tournament.end.awards import current_pool
from sicbo.tournament.messages import commands
from sicbo.tournament.messages.events import RoundBegun
from sicbo.tournament.messages.spins import SpinCounted
from sicbo.tournament.simulation.autoplay import (
    STRATEGIES,
    Chance,
    enter_players,
    new_tournament_play,
    play_rounds,
    prepare_tournament,
    random_seeds,
)


@dataclass
class SimulationTotals:
    """The totals of many plays of one format; prizes and costs in cents."""

    players: int
    runs: int = 0
    entrants: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    prizes: Counter[str] = field(default_factory=Counter)
    spins: int = 0
    longest: int = 0
    takings: int = 0
    pool: int = 0
    added: int = 0
    leaders: int = 0

    @property
    def cost(self) -> int:
        """The amount that the house pays beyond its takings, over all runs; negative if it gains."""
        return self.pool - self.takings


def simulate_tournament(
    text: str, players: int, runs: int, chance: Callable[[int], Chance]
) -> SimulationTotals:
    """Play these terms `runs` times; `chance` gives each run its own source of chance."""
    totals = SimulationTotals(players)
    for run in range(runs):
        _play_once(totals, text, chance(run))
        totals.runs += 1
    return totals


def _play_once(totals: SimulationTotals, text: str, chance: Chance) -> None:
    """Play one run with seats, strategies and dice by chance."""
    play = new_tournament_play(text)
    prepare_tournament(play, random_seeds(chance))
    names = [f"p{number}" for number in range(1, totals.players + 1)]
    enter_players(play, names)
    strategy_names = list(STRATEGIES)
    strategy_of = {name: strategy_names[number % len(strategy_names)] for number, name in enumerate(names)}
    strategies = {name: STRATEGIES[one] for name, one in strategy_of.items()}
    leader = ""
    for _ in play_rounds(play, strategies, chance):
        if play.tournament.round == 1:
            leader = max(names, key=play.tournament.ranking_chips)
    takings, added = current_pool(play.tournament)
    entrants = play.tournament.entrants.values()
    play.do(commands.AwardPrizes)
    totals.entrants.update(strategy_of.values())
    first = [prize for prize in play.tournament.prizes if prize.place == 1]
    totals.winners.update(strategy_of[prize.player] for prize in first)
    totals.leaders += any(prize.player == leader for prize in first)
    for prize in play.tournament.prizes:
        totals.prizes[strategy_of[prize.player]] += prize.cents
    totals.takings += sum(one.fee + one.buy_ins for one in entrants)
    totals.pool, totals.added = totals.pool + takings + added, totals.added + added
    length = _length_in_spins(play.events)
    totals.spins, totals.longest = totals.spins + length, max(totals.longest, length)


def _length_in_spins(events: Sequence[object]) -> int:
    """Return the length in spins; tables that play at the same time count once."""
    total = 0
    tables: Counter[str] = Counter()
    for event in events:
        if isinstance(event, RoundBegun):
            total, tables = total + max(tables.values(), default=0), Counter()
        elif isinstance(event, SpinCounted):
            tables[event.table] += 1
    return total + max(tables.values(), default=0)
