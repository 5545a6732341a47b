"""A layout typed by hand, a slip of ten wagers, and its settlement on all 216 rolls for comparison."""

from collections import Counter
from fractions import Fraction

from sicbo.game.bets import any_triple, dominoes, doubles, fours, odd, singles, small, totals, triples
from sicbo.game.dice import EVERY_ROLL
from sicbo.game.layout import Layout, Pay
from sicbo.game.limits import NO_LIMITS, Limits
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import Slip, settle_slip
from sicbo.maths.distribution import Distribution, distribution
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES as SYDNEY

SYDNEY_LAYOUT = SYDNEY.layout()
TEN = Slip(
    {"small": 10, "odd": 10, "single-3": 5, "single-6": 5, "total-9": 5, "domino-25": 5, "double-4": 2}
    | {"any-triple": 2, "triple-6": 1, "four-3456": 5}
)
BY_HAND = Layout(
    "",
    "By hand",
    "x",
    bets=(
        small("x"), odd("x"), any_triple("x"),
        *singles("x"), *totals("x")[5:6], *dominoes("x"), *doubles("x"), *triples("x"), *fours("x"),
    ),
    pays=(
        Pay("x", "small odd", "1 to 1"), Pay("x", "single", "1 to 1"), Pay("x", "single", "2 to 1", tier=2),
        Pay("x", "single", "12 to 1", tier=3), Pay("x", "total-9 four", "7 to 1"),
        Pay("x", "domino", "6 to 1"), Pay("x", "double", "11 to 1"), Pay("x", "any-triple", "31 to 1"),
        Pay("x", "triple", "180 to 1"),
    ),
    cloth=(),
    orientation="",
)  # fmt: skip
WIDE = {0: 3, 2: 1, 7: 5, 11: 2}


def settled(slip: Slip, layout: Layout, rules: Rules, limits: Limits = NO_LIMITS) -> Counter[int]:
    """Return the net result of each of the 216 rolls, by settling it."""
    return Counter(settle_slip(slip, roll, layout, rules, limits).net for roll in EVERY_ROLL)


def shares(counts: Counter[int]) -> dict[int, Fraction]:
    return {net: Fraction(count, counts.total()) for net, count in sorted(counts.items())}


def convolved(one: dict[int, Fraction], n: int) -> dict[int, Fraction]:
    """Return the distribution of the sum of n independent results, round by round."""
    found = {0: Fraction(1)}
    for _ in range(n):
        longer: dict[int, Fraction] = {}
        for net, share in found.items():
            for more, chance in one.items():
                longer[net + more] = longer.get(net + more, Fraction(0)) + share * chance
        found = longer
    return dict(sorted(found.items()))


def bet(key: str, layout: Layout = SYDNEY_LAYOUT, stake: int = 100) -> Distribution:
    return distribution(Slip({key: stake}), layout, SYDNEY)


# One round
