"""Betting strategies as data that an exact chain can follow and a simulation can play.

A strategy plays multiples of one slip. Its memory is a value; each round replaces it, depending on whether
the round gained, lost or did neither. So every strategy except `own` is a Markov chain, and its probabilities
can be computed exactly.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import log

from sicbo.errors import BadInput
from sicbo.game.settlement import Slip
from sicbo.maths.distribution import Distribution

Memory = Hashable
LONGEST_LINE = 64
FINEST_SHARE = 10_000


@dataclass(frozen=True)
class Strategy:
    """A slip, the multiple to play for each memory, and the next memory after a gain, a loss or neither.

    `after` receives 1, -1 or 0. If `share` is given, the multiple is that share of the bank, rounded down.
    `decide` is a function of the caller that receives the bank and every net result so far.
    """

    name: str
    slip: Slip
    start: Memory = 0
    multiple: Callable[[Memory], int] = lambda memory: 1
    after: Callable[[Memory, int], Memory] = lambda memory, sign: memory
    share: Fraction | None = None
    decide: Callable[[int, tuple[int, ...]], int] | None = None

    def wants(self, memory: Memory, bank: int) -> int:
        """Return the multiple to play before the limits of the table and the bank."""
        if self.share is not None:
            return int(self.share * bank // self.slip.stake)
        return self.multiple(memory)


def slip_of(slip: str | Slip | Mapping[str, int], stake: int = 1) -> Slip:
    """Return the given slip, or a slip of one wager on the given bet."""
    if isinstance(slip, Slip):
        return slip
    return Slip({slip: stake} if isinstance(slip, str) else slip)


def flat(slip: str | Slip | Mapping[str, int], stake: int = 1) -> Strategy:
    """Bet the same slip every round."""
    return Strategy("flat", slip_of(slip, stake))


def martingale(slip: str | Slip | Mapping[str, int], stake: int = 1, cap: int = 64) -> Strategy:
    """Double after a loss, up to `cap` times the stake; start over after a gain or at the cap."""
    steps = _cap(cap).bit_length()
    return Strategy(
        f"martingale to {cap}",
        slip_of(slip, stake),
        multiple=lambda level: 2 ** _number(level),
        after=_walk(lambda level, sign: 0 if sign > 0 else (level + 1) % steps if sign < 0 else level),
    )


def dalembert(slip: str | Slip | Mapping[str, int], stake: int = 1, cap: int = 100) -> Strategy:
    """Add one stake after a loss and remove one after a gain, between one and `cap`."""
    return Strategy(
        "d'Alembert",
        slip_of(slip, stake),
        start=1,
        multiple=_number,
        after=_walk(lambda level, sign: min(max(level - sign, 1), _cap(cap))),
    )


def fibonacci(slip: str | Slip | Mapping[str, int], stake: int = 1, cap: int = 144) -> Strategy:
    """Move up 1, 1, 2, 3, 5, … after a loss and two back after a gain; start over past `cap`."""
    numbers = [1, 1]
    while numbers[-1] + numbers[-2] <= _cap(cap):
        numbers.append(numbers[-1] + numbers[-2])
    return Strategy(
        "Fibonacci",
        slip_of(slip, stake),
        multiple=lambda level: numbers[_number(level)],
        after=_walk(lambda level, sign: max(level - 2, 0) if sign > 0 else (level - sign) % len(numbers)),
    )


def paroli(slip: str | Slip | Mapping[str, int], stake: int = 1, wins: int = 3) -> Strategy:
    """Double after a gain, until `wins` gains in a row; start over after a loss."""
    if not 1 <= wins <= 20:
        raise BadInput(f"Paroli takes 1 to 20 wins, not {wins}.")
    return Strategy(
        "Paroli",
        slip_of(slip, stake),
        multiple=lambda level: 2 ** _number(level),
        after=_walk(lambda level, sign: (level + 1) % wins if sign > 0 else 0 if sign < 0 else level),
    )


def labouchere(
    slip: str | Slip | Mapping[str, int], stake: int = 1, line: tuple[int, ...] = (1, 2, 3), cap: int = 100
) -> Strategy:
    """Stake both ends of a line: a gain removes them, a loss appends the sum; start over past `cap`."""
    if not line or min(line) < 1:
        raise BadInput(f"The line of Labouchere must contain numbers from 1, not {line}.")
    _cap(cap)

    def sum_of(left: tuple[int, ...]) -> int:
        return left[0] + left[-1] if len(left) > 1 else left[0]

    def after(memory: Memory, sign: int) -> Memory:
        assert isinstance(memory, tuple)
        if sign > 0:
            return memory[1:-1] or line
        grown = (*memory, sum_of(memory)) if sign < 0 else memory
        return grown if sum_of(grown) <= cap and len(grown) <= LONGEST_LINE else line

    def multiple(memory: Memory) -> int:
        assert isinstance(memory, tuple)
        return sum_of(memory)

    return Strategy("Labouchere", slip_of(slip, stake), line, multiple, after)


def kelly(slip: str | Slip | Mapping[str, int], one: Distribution, stake: int = 1) -> Strategy:
    """Stake the share of the bank that grows it fastest, or nothing if the house has the edge."""
    played = slip_of(slip, stake)
    share = best_share(one, played.stake)
    return replace(flat(played), name=f"Kelly {float(share):.2%}", share=share)


def best_share(one: Distribution, stake: int) -> Fraction:
    """Return the share of a bank, to 1/10,000, that maximises the expected logarithm of its growth."""
    if one.mean <= 0:
        return Fraction(0)
    results = [(net / stake, float(chance)) for net, chance in one.items()]

    def growth(steps: int) -> float:
        return sum(chance * log(1 + steps / FINEST_SHARE * net) for net, chance in results)

    low, high = 0, FINEST_SHARE - 1
    while high - low > 2:
        third = (high - low) // 3
        left, right = low + third, high - third
        low, high = (left, high) if growth(left) < growth(right) else (low, right)
    return Fraction(max(range(low, high + 1), key=growth), FINEST_SHARE)


def own(
    slip: str | Slip | Mapping[str, int], decide: Callable[[int, tuple[int, ...]], int], name: str = "own"
) -> Strategy:
    """Return a custom strategy: `decide(bank, results)` returns the multiple of the slip, 0 to sit out."""
    return Strategy(name, slip_of(slip), decide=decide)


def _number(memory: Memory) -> int:
    assert isinstance(memory, int)
    return memory


def _walk(step: Callable[[int, int], int]) -> Callable[[Memory, int], Memory]:
    return lambda memory, sign: step(_number(memory), sign)


def _cap(cap: int) -> int:
    if not 1 <= cap <= 10**6:
        raise BadInput(f"The cap of a progression must be between 1 and 10^6, not {cap}.")
    return cap
