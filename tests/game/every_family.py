"""A layout with a bet of every family, and the reason why a wager on it won or lost."""

from dataclasses import replace

from sicbo.game.bets import (
    COLOURS,
    SYMBOLS,
    TOTALS,
    any_triple,
    bets_by_label,
    big,
    dominoes,
    double_singles,
    doubles,
    even,
    family_of_one,
    fours,
    odd,
    singles,
    small,
    threes,
    tiers_by_count,
    totals,
    triples,
)
from sicbo.game.dice import (
    Roll,
    as_roll,
    rolls_showing,
)
from sicbo.game.layout import Faces, Layout, Pay
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import Wager, settle
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES

NUMBERS = Layout(
    key="",
    name="every family",
    clause="1",
    bets=(
        *(make("1") for make in (small, big, odd, even, any_triple)),
        *(bet for make in (triples, doubles, singles, totals, dominoes, fours, threes) for bet in make("1")),
        *double_singles("1", ["113", "445"]),
        *bets_by_label(
            "symbol",
            "Single Symbol",
            "1",
            None,
            {name: tiers_by_count(n) for name, n in SYMBOLS.items()},
        ),
        *bets_by_label(
            "symbol-triple",
            "Triple",
            "1",
            None,
            {name: (rolls_showing(n, on=3),) for name, n in SYMBOLS.items()},
        ),
        any_triple("1", key="any-symbol-triple"),
        *bets_by_label(
            "colour", "Colour", "1", None, {name: (rolls_showing(*of, on=1),) for name, of in COLOURS.items()}
        ),
        *bets_by_label(
            "colour-double",
            "Double",
            "1",
            None,
            {name: (rolls_showing(*of, on=2),) for name, of in COLOURS.items()},
        ),
        *bets_by_label(
            "colour-triple",
            "Triple",
            "1",
            None,
            {name: (rolls_showing(*of, on=3),) for name, of in COLOURS.items()},
        ),
        family_of_one(
            "any-colour-triple",
            "Any",
            "1",
            None,
            rolls_showing(1, 6, on=3) | rolls_showing(2, 5, on=3) | rolls_showing(3, 4, on=3),
        ),
    ),
    pays=(
        Pay("1", "small big odd even single symbol colour", "1 to 1"),
        Pay("1", "triple symbol-triple", "180 to 1"),
        Pay("1", "double", "11 to 1"),
        Pay("1", "any-triple any-symbol-triple", "31 to 1"),
        Pay("1", " ".join(f"total-{n}" for n in TOTALS if n not in (8, 13)), "7 to 1"),
        Pay("1", "total-8 total-13", "8.5 to 1"),
        Pay("1", "domino", "6 to 1"),
        Pay("1", "four any-colour-triple", "7 to 1"),
        Pay("1", "three", "30 to 1"),
        Pay("1", "double-single", "50 to 1"),
        Pay("1", "colour-double", "3 to 1"),
        Pay("1", "colour-triple", "23 to 1"),
        Pay("1", "single symbol", "2 to 1", tier=2),
        Pay("1", "single symbol", "12 to 1", tier=3),
    ),
    cloth=(),
    orientation="none",
)
SYMBOL_LAYOUT = replace(NUMBERS, faces=Faces.SYMBOLS)


def faces(shown: str) -> Roll:
    """Return the roll 144 as a tuple."""
    return as_roll(map(int, shown))


def reason_for(
    bet: str, shown: str, language: str = "en", rules: Rules = RULES, layout: Layout = NUMBERS
) -> str:
    """Return why a wager on `bet` won or lost."""
    return settle(Wager(bet, 1000), faces(shown), layout, rules).reason(language)
