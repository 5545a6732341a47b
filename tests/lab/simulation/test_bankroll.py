"""Bankrolls: exact chains and simulated trials agree."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from sicbo import BadInput, Bounds, Limits, Rulebook, bankroll
from sicbo.lab.simulation.stake_scaling import SlipMultiples
from sicbo.lab.simulation.strategies import kelly_share

SYDNEY = Rulebook.load("crown-sydney")
SMALL = Fraction(105, 216)
ODDS = (1 - SMALL) / SMALL
TRIED = (
    bankroll.flat("small"),
    bankroll.martingale("small", cap=16),
    bankroll.dalembert("small", cap=8),
    bankroll.fibonacci("small", cap=21),
    bankroll.labouchere("small", cap=12),
    bankroll.paroli("small"),
)


def called_for(strategy: bankroll.Strategy, signs: str) -> list[int]:
    """Return the multiples before each of a sequence of gains (+) and losses (-), and after the last."""
    memory, multiples = strategy.start, [strategy.multiple(strategy.start)]
    for sign in signs:
        memory = strategy.after(memory, {"+": 1, "-": -1, "0": 0}[sign])
        multiples.append(strategy.multiple(memory))
    return multiples


@pytest.mark.parametrize(
    ("strategy", "signs", "multiples"),
    [
        (bankroll.flat("small"), "+-0", [1, 1, 1, 1]),
        (bankroll.martingale("small", cap=8), "---0-+-", [1, 2, 4, 8, 8, 1, 1, 2]),
        (bankroll.dalembert("small", cap=3), "----++++", [1, 2, 3, 3, 3, 2, 1, 1, 1]),
        (bankroll.fibonacci("small", cap=5), "---+-----", [1, 1, 2, 3, 1, 2, 3, 5, 1, 1]),
        (bankroll.paroli("small", wins=3), "+++-+0-", [1, 2, 4, 1, 1, 2, 2, 1]),
        (bankroll.labouchere("small", cap=9), "-+++", [4, 5, 5, 4, 2]),
    ],
    ids=lambda value: value.name if isinstance(value, bankroll.Strategy) else None,
)
def test_a_progression_goes_as_it_is_told(
    strategy: bankroll.Strategy, signs: str, multiples: list[int]
) -> None:
    """The multiples are worked out by hand from the description."""
    assert called_for(strategy, signs) == multiples


def test_labouchere_begins_again_where_it_would_pass_its_cap() -> None:
    """The line 1 2 3 with losses gives 4, 5, 6 … up to the cap."""
    assert called_for(bankroll.labouchere("small", cap=6), "---")[:4] == [4, 5, 6, 4]


def test_reaching_a_target_is_the_gamblers_ruin() -> None:
    """A hundred units reach two hundred on Small with probability 1 / (1 + (111/105)^100)."""
    exact = bankroll.reach(SYDNEY, "small", start=100, target=200, stake=1)

    assert exact == (1 - ODDS**100) / (1 - ODDS**200)
    assert float(exact) == pytest.approx(0.0038455, abs=1e-7)


@pytest.mark.parametrize(
    ("slip", "bank", "target"),
    [
        ({"single-4": 1}, 10, 25),
        ({"small": 2, "single-4": 1}, 11, 30),
        ({"total-9": 10, "big": 20}, 122, 181),
        ({"triple-6": 3}, 20, 100),
    ],
    ids=str,
)
def test_reaching_a_target_solves_the_chain(slip: dict[str, int], bank: int, target: int) -> None:
    """The result agrees with the linear equations of every bank, solved by numpy."""
    one, stake = SYDNEY.distribution(slip), sum(slip.values())
    left, right = np.eye(target), np.zeros(target)
    for money in range(stake, target):
        for net, chance in one.items():
            if money + net >= target:
                right[money] += float(chance)
            else:
                left[money, money + net] -= float(chance)

    assert float(bankroll.reach(SYDNEY, slip, bank, target)) == pytest.approx(
        np.linalg.solve(left, right)[bank], abs=1e-9
    )


@pytest.mark.parametrize(("units", "rounds"), [(20, 500), (100, 500), (1_000, 500)])
def test_a_million_rounds_agree_with_the_exact_chain(units: int, rounds: int) -> None:
    """For Small with unit stakes, mean bank, ruin and being ahead agree within five standard errors."""
    count = 1_000_000 // rounds
    exact = bankroll.ends(SYDNEY, bankroll.flat("small"), units, rounds)
    seen = bankroll.trials(SYDNEY, bankroll.flat("small"), units, rounds, count, seed=units)

    assert abs(seen.mean - exact.mean) < 5 * seen.standard_error
    for flags, chance in ((seen.ruined, exact.ruin), (seen.ahead, exact.ahead)):
        share = float(chance)
        assert abs(flags.mean() - share) <= 5 * (share * (1 - share) / count) ** 0.5 + 1e-12


@pytest.mark.parametrize("strategy", TRIED, ids=lambda one: one.name)
def test_every_strategy_agrees_with_its_chain(strategy: bankroll.Strategy) -> None:
    """After thirty rounds with forty units, mean, ruin and target agree within five standard errors."""
    exact = bankroll.ends(SYDNEY, strategy, 40, 30, target=60)
    seen = bankroll.trials(SYDNEY, strategy, 40, 30, 10_000, seed=3, target=60)

    assert abs(seen.mean - exact.mean) < 5 * seen.standard_error
    for flags, chance in ((seen.ruined, exact.ruin), (seen.reached, exact.target)):
        low, high = seen.chance(flags, 0.999999)[1:]
        assert low <= chance <= high
    assert exact.mean == 40 + sum((bank - 40) * weight for bank, weight in exact.items()) / Fraction(
        exact.total
    )


def test_what_a_strategy_loses_is_the_house_edge_of_what_it_stakes() -> None:
    """The loss rate is the house edge for every staking, within five standard errors."""
    compared = bankroll.compare(SYDNEY, {one.name: one for one in TRIED}, 200, 100, 5_000, seed=7)

    for row in compared.rows():
        assert abs(row["lost of staked"] - row["house edge"]) < 5 * row["± 95 %"] / 1.9 / row["staked"]
    assert "| flat |" in str(compared)
    assert compared._repr_html_().count("<tr>") == len(TRIED) + 1


def test_surviving_is_exact() -> None:
    """By hand for two rounds: a bank of one unit survives the first round only by winning it."""
    assert bankroll.survival(SYDNEY, "small", bank=1, rounds=1) == SMALL
    assert bankroll.survival(SYDNEY, "small", bank=2, rounds=2) == 1 - (1 - SMALL) ** 2
    assert float(bankroll.survival(SYDNEY, {"small": 2_500, "single-4": 500}, 20_000, 100)) == pytest.approx(
        0.41498139, abs=1e-8
    )


def test_the_table_limits_a_progression() -> None:
    """Doubling stops at the maximum, in the chain too."""
    limits = Limits(Bounds(100, 500))
    strategy = bankroll.martingale("small", 100, cap=64)
    exact = bankroll.ends(SYDNEY, strategy, 5_000, 12, limits=limits)
    seen = bankroll.trials(SYDNEY, strategy, 5_000, 12, 4_000, seed=1, limits=limits)

    staking = SlipMultiples(SYDNEY.layout, SYDNEY.rules, strategy.slip, limits)
    assert [staking.allowed_multiple(wanted, 10**6) for wanted in (1, 4, 8, 64)] == [1, 4, 5, 5]
    assert min(bank for bank, _ in exact.items()) >= 5_000 - 12 * 500
    assert int(seen.lowest.min()) >= 5_000 - 100 - 200 - 400 - 9 * 500
    assert abs(seen.mean - exact.mean) < 5 * seen.standard_error


def test_winnings_are_paid_in_whole_chips() -> None:
    """Crown Sydney 4.3 pays up: 3.50 at 7 to 1 in chips of 5.00 is 25.00, not 24.50."""
    limits = Limits(chip=500)
    strategy = bankroll.martingale("total-9", 350, cap=2)
    exact = bankroll.ends(SYDNEY, strategy, 3_000, 6, limits=limits)
    seen = bankroll.trials(SYDNEY, strategy, 3_000, 6, 4_000, seed=1, limits=limits)

    assert {bank for bank, _ in exact.items()} >= set(seen.banks.tolist())
    assert 3_000 + 2_500 - (1 + 2 + 1 + 2 + 1) * 350 in dict(exact.items())
    assert abs(seen.mean - exact.mean) < 5 * seen.standard_error


def test_a_multiple_is_one_wager_for_the_table() -> None:
    """3.00 at 7 to 1 in chips of 5.00 pays 25.00, twice as much 45.00; a maximum of 5.50 takes 5 at 1.00."""
    chips = SlipMultiples(SYDNEY.layout, SYDNEY.rules, SYDNEY.slip({"total-9": 300}), Limits(chip=500))
    bound = SlipMultiples(SYDNEY.layout, SYDNEY.rules, SYDNEY.slip({"small": 100}), Limits(Bounds(100, 550)))

    assert [int(chips.nets(multiple).max()) for multiple in (1, 2)] == [2_500, 4_500]
    assert bound.largest_multiple == 5


def test_a_stake_that_the_table_does_not_take_is_refused_with_its_clause() -> None:
    """A stake under the minimum at Crown Sydney is refused by 4.2.1, which says to top it up."""
    with pytest.raises(BadInput, match=r"4\.2"):
        bankroll.trials(SYDNEY, bankroll.flat("small", 100), 1_000, 10, limits=Limits(Bounds(500, None)))


def test_kelly_stakes_where_the_player_has_the_edge_and_nowhere_else() -> None:
    """Melbourne's Single Colour wins 19 of 27 as written, so Kelly stakes 11/27 of the bank; on Small, 0."""
    melbourne = Rulebook.load("crown-melbourne/b")
    strategy = bankroll.kelly(melbourne, "colour-red")

    assert abs(kelly_share(melbourne.distribution({"colour-red": 1}), 1) - Fraction(11, 27)) < Fraction(
        1, 9_999
    )
    assert bankroll.kelly(SYDNEY, "small").share == 0
    grown = bankroll.trials(melbourne, strategy, 1_000, 40, 500, seed=1)
    idle = bankroll.trials(SYDNEY, bankroll.kelly(SYDNEY, "small"), 1_000, 40, 50, seed=1)
    assert grown.ahead.mean() > 0.8
    assert (idle.banks == 1_000).all()
    with pytest.raises(BadInput, match="Set a table maximum"):
        bankroll.trials(melbourne, strategy, 1_000, 400, 50, seed=1)


