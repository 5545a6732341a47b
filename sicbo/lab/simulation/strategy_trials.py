"""Trials of a strategy: each trial has its own dice, and all trials advance together round by round."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from sicbo.errors import BadInput, shown
from sicbo.game.dice import OUTCOMES
from sicbo.lab.output.tables import html, markdown
from sicbo.lab.random.engines import Table
from sicbo.lab.random.rolls import PER_WORD, halves, places, singles
from sicbo.lab.random.splitmix import FIRST_TRIAL, seed_of, stream, streams, words_at
from sicbo.lab.simulation.run import LEVEL, interval
from sicbo.lab.simulation.stake_scaling import Staking
from sicbo.lab.simulation.strategies import Memory, Strategy

MARKS, ROOM = 50, 64
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
MOST_ROUNDS, LARGEST_BANK = 10**10, 10**14

Banks = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, repr=False)
class Trials:
    """Final banks, lowest points and stakes of the trials, and which were ruined or reached the target."""

    strategy: Strategy
    bank: int
    rounds: int
    seed: int
    edge: Fraction
    banks: Banks
    lowest: Banks
    staked: Banks
    ruined: Flags
    reached: Flags
    marks: tuple[tuple[int, tuple[float, ...]], ...] = ()

    def __len__(self) -> int:
        return len(self.banks)

    @property
    def mean(self) -> float:
        """The mean final bank."""
        return float(self.banks.mean())

    @property
    def standard_error(self) -> float:
        """The standard error of the mean final bank."""
        return float(self.banks.std(ddof=min(1, len(self) - 1)) / sqrt(len(self)))

    def chance(self, flags: Flags, level: float = LEVEL) -> tuple[float, float, float]:
        """Return how often a flag is set, and Wilson's interval for its probability."""
        n, share = len(flags), float(flags.mean())
        z = interval(0.0, 1.0, level)[1]
        middle, wide = share + z * z / (2 * n), z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return share, (middle - wide) / (1 + z * z / n), (middle + wide) / (1 + z * z / n)

    @property
    def ahead(self) -> Flags:
        """Which trials ended with more than they began with."""
        return self.banks > self.bank

    def quantiles(self) -> list[dict[str, float]]:
        """Return quantiles of the banks over time, a row for each of some rounds."""
        names = [f"{share:.0%}".replace("%", " %") for share in QUANTILES]
        return [{"round": n, **dict(zip(names, values, strict=True))} for n, values in self.marks]

    def plot(self) -> Any:
        """Plot the quantiles of the banks over time."""
        from sicbo.lab.output.plots import paths_plot

        return paths_plot({self.strategy.name: self})

    def __str__(self) -> str:
        return f"{self.strategy.name}, {len(self):,} trials, seed {self.seed}"

    def __repr__(self) -> str:
        ruined, ahead = float(self.ruined.mean()), float(self.ahead.mean())
        return f"<Trials of {self}: mean bank {self.mean:.2f}, ahead {ahead:.4f}, ruined {ruined:.4f}>"

    def _repr_html_(self) -> str:
        return html([self.row()], caption=str(self))

    def row(self) -> dict[str, Any]:
        """Return the results in one row."""
        ruin, ahead, reached = (self.chance(one) for one in (self.ruined, self.ahead, self.reached))
        staked = float(self.staked.mean())
        return {
            "mean bank": self.mean,
            "± 95 %": interval(0.0, self.standard_error, LEVEL)[1],
            "median": float(np.median(self.banks)),
            "ahead": ahead[0],
            "ruined": ruin[0],
            "ruined from": ruin[1],
            "ruined to": ruin[2],
            "target": reached[0],
            "staked": staked,
            "lost of staked": (self.bank - self.mean) / staked if staked else 0.0,
            "house edge": float(self.edge),
        }


