"""Super Streak as an exact chain, compared with figures counted and iterated by other means."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sicbo.errors import BadInput, NotFound
from sicbo.game.policies import Streak
from sicbo.game.rulebook.rules import Rules
from sicbo.maths.super_streak import streak_chain
from sicbo.rulebooks.star_sydney_2016.rulebook import RULES

PAYS = {4: 6, 5: 10, 6: 15, 7: 20, 8: 35, 9: 50, 10: 75, 11: 100, 12: 500}
F = Fraction


def ruled(**choices: object) -> Rules:
    """Return the rules with other choices on Super Streak."""
    assert RULES.super_streak is not None
    changed: dict[str, Any] = {
        name: replace(getattr(RULES.super_streak, name), choice=choice) for name, choice in choices.items()
    }
    return replace(RULES, super_streak=replace(RULES.super_streak, **changed))


def counted(like: Callable[[int, bool, bool], bool]) -> Fraction:
    """Return the probability of a like result, given a test of total, double and triple."""
    rolls = [(sum(dice), len(set(dice)) == 2, len(set(dice)) == 1) for dice in product(range(1, 7), repeat=3)]
    return F(sum(like(*roll) for roll in rolls), 216)


def iterated(go: float, stay: float, start: int, pays: Mapping[int, int]) -> tuple[float, float, float]:
    """Return value, variance and mean rounds of a wager after 400 rounds on a table of probabilities."""
    at, done = {start: 1.0}, dict.fromkeys(range(13), 0.0)
    rounds = 0.0
    for _ in range(400):
        rounds += sum(at.values())
        moved: dict[int, float] = {}
        for length, chance in at.items():
            moved[length] = moved.get(length, 0.0) + chance * stay
            done[length] += chance * (1 - go - stay)
            if length == 11:
                done[12] += chance * go
            else:
                moved[length + 1] = moved.get(length + 1, 0.0) + chance * go
        at = moved
    nets = {length: pays.get(length, -1) for length in done}
    value = sum(done[length] * nets[length] for length in done)
    return value, sum(done[length] * nets[length] ** 2 for length in done) - value**2, rounds


def summed(go: Fraction, stay: Fraction, start: int) -> Fraction:
    """Return the value of a wager as a plain geometric sum."""
    like = go / (1 - stay)
    ended = sum((like ** (n - start) * (1 - like) * PAYS.get(n, -1) for n in range(start, 12)), F(0))
    return ended + like ** (12 - start) * 500


def small(total: int, _double: bool, triple: bool) -> bool:
    """Whether the result is Small."""
    return 4 <= total <= 10 and not triple


def test_by_default_the_house_keeps_201_of_2048() -> None:
    """A wager follows the side that broke the run, counted from the next result."""
    chain = streak_chain(RULES)
    assert (chain.side, chain.start) == ("small", 0)
    assert chain.edge == F(201, 2048)
    assert chain.variance == F(327125551, 4194304)
    assert chain.rounds == F(1053, 512)
    assert chain.lengths == {**{n: F(1, 2 ** (n + 1)) for n in range(12)}, 12: F(1, 4096)}


@pytest.mark.parametrize("side", ["small", "big", "odd", "even"])
def test_the_four_sides_are_worth_the_same(side: str) -> None:
    """Each has 105 of the 216 rolls."""
    assert streak_chain(RULES, side).edge == F(201, 2048)


def test_what_a_wager_standing_at_each_length_is_worth() -> None:
    """The lengths run from zero to twelve."""
    worth = [F(-201, 2048), F(823, 1024), F(1335, 512), F(1591, 256), F(1719, 128), F(1335, 64), F(1015, 32)]
    worth += [F(775, 16), F(615, 8), F(475, 4), F(375, 2), F(300), F(500)]
    assert streak_chain(RULES).values == dict(enumerate(worth))


def test_the_breaking_result_as_number_one_favours_the_player() -> None:
    """The player gains more than four fifths of the stake."""
    chain = streak_chain(RULES.read({"ST-05": "breaking-result"}))
    assert chain.start == 1
    assert chain.edge == F(-823, 1024)
    assert chain.variance == F(161857071, 1048576)
    assert chain.rounds == F(18423, 8960)
    assert chain.lengths == {**{n: F(1, 2**n) for n in range(1, 12)}, 12: F(1, 2048)}
    assert chain.values[0] == F(-201, 2048)


def test_the_next_side_is_worth_the_same_and_lasts_a_result_longer() -> None:
    """Any result but a triple is number one: 216 rounds bring 210 of them."""
    chain = streak_chain(RULES.read({"ST-05": "next-side"}))
    assert chain.start == 0
    assert chain.edge == F(-823, 1024)
    assert chain.rounds == F(18423, 8960) + F(216, 210)
    assert chain.values[0] == F(823, 1024)
    assert chain.values[1] == F(823, 1024)
    assert chain.lengths[1] == F(1, 2)


def test_a_players_pick_is_worth_what_the_breaking_side_is() -> None:
    """The dice do not depend on the picked side."""
    chain = streak_chain(RULES.read({"ST-05": "players-pick"}), "big")
    assert (chain.edge, chain.rounds) == (F(201, 2048), F(1053, 512))


@pytest.mark.parametrize(
    ("reading", "edge"),
    [
        ({"ST-08": "must-break"}, F(1305, 8192)),
        ({"ST-09": "each-rung"}, F(-317, 512)),
        ({"ST-09": "each-rung", "ST-05": "breaking-result"}, F(-573, 256)),
        ({"ST-06": "never"}, F(201, 2048)),
    ],
)
def test_other_readings_of_the_end(reading: dict[str, str], edge: Fraction) -> None:
    """A thirteenth like result may lose, or every rung may be paid."""
    assert streak_chain(RULES.read(reading)).edge == edge


def test_a_run_that_must_break_may_end_at_thirteen() -> None:
    """Half of the runs of twelve continue and lose."""
    chain = streak_chain(RULES.read({"ST-08": "must-break"}))
    assert (chain.lengths[12], chain.lengths[13]) == (F(1, 8192), F(1, 8192))
    assert chain.values[12] == F(499, 2)


def test_rungs_paid_on_the_way_vary_as_their_sums_do() -> None:
    """Length n wins all rungs up to n, and the stake is lost only below four."""
    sums = {n: sum(PAYS[rung] for rung in range(4, n + 1)) for n in range(4, 13)}
    chance = {**{n: F(1, 2 ** (n + 1)) for n in range(12)}, 12: F(1, 4096)}
    mean = sum((chance[n] * sums.get(n, -1) for n in chance), F(0))
    square = sum((chance[n] * sums.get(n, -1) ** 2 for n in chance), F(0))
    chain = streak_chain(RULES.read({"ST-09": "each-rung"}))
    assert (chain.edge, chain.variance) == (-mean, square - mean**2)
    assert chain.variance == F(68625015, 262144)


def test_a_window_below_four_is_worth_most_at_its_last_moment() -> None:
    """A wager may enter after one, two or three results; the chain uses the third."""
    chain = streak_chain(RULES.read({"ST-06": "below-four"}))
    assert (chain.start, chain.edge) == (3, F(-1591, 256))
    assert [chain.values[n] for n in (1, 2, 3)] == [F(823, 1024), F(1335, 512), F(1591, 256)]
    assert min(chain.lengths) == 3


def test_odds_that_include_the_stake_would_cost_more() -> None:
    """Six for one would replace six to one."""
    pays = {length: F(odds - 1) for length, odds in PAYS.items()}
    assert streak_chain(ruled(pays=pays)).edge == F(329, 2048)
    picked = ruled(pays=pays).read({"ST-05": "breaking-result"})
    assert streak_chain(picked).edge == F(-695, 1024)


@pytest.mark.parametrize(("start", "reading"), [(0, {}), (1, {"ST-05": "breaking-result"})])
def test_a_triple_that_ends_the_run(start: int, reading: dict[str, str]) -> None:
    """A result is then alike with probability 105/216, and no result is held."""
    rules = ruled(on_triple=Streak.ENDS).read(reading)
    value = summed(F(105, 216), F(0), start)
    assert streak_chain(rules).edge == -value
    assert round(float(value), 4) == {0: -0.2360, 1: 0.5717}[start]


def test_a_triple_that_refunds() -> None:
    """A wager at any length is refunded with probability 6/216."""
    value = F(500)
    for length in reversed(range(12)):
        value = F(105, 216) * value + F(105, 216) * PAYS.get(length, -1)
    chain = streak_chain(ruled(on_triple=Streak.REFUNDED))
    assert chain.edge == -value
    assert sum(chain.lengths.values()) == 1


def test_a_triple_that_restarts_the_count() -> None:
    """Solved by hand: the value of each length has a part of its own and a part of the beginning."""
    own, back = F(500), F(0)
    for length in reversed(range(12)):
        own = F(105, 216) * (own + PAYS.get(length, -1))
        back = F(105, 216) * back + F(6, 216)
    chain = streak_chain(ruled(on_triple=Streak.RESTARTS))
    assert chain.edge == -own / (1 - back)
    assert sum(chain.lengths.values()) == 1


def even_printed(total: int, _double: bool, triple: bool) -> bool:
    """Whether the result is Even as its list is printed; 6-6-6 loses."""
    return total in (4, 6, 8, 12, 14, 16) and not triple


def odd(total: int, _double: bool, triple: bool) -> bool:
    """Whether the result is Odd."""
    return total % 2 == 1 and not triple


LITERAL = [
    ({"ST-01": "literal"}, "even", even_printed, 6, F(109292834496221934, 135168820322265625), 0.8086),
    ({"ST-01": "literal"}, "odd", odd, 6, F(201, 2048), 0.0981),
    (
        {"ST-01": "literal-with-18"},
        "even",
        even_printed,
        6,
        F(109292834496221934, 135168820322265625),
        0.8086,
    ),
    ({"ST-01": "literal-with-18"}, "odd", odd, 6, F(201, 2048), 0.0981),
    (
        {"ST-01": "with-10-and-18"},
        "even",
        lambda total, _double, triple: total % 2 == 0 and not triple,
        6,
        F(201, 2048),
        0.0981,
    ),
    (
        {"ST-02": "literal"},
        "odd",
        lambda total, double, _triple: double and total % 2 == 1,
        6,
        F(27858098504813, 28346956187648),
        0.9828,
    ),
    (
        {"ST-02": "literal"},
        "even",
        lambda total, double, _triple: double and total % 2 == 0,
        6,
        F(27858098504813, 28346956187648),
        0.9828,
    ),
    ({"ST-02": "literal"}, "small", small, 6, F(201, 2048), 0.0981),
]


@pytest.mark.parametrize(("reading", "side", "like", "held", "edge", "rounded"), LITERAL)
def test_odd_and_even_to_the_letter(
    reading: dict[str, str],
    side: str,
    like: Callable[[int, bool, bool], bool],
    held: int,
    edge: Fraction,
    rounded: float,
) -> None:
    """The exact edge agrees with a geometric sum and with playing it out."""
    go, stay = counted(like), F(held, 216)
    chain = streak_chain(RULES.read(reading), side)
    value, variance, rounds = iterated(float(go), float(stay), 0, PAYS)
    assert chain.edge == edge == -summed(go, stay, 0)
    assert round(float(edge), 4) == rounded
    assert float(chain.edge) == pytest.approx(-value, abs=1e-12)
    assert float(chain.variance) == pytest.approx(variance, abs=1e-9)
    assert float(chain.rounds) == pytest.approx(rounds, abs=1e-12)


def test_the_default_and_the_breaking_result_played_out() -> None:
    """Four hundred rounds on a table of probabilities give the same figures."""
    go, stay = counted(small), F(6, 216)
    assert go == F(105, 216)
    for start, reading in ((0, {}), (1, {"ST-05": "breaking-result"})):
        chain = streak_chain(RULES.read(reading))
        played = iterated(float(go), float(stay), start, PAYS)
        assert (-float(chain.edge), float(chain.variance), float(chain.rounds)) == pytest.approx(
            played, abs=1e-9
        )


def test_unknown_sides_and_rulebooks_without_super_streak() -> None:
    """Each message lists the known names."""
    with pytest.raises(NotFound, match="small"):
        streak_chain(RULES, "smal")
    with pytest.raises(BadInput, match="offers no Super Streak"):
        streak_chain(replace(RULES, super_streak=None))