def test_a_function_of_the_caller_is_played() -> None:
    """A function that stakes flat ends like flat stakes; one that sits out keeps its bank."""
    flat = bankroll.trials(SYDNEY, bankroll.flat("small"), 30, 40, 60, seed=5, target=40)
    same = bankroll.trials(SYDNEY, bankroll.own("small", lambda bank, seen: 1), 30, 40, 60, seed=5, target=40)
    idle = bankroll.trials(SYDNEY, bankroll.own("small", lambda bank, seen: 0), 30, 40, 5, seed=5)

    assert same.banks.tolist() == flat.banks.tolist()
    assert same.lowest.tolist() == flat.lowest.tolist()
    assert [n for n, _ in same.marks] == [n for n, _ in flat.marks]
    assert idle.banks.tolist() == [30] * 5
    assert same.quantiles() == flat.quantiles()
    with pytest.raises(BadInput, match="not a Markov chain"):
        bankroll.ends(SYDNEY, bankroll.own("small", lambda bank, seen: 1), 30, 40)


@pytest.mark.parametrize("answer", ["2", None, 1.5, True])
def test_what_is_no_multiple_is_refused(answer: object) -> None:
    """Only whole multiples are accepted from a custom function; numpy's whole numbers are accepted too."""
    strategy = bankroll.own("small", lambda bank, seen: answer)  # type: ignore[arg-type,return-value]
    with pytest.raises(BadInput, match="a whole multiple"):
        bankroll.trials(SYDNEY, strategy, 30, 4, 2, seed=5)
    whole = bankroll.own("small", lambda bank, seen: np.int64(1))  # type: ignore[arg-type,return-value]
    assert len(bankroll.trials(SYDNEY, whole, 30, 4, 2, seed=5)) == 2


