"""Gymnasium environments for learning agents: one per layout, single or vectorised.

    import gymnasium, sicbo.environments.gymnasium
    env = gymnasium.make("sicbo/CrownSydney-v0", bank=200, rounds=100, chips=(1, 5, 25))
    many = gymnasium.make_vec("sicbo/CrownSydney-v0", num_envs=512, vectorization_mode="vector_entry_point")

A step is a round. Action 0 sits out; every other action puts one chip on one bet. `info["action_mask"]` marks
the actions that the bank and the table allow. `bank`, `chips` and rewards are in dollars; the observed bank
and `info["net"]` are in cents, as the rulebook settles.
"""

import re
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sicbo.errors import BadInput
from sicbo.game.dice import EVERY_ROLL, OUTCOMES
from sicbo.game.limits import NO_LIMITS, not_taken
from sicbo.game.settlement import Slip
from sicbo.lab.random.rolls import place_at, places_at
from sicbo.lab.random.splitmix import FIRST_TRIAL, seed_of, stream, streams
from sicbo.lab.simulation.payoffs import Deal
from sicbo.rulebook import Rulebook
from sicbo.rulebooks import every_layout

CENTS, HISTORY = 100, 10
FACES = np.array(EVERY_ROLL, dtype=np.int64)

Observation = dict[str, Any]
Array = npt.NDArray[Any]
Mask = npt.NDArray[np.int8]


class Felt:
    """The fixed part of an environment: its actions, their results on each roll, and its spaces."""

    def __init__(self, layout: str, bank: int, rounds: int, chips: tuple[int, ...]) -> None:
        if not chips or min(bank, rounds, *chips) < 1:
            raise BadInput(
                "The bank, the rounds and at least one chip of an environment must be whole numbers from 1."
            )
        self.book, self.bank, self.rounds = Rulebook.load(layout), bank * CENTS, rounds
        wagers = [(bet.key, chip * CENTS) for bet in self.book.layout for chip in chips]
        self.actions: list[tuple[str, int] | None] = [None, *filter(self._taken, wagers)]
        self.stakes = np.array([action[1] if action else 0 for action in self.actions], dtype=np.int64)
        self.nets = np.stack([self._nets(action) for action in self.actions])
        most = self.bank + rounds * int(self.nets.max())
        self.observations = spaces.Dict(
            {
                "bank": spaces.Box(0, most, (1,), np.int64),
                "rounds_left": spaces.Box(0, rounds, (1,), np.int64),
                "results": spaces.Box(0, 6, (HISTORY, 3), np.int64),
            }
        )

    def _taken(self, wager: tuple[str, int]) -> bool:
        bet = self.book.bet(wager[0])
        return not_taken(bet, wager[1], self.book.layout, self.book.rules, NO_LIMITS) is None

    def _nets(self, action: tuple[str, int] | None) -> npt.NDArray[np.int64]:
        if action is None:
            return np.zeros(OUTCOMES, dtype=np.int64)
        deal = Deal(self.book.layout, self.book.rules, Slip(dict([action])))
        return np.asarray(deal.nets * deal.unit)

    def name(self, action: int) -> str:
        """Return what an action does, in words."""
        played = self.actions[action]
        return f"{played[1] // CENTS} on {played[0]}" if played else "sit out"


