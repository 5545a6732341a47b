"""A tournament played through the floor of a house, so that every step of it is in the journal."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.authority import Rank
from sicbo.house.entries import Asked, founded
from sicbo.house.opening import House
from sicbo.journal.store import Journal
from sicbo.table.messages import Stamp
from sicbo.tournament import commands as ask
from sicbo.tournament.plan import Plan, plan_of, wall
from sicbo.tournament.playing import DIRECTOR, STRATEGIES, Chance, Play, enter, play_on, prepare

SECRET_BYTES, KIND = 32, "tournament"


def draw_seeds(journal: Journal, name: str, count: int) -> list[bytes]:
    """The seeds of a tournament's draws, made of one secret that lies beside the chain.

    It is durable before any commitment is known, so a crash leaves the same seeds and the same seats.
    """
    key = f"seeds:{name}"
    kept = journal.aside(key)
    if kept is None:
        kept = secrets.token_hex(SECRET_BYTES)
        journal.put_aside(key, kept)
    return [hashlib.sha256(f"{kept} {number}".encode()).digest() for number in range(count)]


class HousePlay(Play):
    """A tournament whose commands are decided and written by a house."""

    def __init__(self, house: House, log: str, plan: Plan, house_name: str) -> None:
        name = f"{plan.rulebook}/{plan.layout}".rstrip("/")
        starts = wall(plan.details.starts)
        house.floor.found(founded(house_name, log, name, kind=KIND), starts)
        super().__init__(house.floor.place(log).state, starts)
        self.house, self.log = house, log

    def ask(self, kind: type[Any], by: str = DIRECTOR, rank: Rank | None = Rank.MANAGER, **said: Any) -> Any:
        """Give a command to the floor."""
        self.asked += 1
        stamp = Stamp(by, rank, self.wall, self.asked * 1000)
        command = kind(id=f"t-{self.asked}", stamp=stamp, **said)
        (answer,) = self.house.floor.handle([Asked(self.log, command)])
        self.tournament = self.house.floor.place(self.log).state
        if not isinstance(answer.outcome, Refusal):
            self.events += answer.outcome
        return answer.outcome


def play_all(
    house: House, log: str, terms: str, house_name: str, players: int, seeds: Sequence[bytes], chance: Chance
) -> HousePlay:
    """A whole tournament from its terms to its prizes, by the strategies in turn."""
    play = HousePlay(house, log, plan_of(terms), house_name)
    play.do(ask.PublishTournament, terms=terms)
    prepare(play, seeds)
    names = [house.people.pseudonym(f"Player {number:02}") for number in range(1, players + 1)]
    enter(play, names)
    ways = list(STRATEGIES.values())
    strategies = {name: ways[number % len(ways)] for number, name in enumerate(names)}
    for _ in play_on(play, seeds, strategies, chance):
        pass
    play.do(ask.AwardPrizes)
    return play
