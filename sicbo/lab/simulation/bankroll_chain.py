"""Exact probabilities of a bankroll: reaching a target, surviving a number of rounds, and final banks."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd

from sicbo.errors import BadInput
from sicbo.game.dice import OUTCOMES
from sicbo.lab.simulation.stake_scaling import Staking
from sicbo.lab.simulation.strategies import Memory, Strategy

MOST_WORK, MOST_STEPS, LONG = 3 * 10**7, 4 * 10**6, 200
Standing = tuple[int, Memory]


def reach(staking: Staking, bank: int, target: int) -> Fraction:
    """Return the exact probability that a bank grows to `target` before it cannot pay for the slip.

    The probability of falling from each height is a linear recurrence from the target downwards, with as many
    unknowns as the slip can lose units in one round. The known values below the slip's stake determine them.
    """
    if not (isinstance(bank, int) and isinstance(target, int) and 0 < bank < target):
        raise BadInput(f"The bank must be between 0 and the target, in whole units, not {bank} of {target}.")
    one = staking.results(1)
    unit = gcd(*one) or 1
    weights = {net // unit: weight for net, weight in one.weights()}
    # Heights are in units, counted from the highest bank that cannot pay, which is 0.
    fallen = -((bank % unit - staking.stake) // unit) - 1
    height, top = bank // unit - fallen, -((bank % unit - target) // unit) - fallen
    drop = -min(weights)
    if height <= 0 or max(weights) <= 0:
        return Fraction(0)
    if drop <= 0:
        return Fraction(1)
    if (top * len(weights) + drop**2) * drop > MOST_WORK:
        raise BadInput("The exact probability takes too long to compute. Use rounder stakes, or simulate it.")
    return 1 - _falls(weights, drop, height, top)


def _falls(weights: dict[int, int], drop: int, height: int, top: int) -> Fraction:
    """Return the probability of falling to 0 or below before reaching `top`, from `height`."""
    last, total = weights[-drop], sum(weights.values())
    # Row n holds the probability at height top - n as a sum of the unknowns, times last ** n.
    rows: list[list[int]] = [[int(n == k + 1) * last**n for k in range(drop)] for n in range(drop + 1)]
    others = [(move, weight) for move, weight in weights.items() if move != -drop]
    for n in range(drop + 1, top + drop):
        row = [total * value * last ** (drop - 1) for value in rows[n - drop]]
        for move, weight in others:
            source = n - drop - move
            if source > 0:
                factor = weight * last ** (n - 1 - source)
                row = [value - factor * known for value, known in zip(row, rows[source], strict=True)]
        rows.append(row)
    known = [(rows[n], last**n) for n in range(top, top + drop)]
    unknowns = _solved(known)
    here = top - height
    value = sum((a * x for a, x in zip(rows[here], unknowns, strict=True)), Fraction(0))
    return value / Fraction(last**here)


def _solved(equations: list[tuple[list[int], int]]) -> list[Fraction]:
    """Solve the linear equations by Gaussian elimination."""
    rows = [[Fraction(value) for value in (*left, right)] for left, right in equations]
    for place in range(len(rows)):
        pivot = next(n for n in range(place, len(rows)) if rows[n][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        head = [value / rows[place][place] for value in rows[place]]
        rows = [
            head if n == place else [a - row[place] * b for a, b in zip(row, head, strict=True)]
            for n, row in enumerate(rows)
        ]
    return [row[-1] for row in rows]


@dataclass(frozen=True, repr=False)
class Ends:
    """The distribution of a strategy's bank after a number of rounds, as weights out of 216 ** rounds."""

    rounds: int
    bank: int
    playing: dict[int, int]
    ruined: dict[int, int]
    reached: dict[int, int]

    def __repr__(self) -> str:
        said = f"ruin {float(self.ruin):.6f}, target {float(self.target):.6f}, ahead {float(self.ahead):.6f}"
        return f"<Ends of {self.bank} after {self.rounds} rounds: {said}>"

    @cached_property
    def total(self) -> int:
        """The sum of all weights."""
        return int(OUTCOMES**self.rounds)

    @property
    def ruin(self) -> Fraction:
        """The probability that the bank can no longer pay for the slip."""
        return Fraction(sum(self.ruined.values()), self.total)

    @property
    def target(self) -> Fraction:
        """The probability that the target is reached."""
        return Fraction(sum(self.reached.values()), self.total)

    @property
    def survival(self) -> Fraction:
        """The probability that the bank is not ruined."""
        return 1 - self.ruin

    @property
    def mean(self) -> Fraction:
        """The expected final bank."""
        return Fraction(sum(bank * weight for bank, weight in self.items()), self.total)

    @property
    def ahead(self) -> Fraction:
        """The probability of a final bank above the initial one."""
        return Fraction(sum(weight for bank, weight in self.items() if bank > self.bank), self.total)

    def items(self) -> Iterator[tuple[int, int]]:
        """Yield every final bank with its weight."""
        for part in (self.playing, self.ruined, self.reached):
            yield from part.items()


def ends(staking: Staking, strategy: Strategy, bank: int, rounds: int, target: int | None = None) -> Ends:
    """Follow every path of a strategy exactly; a path stops at ruin and, if there is one, at the target."""
    if strategy.decide:
        raise BadInput(
            "A strategy that is a function of all past results is not a Markov chain. Simulate it."
        )
    if not (isinstance(bank, int) and isinstance(rounds, int) and min(bank, rounds) >= 1):
        raise BadInput(f"Bank and rounds must be whole numbers from 1, not {bank} and {rounds}.")
    playing: dict[Standing, int] = {(bank, strategy.start): 1}
    stopped: tuple[dict[int, int], dict[int, int]] = (defaultdict(int), defaultdict(int))
    known: dict[int, list[tuple[int, int]]] = {}
    work = 0
    for n in range(rounds):
        later: dict[Standing, int] = defaultdict(int)
        for (money, memory), weight in playing.items():
            wanted = strategy.wants(memory, money)
            multiple = staking.played(wanted, money)
            if money < staking.stake or (target is not None and money >= target):
                stopped[money >= staking.stake][money] += weight * OUTCOMES ** (rounds - n)
                continue
            if multiple not in known:
                known[multiple] = _moves(staking, multiple)
            for net, chance in known[multiple]:
                after = strategy.after(memory, (net > 0) - (net < 0)) if multiple else memory
                later[money + net, after] += weight * chance
        work += sum(map(len, known.values())) // max(len(known), 1) * len(later) * (1 + n // LONG)
        if work > MOST_STEPS:
            raise BadInput(
                "The exact chain takes too long to compute. Use fewer rounds or rounder stakes, or simulate."
            )
        playing = later
    return _gathered(staking, bank, rounds, target, playing, stopped)


def _moves(staking: Staking, multiple: int) -> list[tuple[int, int]]:
    """Return the net results of a round with their weights out of 216; sitting out has a net of 0."""
    if not multiple:
        return [(0, OUTCOMES)]
    one = staking.results(multiple)
    return [(net, weight * OUTCOMES // one.total) for net, weight in one.weights()]


def _gathered(
    staking: Staking,
    bank: int,
    rounds: int,
    target: int | None,
    playing: dict[Standing, int],
    stopped: tuple[dict[int, int], dict[int, int]],
) -> Ends:
    left: dict[int, int] = defaultdict(int)
    for (money, _), weight in playing.items():
        if money < staking.stake:
            stopped[0][money] += weight
        elif target is not None and money >= target:
            stopped[1][money] += weight
        else:
            left[money] += weight
    return Ends(rounds, bank, dict(left), dict(stopped[0]), dict(stopped[1]))
