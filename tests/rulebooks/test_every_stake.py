"""Every bet on every roll with every stake, compared with odds typed from the texts."""

from fractions import Fraction
from itertools import product
from os import environ

import pytest

from sicbo.game.settlement import Outcome, Wager, settle
from sicbo.rulebooks import every_layout, get_layout
from tests.rulebooks.test_edges import ODDS, bets, hits, nth
from tests.soak.figures import counted

STAKES = int(environ.get("SICBO_STAKES", "1"))
UNIT = 500
EVERY_ROLL = [(a, b, c) for a, b, c in product(range(1, 7), repeat=3)]


@pytest.mark.parametrize("name", every_layout())
def test_every_stake_is_paid_by_the_printed_odds_or_collected_whole(name: str) -> None:
    """Stakes run from one unit to `SICBO_STAKES`. A price and its roll decide, and the stake scales them."""
    rules, layout = get_layout(name)
    stakes = [UNIT * units for units in range(1, STAKES + 1)]
    wagers = {key: [Wager(key, stake) for stake in stakes] for key, _, _ in bets(name)}
    for key, family, label in bets(name):
        odds = [Fraction(0), *map(Fraction, nth(family, label, ODDS[name][family]).split())]
        for dice in EVERY_ROLL:
            hit = hits(family, label, dice)
            tops, bottom = odds[hit].numerator, odds[hit].denominator
            for wager, stake in zip(wagers[key], stakes, strict=True):
                line = settle(wager, dice, layout, rules)
                wanted = (stake, 0, Outcome.WON) if hit else (0, stake, Outcome.LOST)
                assert (line.returned, line.collected, line.outcome) == wanted, (key, dice, stake)
                assert line.winnings * bottom == stake * tops, (key, dice, stake)
    counted("bets on rolls settled", len(EVERY_ROLL) * len(wagers) * STAKES)
