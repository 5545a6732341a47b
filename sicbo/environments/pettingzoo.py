"""A tournament as a PettingZoo environment, played on the tournament engine.

    from sicbo.environments import pettingzoo
    env = pettingzoo.parallel_env("lunar-cup.toml", seats=8)

A step is one spin at every table with a heat in progress. An agent sits out, or puts part of its bank on one
bet, openly or sealed. What the terms do not allow is refused as at the table, and `info["refused"]` gives the
reason and the clause. Every agent stays to the end; eliminated agents only observe. The reward is the prize,
in dollars, in the last step.
"""

from collections.abc import Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

from sicbo.errors import BadInput, Refusal, StorageError
from sicbo.game.dice import EVERY_ROLL
from sicbo.game.policies import Step
from sicbo.lab.random.rolls import place_at
from sicbo.lab.random.splitmix import FIRST_TRIAL, given_or_random_seed, stream, word
from sicbo.table.messages.parts import Stake
from sicbo.terms.lint import refuse_if_incomplete
from sicbo.terms.loader import parse_terms
from sicbo.tournament.format import lint_tournament
from sicbo.tournament.messages import commands as ask, spins as spin
from sicbo.tournament.play.secret_wagers import slip_commitment
from sicbo.tournament.simulation.autoplay import (
    TournamentPlay,
    conclude_play_round,
    deal_until,
    enter_players,
    finish_spin,
    new_tournament_play,
    place_slip,
    prepare_tournament,
)
from sicbo.tournament.state import CHIP, PLAYING, RANKED, Heat

STAKE_DIVISORS = (0, 4, 2, 1)
"""What is staked: the minimum under the terms, a quarter of the bank, half of it, all of it."""
CENTS, LARGEST_BANK = 100, 2**40
OBSERVED = ("bank", "leader", "rank", "spins_left", "round", "playing")

Observation = npt.NDArray[np.int64]


