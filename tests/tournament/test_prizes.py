"""Prizes add up to the pool, to the cent, whatever the ties."""

import random

import pytest

from sicbo.tournament.end.prizes import pool_of, shared
from sicbo.tournament.format import Pool

ODD_CENTS = ("largest-remainder", "first-place")


def percents(chance: random.Random) -> list[int]:
    """Return random shares of the places, which add up to a hundred."""
    cuts = sorted(chance.sample(range(1, 100), chance.randint(0, 9)))
    return [high - low for low, high in zip([0, *cuts], [*cuts, 100], strict=True)]


def groups(chance: random.Random) -> list[list[str]]:
    """Return entrants by rank, some of them tied."""
    names = [f"p{number}" for number in range(chance.randint(1, 30))]
    cuts = sorted(chance.sample(range(1, len(names)), chance.randint(0, len(names) - 1)))
    return [names[low:high] for low, high in zip([0, *cuts], [*cuts, len(names)], strict=True)]


@pytest.mark.parametrize("odd_cents", ODD_CENTS)
def test_ten_thousand_pools_are_shared_to_the_last_cent(odd_cents: str) -> None:
    """The prizes add up to the pool; tied entrants share a place and differ by at most a cent."""
    chance = random.Random(6)
    for _ in range(5_000):
        pool, shares, ranked = chance.randint(0, 10**9), percents(chance), groups(chance)
        won = shared(pool, shares, ranked, odd_cents)

        assert sum(cents for _, _, cents in won) == pool
        assert len({name for _, name, _ in won}) == len(won)
        places = {name: place for place, name, _ in won}
        for group in ranked:
            paid = [cents for _, name, cents in won if name in group]
            assert not paid or max(paid) - min(paid) <= 1
            assert len({places[name] for name in group if name in places}) <= 1


@pytest.mark.parametrize(
    ("pool", "ranked", "odd_cents", "won"),
    [
        (90_000, [["a"], ["b"], ["c"], ["d"]], "largest-remainder", [45_000, 27_000, 18_000]),
        (101, [["a"], ["b"], ["c"]], "largest-remainder", [51, 30, 20]),
        (101, [["a", "b"], ["c"]], "largest-remainder", [41, 40, 20]),
        (103, [["a", "b"], ["c"]], "first-place", [42, 41, 20]),
        (90_000, [["a"], ["b", "c", "d"]], "largest-remainder", [45_000, 15_000, 15_000, 15_000]),
        (80_000, [["a"], ["b"]], "largest-remainder", [50_000, 30_000]),
        (80_000, [], "largest-remainder", []),
    ],
)
def test_a_pool_of_fifty_thirty_twenty(
    pool: int, ranked: list[list[str]], odd_cents: str, won: list[int]
) -> None:
    """Tied entrants share their places, also beyond the last; with two entrants no one is third."""
    assert [cents for _, _, cents in shared(pool, [50, 30, 20], ranked, odd_cents)] == won


def test_the_house_makes_up_for_the_guarantee() -> None:
    """The house adds the larger of its fixed addition and the missing part of the guarantee."""
    plan = Pool(10, 90, "100.00", "500.00", (100,), "first-place")

    assert pool_of(plan, 10_000, 20_000) == (19_000, 31_000)
    assert pool_of(plan, 10_005, 200_000) == (181_000, 10_000)
