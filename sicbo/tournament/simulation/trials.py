"""Trials: a format played many times by strategies, to see before publishing who tends to win."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sicbo.tournament.end.awards import pool
from sicbo.tournament.messages import commands
from sicbo.tournament.messages.events import RoundBegun
from sicbo.tournament.messages.spins import SpinSettled
from sicbo.tournament.simulation.autoplay import (
    STRATEGIES,
    Chance,
    by_chance,
    enter,
    new_play,
    play_on,
    prepare,
)


@dataclass
class Simulated:
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


def simulate(text: str, players: int, runs: int, chance: Callable[[int], Chance]) -> Simulated:
    """Play these terms `runs` times; `chance` gives each run its own source of chance."""
    done = Simulated(players)
    for run in range(runs):
        _play(done, text, chance(run))
        done.runs += 1
    return done


def _play(done: Simulated, text: str, chance: Chance) -> None:
    """Play one run with seats, strategies and dice by chance."""
    play = new_play(text)
    prepare(play, by_chance(chance))
    names = [f"p{number}" for number in range(1, done.players + 1)]
    enter(play, names)
    ways = list(STRATEGIES)
    way = {name: ways[number % len(ways)] for number, name in enumerate(names)}
    strategies = {name: STRATEGIES[one] for name, one in way.items()}
    ahead = ""
    for _ in play_on(play, strategies, chance):
        if play.tournament.round == 1:
            ahead = max(names, key=play.tournament.worth)
    takings, added = pool(play.tournament)
    entrants = play.tournament.entrants.values()
    play.do(commands.AwardPrizes)
    done.entrants.update(way.values())
    first = [prize for prize in play.tournament.prizes if prize.place == 1]
    done.winners.update(way[prize.player] for prize in first)
    done.leaders += any(prize.player == ahead for prize in first)
    for prize in play.tournament.prizes:
        done.prizes[way[prize.player]] += prize.cents
    done.takings += sum(one.fee + one.buy_ins for one in entrants)
    done.pool, done.added = done.pool + takings + added, done.added + added
    length = _length(play.events)
    done.spins, done.longest = done.spins + length, max(done.longest, length)


def _length(events: Sequence[object]) -> int:
    """Return the length in spins; tables that play at the same time count once."""
    total = 0
    tables: Counter[str] = Counter()
    for event in events:
        if isinstance(event, RoundBegun):
            total, tables = total + max(tables.values(), default=0), Counter()
        elif isinstance(event, SpinSettled):
            tables[event.table] += 1
    return total + max(tables.values(), default=0)