class TournamentEnv(ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Entrants p1, p2, … of one tournament; the same seed draws the same seats and rolls the same dice."""

    metadata: ClassVar[dict[str, Any]] = {"name": "sicbo_tournament_v0", "render_modes": ["ansi"]}

    def __init__(self, terms: str | Path, seats: int = 8, render_mode: str | None = None) -> None:
        self.terms, self.render_mode = _read_complete_terms(terms), render_mode
        layout = new_tournament_play(self.terms).tournament.layout
        self.bets = [bet.key for bet in layout]
        self.possible_agents = [f"p{number}" for number in range(1, seats + 1)]
        self.agents: list[str] = []
        self.action_count = 1 + 2 * len(self.bets) * len(STAKE_DIVISORS)
        self._action_spaces = {name: spaces.Discrete(self.action_count) for name in self.possible_agents}
        self._observation_spaces = {
            name: spaces.Box(0, LARGEST_BANK, (len(OBSERVED),), np.int64) for name in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of bank, leader's bank, rank, spins left, round, and whether the agent plays."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions: 0 sits out, then every bet and share of the bank, then all sealed."""
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Publish the terms, draw the seats, enter the agents and begin the first round."""
        state = given_or_random_seed(seed)
        self._dice, self._rolled = stream(state, FIRST_TRIAL), 0
        self._final_leaderboard: list[tuple[str, int, str]] = []
        play = self.play = new_tournament_play(self.terms)
        words = map(partial(word, stream(state, FIRST_TRIAL + 1)), count())
        prepare_tournament(play, lambda draw: b"".join(next(words).to_bytes(8, "big") for _ in range(2)))
        enter_players(play, self.possible_agents)
        play.do(ask.BeginRound)
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos({})

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Play one spin at every table, and end the round if it was the last spin."""
        refused: dict[str, str] = {}
        for heat in self.play.tournament.active_heats():
            self._play_spin(heat.table, actions, refused)
        over = not self.play.tournament.active_heats() and self._conclude_round()
        prizes = dict.fromkeys(self.agents, 0.0)
        for prize in self.play.tournament.prizes if over else ():
            prizes[prize.player] += prize.cents / CENTS
        made = (
            self._observations(),
            prizes,
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, False),
        )
        infos = self._infos(refused)
        if over:
            self.agents = []
        return *made, infos

    def _play_spin(self, table: str, actions: Mapping[str, int], refused: dict[str, str]) -> None:
        play, salts = self.play, dict[str, tuple[str, tuple[Stake, ...]]]()
        deal_until(play, table, Step.CLOSE)
        heat = play.tournament.heat_at(table)
        assert heat is not None
        for name in list(play.tournament.live_entrants(heat)):
            stakes, secret = self._slip_of_action(name, int(actions.get(name, 0)))
            if not stakes:
                continue
            salt = f"{word(self._dice, 2**40 + play.command_count):016x}" * 2
            if secret:
                made = _seal_commitment(play, heat, name, salt, stakes)
                answer = play.submit(spin.SealSlip, table=table, player=name, commitment=made)
            else:
                answer = place_slip(play, table, name, stakes)
            if isinstance(answer, Refusal):
                refused[name] = str(answer)
            elif secret:
                salts[name] = salt, stakes
        deal_until(play, table, Step.UNCOVER)
        for name, (salt, stakes) in salts.items():
            play.do(spin.OpenSeal, table=table, player=name, salt=salt, stakes=stakes)
        dice = EVERY_ROLL[place_at(self._dice, self._rolled)]
        self._rolled += 1
        finish_spin(play, table, dice)
        now = play.tournament.heat_at(table)
        if now and now.minutes and now.spin >= now.minutes:  # a spin a minute
            play.command_count += now.minutes * 60
            play.do(ask.EndHeat, table=table, ground="time")

    def _slip_of_action(self, name: str, action: int) -> tuple[tuple[Stake, ...], bool]:
        """Return the slip of an action, and whether it is sealed."""
        if not action:
            return (), False
        secret, rest = divmod(action - 1, len(self.bets) * len(STAKE_DIVISORS))
        bet, share = divmod(rest, len(STAKE_DIVISORS))
        wagers, bank = self.play.tournament.plan.wagers, self.play.tournament.bank_of(name)
        chips = (
            bank // STAKE_DIVISORS[share] if STAKE_DIVISORS[share] else max(wagers.compulsory, wagers.unit)
        )
        chips = min(chips, bank, wagers.maximum or bank)
        chips -= chips % wagers.unit
        return ((Stake(self.bets[bet], chips, CHIP),) if chips else ()), bool(secret)

    def _conclude_round(self) -> bool:
        """End the round, then begin another or award the prizes; return whether the tournament is over."""
        conclude_play_round(self.play)
        if self.play.tournament.stage == RANKED:
            self._final_leaderboard = (
                self.leaderboard()
            )  # taken now, because awarding the prizes removes the chips
            self.play.do(ask.AwardPrizes)
            return True
        self.play.do(ask.BeginRound)
        return False

    def _observations(self) -> dict[str, Observation]:
        tournament = self.play.tournament
        worth = {name: tournament.ranking_chips(name) for name in self.possible_agents}
        order = sorted(worth, key=lambda name: -worth[name])
        found = {}
        for name in self.agents:
            heat = tournament.heat_of(name)
            left = max((heat.spins or heat.minutes) - heat.spin, 0) if heat else 0
            playing = tournament.entrants[name].status == PLAYING
            row = (worth[name], worth[order[0]], order.index(name) + 1, left, tournament.round, playing)
            found[name] = np.array(row, dtype=np.int64)
        return found

    def _infos(self, refused: Mapping[str, str]) -> dict[str, dict[str, Any]]:
        return {
            name: {"action_mask": self.action_mask(name), "refused": refused.get(name, "")}
            for name in self.agents
        }

    def action_mask(self, agent: str) -> npt.NDArray[np.int8]:
        """Return the mask of useful actions; eliminated agents sit out, and the terms limit the seals."""
        tournament, mask = self.play.tournament, np.zeros(self.action_count, dtype=np.int8)
        mask[0] = 1
        heat = tournament.heat_of(agent)
        if heat is None or tournament.entrants[agent].status != PLAYING or tournament.bank_of(agent) < 1:
            return mask
        half = (self.action_count - 1) // 2
        mask[1 : 1 + half] = 1
        wagers = tournament.plan.wagers
        mask[1 + half :] = wagers.secret_offered and heat.secrets.get(agent, 0) < wagers.secret
        return mask

    def leaderboard(self) -> list[tuple[str, int, str]]:
        """Return the agents with chips and status, the best first, at the end in order of their places."""
        if self._final_leaderboard:
            return self._final_leaderboard
        tournament = self.play.tournament
        order = tournament.ranks or tuple(
            sorted(self.possible_agents, key=lambda name: -tournament.ranking_chips(name))
        )
        return [(name, tournament.ranking_chips(name), tournament.entrants[name].status) for name in order]

    def render(self) -> str | None:
        """Return the leaderboard as text in render mode `ansi`."""
        if self.render_mode != "ansi":
            return None
        return "\n".join(f"{name:<6}{chips:>12,}  {status}" for name, chips, status in self.leaderboard())


parallel_env = TournamentEnv


def _seal_commitment(
    play: TournamentPlay, heat: Heat, name: str, salt: str, stakes: tuple[Stake, ...]
) -> str:
    seat = heat.players.index(name) + 1
    return slip_commitment(salt, heat.table, seat, play.tournament.round, heat.spin + 1, stakes)


def _read_complete_terms(terms: str | Path) -> str:
    """Return the text of terms that are complete."""
    text = str(terms)
    if "\n" not in text:
        try:
            text = Path(text).read_text(encoding="utf-8")
        except OSError as error:
            raise StorageError(f"Cannot read {terms}: {error.strerror or error}.") from None
    if refusal := refuse_if_incomplete(lint_tournament(parse_terms(text))):
        raise BadInput(str(refusal))
    return text
