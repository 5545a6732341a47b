"""The printed rules, typed out: orders of steps, odds, limits, and each text's treatment of odd stakes."""

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from sicbo.table.messages.parts import AreaLimits
from tests.rulebooks.test_edges import LABELS, ODDS, earned_odds, nth

Dice = tuple[int, int, int]
Wagers = dict[tuple[str, str], int]

BEFORE = ["place-bets", "cover", "spin", "close", "uncover", "call", "enter", "light", "collect", "pay"]
STAR = ["cover", "spin", "place-bets", "close", "press-close", *BEFORE[4:]]
ORDER = {
    "canberra-2005": BEFORE,
    "crown-melbourne-6.1": BEFORE,
    "crown-sydney-2024": BEFORE,
    "singapore-etg": ["place-bets", "cover", "spin", "close", "uncover", "enter", "collect", "pay"],
    "star-sydney-2016": STAR,
}
# At Crown Sydney, a directed spin without wagers ends with the lights.
IDLE_ORDER = {"crown-sydney-2024": BEFORE[:8]}
TUMBLES = {"singapore-etg": 3, "star-sydney-2016": 3}

# Each text's treatment of a wager outside the limits, and of winnings that chips cannot pay.
WARNS = ("canberra-2005", "crown-melbourne-6.1")
TURNS_AWAY = ("crown-sydney-2024", "singapore-etg")
PAYS_UP = ("crown-sydney-2024", "crown-melbourne-6.1")
PAYS_EXACTLY = ("singapore-etg",)
KEEPS_TOKENS = ("crown-sydney-2024", "star-sydney-2016")
LIFTS_ONLY = ("canberra-2005",)
HOLDS_OFFENDERS = ("crown-melbourne-6.1",)
REACHES_BACK = ("singapore-etg",)
KEPT = 10


class Sign(NamedTuple):
    """Limits in cents, their steps, and the smallest chip that pays."""

    minimum: int
    maximum: int | None
    unit: int
    chip: int
    areas: tuple[AreaLimits, ...] = ()

    def of(self, layout: str, bet: str) -> tuple[int, int]:
        """Return the minimum and maximum of one bet: its own, its family's, or the table's."""
        known = {one.area: (one.minimum, one.maximum) for one in self.areas}
        least, most = (
            known.get(bet) or known.get(family_and_label(layout, bet)[0]) or (self.minimum, self.maximum)
        )
        return least, 10**15 if most is None else most


@cache
def known_odds(layout: str, bet: str) -> list[Fraction] | None:
    """Return the printed odds of a bet, or None if the layout has no such bet."""
    family, label = family_and_label(layout, bet)
    if family not in ODDS[layout] or (label not in LABELS.get(family, [""])):
        return None
    return [Fraction(figure) for figure in nth(family, label, ODDS[layout][family]).split()]


@cache
def family_and_label(layout: str, bet: str) -> tuple[str, str]:
    """Return family and label of a key: the longest family that it begins with."""
    families = [one for one in ODDS[layout] if bet == one or bet.startswith(f"{one}-")]
    family = max(families, key=len, default="")
    return family, bet.removeprefix(family).removeprefix("-")


@cache
def exact(layout: str, bet: str, dice: Dice) -> Fraction | None:
    """Return the odds that a bet earns on these dice, or None if it loses."""
    hit = earned_odds(*family_and_label(layout, bet), dice)
    odds = known_odds(layout, bet)
    assert odds is not None
    return odds[hit - 1] if hit else None


def sums_of(wagers: Wagers) -> Counter[str]:
    """Return the total on each area, over all kinds of chips."""
    sums: Counter[str] = Counter()
    for (bet, _), cents in wagers.items():
        sums[bet] += cents
    return sums


def at_risk(layout: str, wagers: Wagers, sign: Sign, ignored: bool) -> Wagers:
    """Return how much of each stake plays: at most the area's maximum, and zero after an ignored warning."""
    sums = sums_of(wagers)
    room = {bet: min(cents, sign.of(layout, bet)[1]) for bet, cents in sums.items()}
    risk: Wagers = {}
    for (bet, kind), cents in wagers.items():
        under = ignored and sums[bet] < sign.of(layout, bet)[0]
        risk[bet, kind] = 0 if under else min(cents, room[bet])
        room[bet] -= min(cents, room[bet])
    return risk


def in_whole_chips(book: str, winnings: Fraction, chip: int) -> int:
    """Return winnings as they are paid: in whole chips if the text says so."""
    if book in PAYS_UP:
        return -(-winnings // chip) * chip
    assert winnings.denominator == 1
    return int(winnings)