def test_a_function_that_fails_is_named_and_its_error_kept() -> None:
    """The error says where the function failed and keeps the cause for its author."""
    strategy = bankroll.own("small", lambda bank, seen: 1 // (2 - len(seen)), name="mine")
    with pytest.raises(BadInput, match=r"'mine' failed with a bank of \d+ after 2 rounds") as caught:
        bankroll.trials(SYDNEY, strategy, 30, 4, 2, seed=5)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_a_bank_that_begins_where_it_ends_plays_no_round() -> None:
    """A bank too small for the slip is ruined and one at the target has reached it, in chain and trials."""
    poor = bankroll.ends(SYDNEY, bankroll.flat("small", 25), 10, 5)
    rich = bankroll.ends(SYDNEY, bankroll.flat("small", 25), 100, 5, target=50)

    assert [poor.ruin, poor.mean, rich.target, rich.mean] == [1, 10, 1, 100]
    assert bankroll.trials(SYDNEY, bankroll.flat("small", 25), 10, 5, 3, seed=1).ruined.all()


def test_quantiles_along_the_way_are_in_order() -> None:
    """Quantiles increase from the first round to the last."""
    rows = bankroll.trials(SYDNEY, bankroll.flat("small"), 100, 130, 500, seed=2).quantiles()

    assert (rows[0]["round"], rows[-1]["round"]) == (0, 130)
    for row in rows:
        assert all(a <= b for a, b in pairwise(list(row.values())[1:]))


def test_the_float_is_what_the_worst_of_the_night_needs() -> None:
    """The float agrees with every path of six rounds, counted one by one with fractions."""
    seen = bankroll.exposure(SYDNEY, [({"small": 100}, 2), ({"single-4": 100}, 1)], rounds=6)
    standing = {(0, 0): Fraction(1)}
    for _ in range(6):
        later: dict[tuple[int, int], Fraction] = {}
        for (bank, lowest), weight in standing.items():
            for net, chance in seen.round_gain.items():
                key = (bank + net, min(lowest, bank + net))
                later[key] = later.get(key, Fraction(0)) + weight * chance
        standing = later
    for held in (0, 300, 500, 900, 1_400):
        exact = sum(weight for (_, lowest), weight in standing.items() if -lowest > held)
        assert seen.fill_probability(held) == pytest.approx(float(exact), abs=1e-12)
    least = seen.float_for(0.01)
    assert seen.fill_probability(least) <= 0.01 < seen.fill_probability(least - 100)
    with pytest.raises(BadInput, match="at least 0, not -1"):
        seen.fill_probability(-1)


def test_exposure_names_the_worst_roll() -> None:
    """With three players on the triple of sixes, 6-6-6 costs 180 to 1 three times."""
    seen = bankroll.exposure(SYDNEY, [({"triple-6": 100}, 3)], rounds=10)

    assert seen.worst == ((6, 6, 6), -54_000)
    assert seen.hold == SYDNEY.edge("triple-6")
    assert seen.staked_a_round == 300


def test_super_streak_players_get_what_the_chain_says() -> None:
    """Twelve thousand rounds at The Star agree with the chain; under the other reading the player gains."""
    star = Rulebook.load("star-sydney")
    played = bankroll.streaks(star, "small", 12_000, seed=2)
    low, high = played.ci(0.99999)
    other = bankroll.streaks(Rulebook.load("star-sydney", {"ST-05": "breaking-result"}), "odd", 6_000, seed=2)

    assert low <= played.exact == Fraction(-201, 2048) <= high
    assert played.wagers == sum(played.lengths.values()) > 5_000
    assert other.exact == Fraction(823, 1024)
    assert other.ci(0.99999)[0] <= other.exact <= other.ci(0.99999)[1]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: bankroll.reach(SYDNEY, "small", 200, 100), "between 0 and the target"),
        (lambda: bankroll.reach(SYDNEY, {"small": 9_973, "total-9": 101}, 10**6, 10**7), "takes too long"),
        (lambda: bankroll.survival(SYDNEY, {"single-4": 7, "total-9": 11}, 10**6, 9_000), "takes too long"),
        (lambda: bankroll.reach(SYDNEY, "small", 1.5, 3), "whole units"),  # type: ignore[arg-type]
        (lambda: bankroll.ends(SYDNEY, bankroll.flat("small"), 0, 1), "whole numbers from 1"),
        (lambda: bankroll.ends(SYDNEY, bankroll.flat("small"), 9.5, 1), "whole"),  # type: ignore[arg-type]
        (lambda: bankroll.trials(SYDNEY, bankroll.flat("small"), 9.5, 1), "whole"),  # type: ignore[arg-type]
        (lambda: bankroll.trials(SYDNEY, bankroll.flat("small"), 10, 0), "whole numbers from 1"),
        (lambda: bankroll.martingale("small", cap=0), "cap of a progression"),
        (lambda: bankroll.paroli("small", wins=0), "Paroli"),
        (lambda: bankroll.labouchere("small", line=()), "line of Labouchere"),
        (lambda: bankroll.exposure(SYDNEY, [], 10), "at least one slip"),
        (lambda: bankroll.exposure(SYDNEY, [({"small": 1}, 1)], 10).float_for(0), "between 0 and 1"),
        (lambda: bankroll.streaks(Rulebook.load("star-sydney"), "small", 1), "Play more rounds"),
        (lambda: bankroll.streaks(Rulebook.load("star-sydney"), "small", 0), "between 1 and"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_in_a_sentence(wrong: object, says: str) -> None:
    """Invalid questions are refused before any long calculation."""
    with pytest.raises(BadInput, match=says):
        wrong()  # type: ignore[operator]
