"""The generator and its rolls are the same in plain Python, numpy and machine code, permanently."""

import hashlib
from fractions import Fraction
from math import comb, log

import numpy as np
import pytest
from scipy import stats

from sicbo.errors import BadInput
from sicbo.game.dice import EVERY_ROLL
from sicbo.lab.random import binomial as counts
from sicbo.lab.random.engines import COMPILED, NUMPY, engine_for, narrow_integers
from sicbo.lab.random.rolls import PAIRS, REJECT_BELOW, pair_from_half, place_at, places, places_at, roll_at
from sicbo.lab.random.splitmix import GAMMA, MASK, given_or_random_seed, stream, streams, word, words
from sicbo.lab.simulation.payoffs import SlipPayoffs

ZERO_WORD = -GAMMA & MASK
"""The state whose word number 0 is 0: both of its halves are rejected."""


def test_the_words_are_those_of_splitmix64() -> None:
    """The words are the published first outputs for the state 1234567."""
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]

    assert [word(1234567, number) for number in range(4)] == known
    assert words(1234567, 0, 4).tolist() == known
    assert words(1234567, 2, 2).tolist() == known[2:]


def test_the_rolls_of_a_seed_never_change() -> None:
    """Vectors published in docs/guides/laboratory.md: every machine and library must give them too."""
    million = places(stream(2024), 0, 1_000_000)

    assert [roll_at(2024, n) for n in range(4)] == [(5, 3, 2), (4, 4, 4), (4, 4, 5), (5, 6, 1)]
    assert hashlib.sha256(million.tobytes()).hexdigest() == (
        "ed1e090cb8907b2cca18ea61d1815ad4fdf7a410dc0371cafbf05c9a8b29c5b3"
    )


def test_numpy_deals_what_plain_python_deals_wherever_it_begins() -> None:
    """A thousand rounds agree from a position inside a word."""
    state = stream(7)

    assert places(state, 1_003, 1_000).tolist() == [place_at(state, n) for n in range(1_003, 2_003)]
    assert places(ZERO_WORD, 0, 8).tolist() == [place_at(ZERO_WORD, n) for n in range(8)]


def test_many_streams_at_once_are_the_same_streams() -> None:
    """The streams agree round by round, as trials of a strategy are dealt."""
    states = streams(9, 2, 50)

    assert states.tolist() == [stream(9, number) for number in range(2, 52)]
    for number in range(9):
        assert places_at(states, number).tolist() == [place_at(int(one), number) for one in states]


def test_a_half_below_the_bound_is_drawn_again() -> None:
    """2^32 is 92,056 · 46,656 + 2,560, so without rejection some pairs would have one half more."""
    assert REJECT_BELOW == 2_560
    assert pair_from_half(0, high=False) == pair_from_half(word(0), high=False)
    assert pair_from_half(0, high=True) == pair_from_half(word(0), high=True)
    ends = [-(-pair * 2**32 // PAIRS) for pair in (0, 1, 2, PAIRS - 1, PAIRS)]
    for pair, first, after in ((0, ends[0], ends[1]), (1, ends[1], ends[2]), (PAIRS - 1, ends[3], ends[4])):
        halves = range(first, after)
        assert sum(half * PAIRS % 2**32 >= REJECT_BELOW for half in halves) == 2**32 // PAIRS
        assert {half * PAIRS >> 32 for half in halves} == {pair}


@pytest.mark.parametrize("state", [stream(3), ZERO_WORD], ids=["a stream", "rejected at once"])
@pytest.mark.parametrize("rounds", [4, 4_099, 20_003])
def test_machine_code_deals_what_numpy_deals(state: int, rounds: int, mixed_slip: SlipPayoffs) -> None:
    """Total, lowest point, counts and rows agree, even if the rounds do not fill the last word."""
    nets, table = mixed_slip.nets, mixed_slip.packed_wager_nets
    ours, theirs = (np.zeros((rounds, table.shape[1]), table.dtype) for _ in range(2))

    NUMPY.rows(state, 0, rounds, table, ours)
    COMPILED.rows(state, 0, rounds, table, theirs)

    assert COMPILED.path(state, 0, rounds, nets) == NUMPY.path(state, 0, rounds, nets)
    assert COMPILED.tally(state, 0, rounds).tolist() == NUMPY.tally(state, 0, rounds).tolist()
    assert np.array_equal(ours, theirs)
    assert engine_for(2**30).name == "numba"


def test_the_lowest_point_is_within_the_pair_too(mixed_slip: SlipPayoffs) -> None:
    """The path of a bankroll agrees, step by step, with plain Python."""
    state, bank, lowest = stream(11), 0, 0
    for number in range(4_001):
        bank += mixed_slip.net_by_roll[EVERY_ROLL[place_at(state, number)]] // mixed_slip.unit
        lowest = min(lowest, bank)

    assert COMPILED.path(state, 0, 4_001, mixed_slip.nets) == (bank, lowest)


def test_whole_numbers_are_held_in_as_few_bytes_as_will_do() -> None:
    """The largest and the smallest number of each width keep their type."""
    for kind, value in ((np.int16, 32_767), (np.int32, 32_768), (np.int32, -(2**31)), (np.int64, 2**31)):
        assert narrow_integers(np.array([value, 0])).dtype == kind


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, True, "7"])
def test_a_seed_is_a_whole_number_of_64_bits(seed: object) -> None:
    """Any other seed is refused in a sentence; without a seed a fresh one is drawn."""
    with pytest.raises(BadInput, match="A seed must be a whole number"):
        given_or_random_seed(seed)  # type: ignore[arg-type]
    assert given_or_random_seed(None) != given_or_random_seed(None)
    assert given_or_random_seed(2**64 - 1) == 2**64 - 1


