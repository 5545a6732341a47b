"""A tournament that is played through the floor of a house, so that every step is in the journal."""

import hmac
import secrets
from collections.abc import Sequence
from typing import Any

from sicbo.house.entries import CommandRequest, new_founding
from sicbo.house.opening import House
from sicbo.journal.store import Journal
from sicbo.machine.messages import Command
from sicbo.tournament.format import Plan, plan_of, wall_time
from sicbo.tournament.messages import commands as ask
from sicbo.tournament.simulation.autoplay import (
    STRATEGIES,
    Chance,
    TournamentPlay,
    enter_players,
    play_rounds,
    prepare_tournament,
    random_seeds,
)

SECRET_BYTES, KIND = 32, "tournament"


def derive_draw_seeds(journal: Journal, name: str, draws: Sequence[str]) -> dict[str, bytes]:
    """Return a separate seed for each draw of a tournament, derived from one secret beside the chain.

    The secret is durable before any commitment is published, so a crash leaves the same seeds and the same
    seats.
    """
    key = f"seeds:{name}"
    secret = journal.aside(key)
    if secret is None:
        secret = secrets.token_hex(SECRET_BYTES)
        journal.put_aside(key, secret)
    return {draw: hmac.digest(secret.encode(), draw.encode(), "sha256") for draw in draws}


class HousePlay(TournamentPlay):
    """A tournament whose commands a house decides and writes."""

    def __init__(self, house: House, log: str, plan: Plan, house_name: str) -> None:
        name = f"{plan.rulebook}/{plan.layout}".rstrip("/")
        starts = wall_time(plan.details.starts)
        house.floor.found_log(new_founding(house_name, log, name, kind=KIND), starts)
        super().__init__(house.floor.log(log).state, starts)
        self.house, self.log = house, log

    def decide_and_apply(self, command: Command) -> Any:
        """Give a command to the floor and return its outcome."""
        (answer,) = self.house.floor.handle([CommandRequest(self.log, command)])
        self.tournament = self.house.floor.log(self.log).state
        return answer.outcome


def play_tournament(
    house: House, log: str, terms: str, house_name: str, players: int, chance: Chance
) -> HousePlay:
    """Play a whole tournament, from its terms to its prizes; the players take the strategies in turn."""
    play = HousePlay(house, log, plan_of(terms), house_name)
    play.do(ask.PublishTournament, terms=terms)
    prepare_tournament(play, random_seeds(chance))
    names = [house.pseudonyms.pseudonym(f"Player {number:02}") for number in range(1, players + 1)]
    enter_players(play, names)
    strategies_in_turn = list(STRATEGIES.values())
    strategies = {
        name: strategies_in_turn[number % len(strategies_in_turn)] for number, name in enumerate(names)
    }
    for _ in play_rounds(play, strategies, chance):
        pass
    play.do(ask.AwardPrizes)
    return play