def trials(
    staking: Staking,
    strategy: Strategy,
    bank: int,
    rounds: int,
    count: int,
    seed: int | None = None,
    target: int | None = None,
) -> Trials:
    """Simulate trials of a strategy; trial t rolls the dice of stream 2 + t of the seed."""
    given = (bank, rounds, count)
    if not all(isinstance(one, int) and one >= 1 for one in given) or rounds * count > MOST_ROUNDS:
        raise BadInput(
            "Bank, rounds and trials must be whole numbers from 1, with at most 10^10 rounds in total."
        )
    seed = seed_of(seed)
    play = _Scalar if strategy.decide else _Vector
    return play(staking, strategy, bank, rounds, count, seed, target).played()


class _Vector:
    """All trials at once. Memories are numbered as they appear, so a strategy becomes array look-ups."""

    def __init__(
        self,
        staking: Staking,
        strategy: Strategy,
        bank: int,
        rounds: int,
        count: int,
        seed: int,
        target: int | None,
    ) -> None:
        self.staking, self.strategy, self.start, self.seed = staking, strategy, bank, seed
        self.rounds, self.goal = rounds, np.iinfo(np.int64).max if target is None else target
        self.states = streams(seed, FIRST_TRIAL, count)
        self.banks = np.full(count, bank, dtype=np.int64)
        self.lowest, self.staked = self.banks.copy(), np.zeros(count, dtype=np.int64)
        self.memory = np.zeros(count, dtype=np.int64)
        self.known: dict[Memory, int] = {strategy.start: 0}
        self.memories: list[Memory] = [strategy.start]
        self.multiples: Banks = np.full(ROOM, strategy.multiple(strategy.start))
        self.next: Banks = np.full((ROOM, 3), -1)

    def played(self) -> Trials:
        """Play every round of every trial."""
        count = len(self.banks)
        active = np.flatnonzero(self._going(np.arange(count)))
        marks, step = [self._mark(0)], -(-self.rounds // MARKS)
        for n in range(self.rounds):
            if n % PER_WORD == 0:
                dealt = singles(halves(words_at(self.states, n // PER_WORD))).reshape(-1, PER_WORD)
            if len(active):
                self._round(active, dealt[active, n % PER_WORD].astype(np.intp))
                active = active[self._going(active)]
            if (n + 1) % step == 0 or n + 1 == self.rounds:
                marks.append(self._mark(n + 1))
        ruined = self.banks < self.staking.stake
        reached = self.banks >= self.goal
        return Trials(
            self.strategy, self.start, self.rounds, self.seed, self.staking.edge,
            self.banks, self.lowest, self.staked, ruined, reached, tuple(marks),
        )  # fmt: skip

    def _going(self, active: npt.NDArray[np.intp]) -> Flags:
        banks = self.banks[active]
        return (banks >= self.staking.stake) & (banks < self.goal)

    def _mark(self, n: int) -> tuple[int, tuple[float, ...]]:
        return n, tuple(float(value) for value in np.quantile(self.banks, QUANTILES))

    def _round(self, active: npt.NDArray[np.intp], dealt: npt.NDArray[np.intp]) -> None:
        banks = self.banks[active]
        wanted = self._wanted(active, banks)
        multiple = np.minimum(np.minimum(wanted, self.staking.most), banks // self.staking.stake)
        nets = self._nets(multiple, dealt)
        banks += nets
        self.banks[active] = banks
        self.lowest[active] = np.minimum(self.lowest[active], banks)
        self.staked[active] += multiple * self.staking.stake
        self._remember(active, np.where(multiple > 0, np.sign(nets), 0))

    def _wanted(self, active: npt.NDArray[np.intp], banks: Banks) -> Banks:
        share = self.strategy.share
        if share is None:
            return self.multiples[self.memory[active]]
        if banks.max() > LARGEST_BANK:
            raise BadInput("A bank exceeds 10^14. Set a table maximum, or play fewer rounds.")
        return banks * share.numerator // share.denominator // self.staking.stake

    def _nets(self, multiple: Banks, dealt: npt.NDArray[np.intp]) -> Banks:
        if self.staking.linear:
            return multiple * self.staking.nets(1)[dealt]
        each, which = np.unique(multiple, return_inverse=True)
        rows: Table = np.stack(
            [self.staking.nets(int(one)) if one else np.zeros(OUTCOMES, int) for one in each]
        )
        return np.asarray(rows[which, dealt])

    def _remember(self, active: npt.NDArray[np.intp], signs: Banks) -> None:
        memory, place = self.memory[active], signs + 1
        after = self.next[memory, place]
        if (after < 0).any():
            for number, sign in {*zip(memory[after < 0].tolist(), signs[after < 0].tolist(), strict=True)}:
                self._learn(number, sign, self.strategy.after(self.memories[number], sign))
            after = self.next[memory, place]
        self.memory[active] = after

    def _learn(self, number: int, sign: int, after: Memory) -> None:
        """Record the next memory after a result; a new memory gets the next number."""
        if after not in self.known:
            self.known[after] = new = len(self.memories)
            self.memories.append(after)
            if new == len(self.multiples):
                self.multiples = np.concatenate([self.multiples, self.multiples])
                self.next = np.concatenate([self.next, np.full_like(self.next, -1)])
            self.multiples[new] = self.strategy.multiple(after)
        self.next[number, sign + 1] = self.known[after]


class _Scalar(_Vector):
    """One trial after another, for a strategy with a `decide` function."""

    def played(self) -> Trials:
        """Play every round of every trial with the function."""
        step = -(-self.rounds // MARKS)
        points = {n: at for at, n in enumerate(sorted({*range(0, self.rounds + 1, step), self.rounds}))}
        seen = np.full((len(points), len(self.banks)), self.start, dtype=np.int64)
        for trial in range(len(self.banks)):
            dealt = places(stream(self.seed, FIRST_TRIAL + trial), 0, self.rounds).tolist()
            bank, results = self.start, tuple[int, ...]()
            for n, place in enumerate(dealt, 1):
                if self.staking.stake <= bank < self.goal:
                    multiple = self.staking.played(self._decided(bank, results), bank)
                    net = int(self.staking.nets(multiple)[place]) if multiple else 0
                    bank, results = bank + net, (*results, net)
                    self.staked[trial] += multiple * self.staking.stake
                    self.lowest[trial] = min(self.lowest[trial], bank)
                if n in points:
                    seen[points[n], trial] = bank
        self.banks = seen[-1].copy()
        marks = [(n, tuple(map(float, np.quantile(seen[at], QUANTILES)))) for n, at in points.items()]
        return Trials(
            self.strategy, self.start, self.rounds, self.seed, self.staking.edge, self.banks, self.lowest,
            self.staked, self.banks < self.staking.stake, self.banks >= self.goal, tuple(marks),
        )  # fmt: skip

    def _decided(self, bank: int, results: tuple[int, ...]) -> int:
        """Return the multiple that the function returns, or refuse it."""
        assert self.strategy.decide is not None
        try:
            wanted: object = self.strategy.decide(bank, results)
        except Exception as error:
            after = f"with a bank of {bank} after {len(results)} rounds"
            raise BadInput(f"The strategy {self.strategy.name!r} failed {after}: {error!r}.") from error
        if isinstance(wanted, bool) or not isinstance(wanted, int | np.integer):
            raise BadInput(
                f"A strategy must return a whole multiple of its slip, or 0 to sit out, not {shown(wanted)}."
            )
        return int(wanted)


@dataclass(frozen=True, repr=False)
class Comparison:
    """Strategies side by side; iterate the rows, print them, or show them in a notebook."""

    found: Mapping[str, Trials]

    def __getitem__(self, name: str) -> Trials:
        return self.found[name]

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each strategy."""
        return [{"strategy": name, **one.row()} for name, one in self.found.items()]

    def __str__(self) -> str:
        return self.to_markdown()

    __repr__ = __str__

    def to_markdown(self) -> str:
        """Return the rows as a Markdown table."""
        return markdown(self.rows())

    def _repr_html_(self) -> str:
        return html(self.rows())

    def plot(self) -> Any:
        """Plot the quantiles of the banks over time."""
        from sicbo.lab.output.plots import paths_plot

        return paths_plot(self.found)
