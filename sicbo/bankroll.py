"""Questions about a bankroll, answered exactly by a Markov chain or by simulation with intervals.

    bankroll.reach(book, "small", start=100, target=200, stake=1)      a probability, as a fraction
    bankroll.survival(book, slip, bank=20_000, rounds=100)              a probability, as a fraction
    bankroll.ends(book, bankroll.martingale("small", 1), bank=200, rounds=100)
    bankroll.compare(book, {"flat": bankroll.flat("small", 1)}, bank=200, rounds=500, trials=10_000, seed=7)

Money is in whole cents, or in any other unit that is not divided.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sicbo.errors import BadInput
from sicbo.game.limits import NO_LIMITS, Limits
from sicbo.lab.simulation import bankroll_chain
from sicbo.lab.simulation.bankroll_chain import Ends
from sicbo.lab.simulation.house_exposure import Exposure
from sicbo.lab.simulation.payoffs import Deal
from sicbo.lab.simulation.stake_scaling import Staking
from sicbo.lab.simulation.strategies import (
    Strategy,
    dalembert,
    fibonacci,
    flat,
    kelly as kelly_of,
    labouchere,
    martingale,
    own,
    paroli,
    slip_of,
)
from sicbo.lab.simulation.strategy_trials import Comparison, Trials, trials as play
from sicbo.lab.simulation.super_streak_players import StreakPlay, play_streaks
from sicbo.rulebook import Rulebook, SlipLike

__all__ = [
    "Comparison",
    "Ends",
    "Strategy",
    "Trials",
    "compare",
    "dalembert",
    "ends",
    "exposure",
    "fibonacci",
    "flat",
    "kelly",
    "labouchere",
    "martingale",
    "own",
    "paroli",
    "reach",
    "streaks",
    "survival",
    "trials",
]


def reach(
    book: Rulebook,
    slip: str | SlipLike,
    start: int,
    target: int,
    stake: int = 1,
    limits: Limits = NO_LIMITS,
) -> Fraction:
    """Return the exact probability that a bank grows to `target` before it cannot pay for the slip."""
    return bankroll_chain.reach(_staking(book, slip, stake, limits), start, target)


def survival(
    book: Rulebook, slip: str | SlipLike, bank: int, rounds: int, stake: int = 1, limits: Limits = NO_LIMITS
) -> Fraction:
    """Return the exact probability that a bank can pay for the slip in every round and in one more."""
    staking = _staking(book, slip, stake, limits)
    return bankroll_chain.ends(staking, flat(staking.slip), bank, rounds).survival


def ends(
    book: Rulebook,
    strategy: Strategy,
    bank: int,
    rounds: int,
    target: int | None = None,
    limits: Limits = NO_LIMITS,
) -> Ends:
    """Return the exact distribution of the outcomes of a strategy after a number of rounds."""
    return bankroll_chain.ends(_staking(book, strategy.slip, 1, limits), strategy, bank, rounds, target)


def trials(
    book: Rulebook,
    strategy: Strategy,
    bank: int,
    rounds: int,
    trials: int = 10_000,
    seed: int | None = None,
    target: int | None = None,
    limits: Limits = NO_LIMITS,
) -> Trials:
    """Simulate a strategy many times."""
    return play(_staking(book, strategy.slip, 1, limits), strategy, bank, rounds, trials, seed, target)


def compare(
    book: Rulebook,
    strategies: Mapping[str, Strategy],
    bank: int,
    rounds: int,
    trials: int = 10_000,
    seed: int | None = None,
    target: int | None = None,
    limits: Limits = NO_LIMITS,
) -> Comparison:
    """Simulate several strategies on the same dice."""
    found: dict[str, Trials] = {}
    for name, strategy in strategies.items():
        staking = _staking(book, strategy.slip, 1, limits)
        found[name] = play(staking, strategy, bank, rounds, trials, seed, target)
        seed = found[name].seed
    return Comparison(found)


def kelly(book: Rulebook, slip: str | SlipLike, stake: int = 1) -> Strategy:
    """Return the strategy with the fastest-growing share of the bank; it is 0 if the house has the edge."""
    staking = _staking(book, slip, stake, NO_LIMITS)
    return kelly_of(staking.slip, staking.results(1))


def exposure(book: Rulebook, slips: Sequence[tuple[SlipLike, int]], rounds: int) -> Exposure:
    """Return the house's exposure to slips that are settled together, each with its number of players."""
    if rounds < 1 or not slips or any(players < 1 for _, players in slips):
        raise BadInput("An exposure needs at least one slip, one player per slip and one round.")
    deals = ((Deal(book.layout, book.rules, book.slip(slip)), players) for slip, players in slips)
    return Exposure(tuple(deals), rounds)


def streaks(book: Rulebook, side: str = "small", rounds: int = 10_000, seed: int | None = None) -> StreakPlay:
    """Simulate Super Streak wagers on every run of a side's line, next to the exact chain."""
    return play_streaks(book.rules, side, rounds, seed)


def _staking(book: Rulebook, slip: str | SlipLike, stake: int, limits: Limits) -> Staking:
    taken = book.slip(slip_of(slip, stake) if isinstance(slip, str) else slip)
    return Staking(book.layout, book.rules, taken, limits)
