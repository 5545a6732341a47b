"""A tournament that is played through the floor of a house, so that every step is in the journal."""

import hmac
import secrets
from collections.abc import Sequence
from typing import Any

from sicbo.house.entries import Asked, founded
from sicbo.house.opening import House
from sicbo.journal.store import Journal
from sicbo.tournament.format import Plan, plan_of, wall
from sicbo.tournament.messages import commands as ask
from sicbo.tournament.simulation.autoplay import STRATEGIES, Chance, Play, by_chance, enter, play_on, prepare

SECRET_BYTES, KIND = 32, "tournament"


def draw_seeds(journal: Journal, name: str, draws: Sequence[str]) -> dict[str, bytes]:
    """Return a separate seed for each draw of a tournament, derived from one secret beside the chain.

    The secret is durable before any commitment is published, so a crash leaves the same seeds and the same
    seats.
    """
    key = f"seeds:{name}"
    kept = journal.aside(key)
    if kept is None:
        kept = secrets.token_hex(SECRET_BYTES)
        journal.put_aside(key, kept)
    return {draw: hmac.digest(kept.encode(), draw.encode(), "sha256") for draw in draws}


class HousePlay(Play):
    """A tournament whose commands a house decides and writes."""

    def __init__(self, house: House, log: str, plan: Plan, house_name: str) -> None:
        name = f"{plan.rulebook}/{plan.layout}".rstrip("/")
        starts = wall(plan.details.starts)
        house.floor.found(founded(house_name, log, name, kind=KIND), starts)
        super().__init__(house.floor.place(log).state, starts)
        self.house, self.log = house, log

    def decided(self, command: ask.AnyTournamentCommand) -> Any:
        """Give a command to the floor and return its outcome."""
        (answer,) = self.house.floor.handle([Asked(self.log, command)])
        self.tournament = self.house.floor.place(self.log).state
        return answer.outcome


def play_all(house: House, log: str, terms: str, house_name: str, players: int, chance: Chance) -> HousePlay:
    """Play a whole tournament, from its terms to its prizes; the players take the strategies in turn."""
    play = HousePlay(house, log, plan_of(terms), house_name)
    play.do(ask.PublishTournament, terms=terms)
    prepare(play, by_chance(chance))
    names = [house.people.pseudonym(f"Player {number:02}") for number in range(1, players + 1)]
    enter(play, names)
    ways = list(STRATEGIES.values())
    strategies = {name: ways[number % len(ways)] for number, name in enumerate(names)}
    for _ in play_on(play, strategies, chance):
        pass
    play.do(ask.AwardPrizes)
    return play