def test_the_totals_of_a_seed_never_change() -> None:
    """The totals are published too; the draw uses basic operations only."""
    drawn = list(counts.counts_of_kinds(2024, 10**12).values())

    assert sum(drawn) == 10**12
    assert drawn[:3] == [4629694316, 13888805415, 13888849751]
    assert hashlib.sha256(repr(drawn).encode()).hexdigest() == (
        "5dca75d9ccb468d3a853a396acba9a5d9b59192f3b0b2e79343f43bcdbe178a7"
    )


@pytest.mark.parametrize(
    ("n", "part", "whole"), [(5, 1, 3), (60, 1, 3), (200, 1, 2), (3_000, 1, 100), (90, 5, 6)]
)
def test_binomial_draws_have_the_binomial_distribution(n: int, part: int, whole: int) -> None:
    """Twenty thousand draws agree with scipy, by both methods and on both sides of one half."""
    uniform = counts.uniforms(stream(5, n))
    seen = np.bincount([counts.binomial(n, part, whole, uniform) for _ in range(20_000)], minlength=n + 1)
    fair = stats.binom.pmf(np.arange(n + 1), n, part / whole) * 20_000
    often = fair > 8
    grouped = [np.append(values[often], values[~often].sum() + 1e-9) for values in (seen, fair)]

    _, p = stats.chisquare(*grouped, sum_check=False)
    assert p > 1e-4


@pytest.mark.parametrize(("n", "part", "whole"), [(30, 1, 2), (100, 50, 108), (20_000, 1, 216)])
def test_the_ratio_of_probabilities_is_exact_to_eleven_places(n: int, part: int, whole: int) -> None:
    """The ratio agrees with fractions, from the mode to five standard deviations and at both ends."""
    mode, sd = (n + 1) * part // whole, (n * part * (whole - part)) ** 0.5 / whole
    for k in {0, n, *(round(mode + z * sd) for z in (-5, -2, -1, 1, 2, 5))}:
        if 0 <= k <= n:
            exact = float(Fraction(comb(n, k) * part**k * (whole - part) ** (n - k), whole**n))
            assert not exact or counts.log_probability(n, k, part, whole) == pytest.approx(
                log(exact), abs=1e-11
            )


def test_our_logarithm_is_a_logarithm() -> None:
    """The logarithm is accurate to the last place but one."""
    for x in (1e-300, 0.3, 0.999999999, 1.0, 1.0000001, 7.0, 1e12):
        assert counts.log(x) == pytest.approx(log(x), rel=1e-15, abs=1e-16)


def test_the_counts_of_kinds_have_the_right_means() -> None:
    """Over 300 seeds of 21,600 rounds each kind has 100, 300 or 600, within five standard errors."""
    drawn = np.array([list(counts.counts_of_kinds(seed, 21_600).values()) for seed in range(300)])
    fair = 100 * np.array(counts.KIND_WEIGHTS)

    assert (abs(drawn.mean(axis=0) - fair) < 5 * np.sqrt(fair / 300)).all()
    assert (abs(drawn.var(axis=0) / (fair * (1 - fair / 21_600)) - 1) < 0.5).all()
