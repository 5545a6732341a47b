"""Prizes: the pool from what was paid, and its exact shares. The shares always add up to the pool."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, cycle, islice

from sicbo.tournament.format import Pool, price

FIRST_PLACE = "first-place"


def pool_of(plan: Pool, fees: int, buy_ins: int) -> tuple[int, int]:
    """Return the part of the takings in the pool and the part that the house adds, in cents."""
    takings = (fees * plan.of_fees + buy_ins * plan.of_buy_ins) // 100
    added = price(plan.added)
    return takings, max(added, price(plan.guaranteed) - takings)


def shared(
    pool: int, percents: Sequence[int], groups: Sequence[Sequence[str]], odd_cents: str
) -> list[tuple[int, str, int]]:
    """Return the place, name and cents of every winner; tied entrants share their places equally.

    If fewer entrants finish than places are paid, they share the whole pool in proportion to those places.
    """
    begins = [0, *accumulate(map(len, groups))]
    paid = percents[: begins[-1]]
    exact: list[tuple[int, str, Fraction]] = []
    for start, group in zip(begins, groups, strict=False):
        share = Fraction(pool * sum(paid[start : start + len(group)]), sum(paid) * len(group))
        exact += [(start + 1, name, share) for name in group if share]
    whole = [(place, name, int(share)) for place, name, share in exact]
    left = pool - sum(cents for _, _, cents in whole) if exact else 0
    if odd_cents == FIRST_PLACE:
        lucky = [index for index, (place, _, _) in enumerate(exact) if place == 1]
    else:
        lucky = sorted(range(len(exact)), key=lambda index: -(exact[index][2] % 1))
    for index in islice(cycle(lucky), left):
        place, name, cents = whole[index]
        whole[index] = place, name, cents + 1
    return whole