class SicBo(gymnasium.Env[Observation, np.int64]):
    """One player at one table, with at most one wager per round, until the rounds or the bank run out."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  as Gymnasium has it

    def __init__(
        self,
        layout: str = "crown-sydney",
        bank: int = 200,
        rounds: int = 100,
        chips: tuple[int, ...] = (1, 5, 25),
        render_mode: str | None = None,
    ) -> None:
        self.felt, self.render_mode = Felt(layout, bank, rounds, tuple(chips)), render_mode
        self.action_space = spaces.Discrete(len(self.felt.actions))
        self.observation_space = self.felt.observations
        self._seed: int | None = None
        self._episode = 0
        self._begin()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode with the dice of the seed, or of its next stream if no seed is given."""
        super().reset(seed=seed)
        if seed is not None or self._seed is None:
            self._seed, self._episode = seed_of(seed), 0
        else:
            self._episode += 1
        self._begin()
        self._state = stream(self._seed, FIRST_TRIAL + self._episode)
        return self._seen(), {"action_mask": self.mask()}

    def _begin(self) -> None:
        self._bank, self._played, self._state = self.felt.bank, 0, 0
        self._results = np.zeros((HISTORY, 3), dtype=np.int64)
        self._said = "PLACE YOUR BETS"

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a round. An action that is not allowed sits out, and `info["allowed"]` is false."""
        if not self.action_space.contains(action):
            raise BadInput(f"An action must be between 0 and {len(self.felt.actions) - 1}, not {action}.")
        allowed = bool(self.mask()[int(action)])
        chosen = int(action) if allowed else 0
        place = place_at(self._state, self._played)
        net = int(self.felt.nets[chosen, place])
        self._bank, self._played = self._bank + net, self._played + 1
        self._results = np.vstack([self._results[1:], FACES[place]])
        roll = EVERY_ROLL[place]
        self._said = f"{self.felt.book.call(roll)}; {self.felt.name(chosen)}: {net / CENTS:+.2f}"
        info = {
            "action_mask": self.mask(),
            "allowed": allowed,
            "dice": roll,
            "lit": self.felt.book.layout.lights[roll],
            "net": net,
        }
        broke = self._bank < int(self.felt.stakes[1:].min())
        return self._seen(), net / CENTS, broke, self._played >= self.felt.rounds, info

    def mask(self) -> Mask:
        """Return the mask of the actions that the bank can pay for."""
        return (self.felt.stakes <= self._bank).astype(np.int8)

    def render(self) -> str | None:
        """Return the last round as a sentence."""
        return f"{self._said} (bank {self._bank / CENTS:.2f})" if self.render_mode == "ansi" else None

    def _seen(self) -> Observation:
        return {
            "bank": np.array([self._bank], dtype=np.int64),
            "rounds_left": np.array([self.felt.rounds - self._played], dtype=np.int64),
            "results": self._results.copy(),
        }


class ManySicBo(VectorEnv[Observation, Array, Array]):
    """Many players, each at a separate table; a round of all of them takes a few array operations.

    Player i begins with stream 2 + i of the seed. A player whose episode is over begins a new one in the next
    step, which has no wager and no reward.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012  the same

    def __init__(
        self,
        num_envs: int = 1,
        layout: str = "crown-sydney",
        bank: int = 200,
        rounds: int = 100,
        chips: tuple[int, ...] = (1, 5, 25),
        render_mode: str | None = None,
    ) -> None:
        self.felt, self.num_envs, self.render_mode = (
            Felt(layout, bank, rounds, tuple(chips)),
            num_envs,
            render_mode,
        )
        self.single_action_space = spaces.Discrete(len(self.felt.actions))
        self.single_observation_space = self.felt.observations
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._next = 0
        self._seed = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new episode for every player."""
        super().reset(seed=seed)
        self._seed, self._next = seed_of(seed), FIRST_TRIAL
        self._states = np.zeros(self.num_envs, dtype=np.uint64)
        self._bank, self._played = (np.zeros(self.num_envs, dtype=np.int64) for _ in range(2))
        self._results = np.zeros((self.num_envs, HISTORY, 3), dtype=np.int64)
        self._done = np.ones(self.num_envs, dtype=np.bool_)
        self._seat()
        return self._seen(), {"action_mask": self.mask()}

    def _seat(self) -> None:
        """Begin a new episode with a new stream for every player whose episode is over."""
        count = int(self._done.sum())
        self._states[self._done] = streams(self._seed, self._next, count)
        self._next += count
        self._bank[self._done], self._played[self._done] = self.felt.bank, 0
        self._results[self._done] = 0
        self._done = np.zeros_like(self._done)

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Play a round for every player; actions that are not allowed sit out."""
        fresh = self._done.copy()
        if fresh.any():
            self._seat()
        chosen = np.where(fresh | (self.felt.stakes[actions] > self._bank), 0, actions)
        dealt = np.zeros(self.num_envs, dtype=np.intp)
        for number in np.unique(self._played[~fresh]).tolist():
            mine = ~fresh & (self._played == number)
            dealt[mine] = places_at(self._states[mine], number)
        nets = self.felt.nets[chosen, dealt]
        self._bank += nets
        self._played += ~fresh
        self._results[~fresh] = np.roll(self._results[~fresh], -1, axis=1)
        self._results[~fresh, -1] = FACES[dealt[~fresh]]
        broke = ~fresh & (self._bank < self.felt.stakes[1:].min())
        over = ~fresh & (self._played >= self.felt.rounds)
        self._done = broke | over
        return self._seen(), nets / CENTS, broke, over, {"action_mask": self.mask(), "net": nets}

    def mask(self) -> Mask:
        """Return which actions each bank can pay for."""
        return (self.felt.stakes[None, :] <= self._bank[:, None]).astype(np.int8)

    def _seen(self) -> Observation:
        left = self.felt.rounds - self._played
        return {
            "bank": self._bank[:, None].copy(),
            "rounds_left": left[:, None],
            "results": self._results.copy(),
        }


def name_of(layout: str) -> str:
    """Return the name of a layout's environment: crown-melbourne-6.1/b is CrownMelbourneB."""
    book, _, part = layout.partition("/")
    return "".join(word.title() for word in re.split("-", book.rpartition("-")[0])) + part.upper()


NAMES = {layout: f"sicbo/{name_of(layout)}-v0" for layout in every_layout()}

for _layout, _name in NAMES.items():
    gymnasium.register(
        _name,
        "sicbo.environments.gymnasium:SicBo",
        vector_entry_point="sicbo.environments.gymnasium:ManySicBo",
        kwargs={"layout": _layout},
    )
