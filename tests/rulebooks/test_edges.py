"""Every bet of every layout counted again, from its key and from odds typed from the approved texts."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest

from sicbo.rulebooks import every_layout, get_layout

Dice = tuple[int, ...]

DICE = list(product(range(1, 7), repeat=3))
SYMBOLS = {"fish": 1, "prawn": 2, "gourd": 3, "coin": 4, "crab": 5, "chicken": 6}
COLOURS = {"red": (1, 6), "green": (2, 5), "blue": (3, 4)}
FOURS = "3456 2356 2345 1234"
THREES = "126 135 234 256 346 123 136 145 235 356 124 146 236 245 456 125 134 156 246 345"
PAIRS_WITH_SINGLE = (
    "113 114 115 116 221 223 224 225 226 331 332 334 335 336 "
    "441 442 443 445 446 551 552 553 554 556 661 662 663 664"
)

# What each family pays to one: for a number on one, two, three dice; for totals 4 to 10, and 17 down to 11.
CROWN = {
    "small": "1", "big": "1", "triple": "180", "double": "11", "any-triple": "31",
    "total": "62 31 18 12 8 7 6", "domino": "6", "single": "1 2 12",
}  # fmt: skip
WITH_ADDITIONAL = {**CROWN, "odd": "1", "even": "1", "four": "7"}
SYMBOLS_AND_COLOURS = {
    "small": "1", "big": "1", "symbol-triple": "180", "colour-triple": "23", "any-symbol-triple": "31",
    "any-colour-triple": "7", "colour-double": "3", "colour": "1", "total": "62 31 18 12 8 7 6",
    "symbol": "1 2 12",
}  # fmt: skip
SINGAPORE_1 = {
    "small": "1", "big": "1", "even": "1", "odd": "1", "single": "1 2 12",
    "total": "64 32 19 12 8.5 7 6.5", "domino": "6", "four": "7.5", "double": "11.5", "any-triple": "32",
    "triple": "195",
}  # fmt: skip
SINGAPORE_2 = {**SINGAPORE_1, "three": "30", "double-single": "50"}
SINGAPORE_3 = {
    "small": "1", "big": "1", "even": "1", "odd": "1", "single": "1 2 12",
    "total": "62 31 18 12 8 7 6", "domino": "6", "double": "11", "any-triple": "31", "triple": "180",
    "four": "7", "three": "30", "double-single": "50",
}  # fmt: skip
ODDS = {
    "canberra-2005": CROWN,
    "crown-melbourne-6.1/a": WITH_ADDITIONAL,
    "crown-melbourne-6.1/b": SYMBOLS_AND_COLOURS,
    "crown-sydney-2024": CROWN,
    "singapore-etg/1": SINGAPORE_1,
    "singapore-etg/2": SINGAPORE_2,
    "singapore-etg/3": SINGAPORE_3,
    "star-sydney-2016": WITH_ADDITIONAL,
}

# The house edges that the readings state for them, computed separately; a minus favours the player.
CROWN_EDGES = {
    "small": "1/36", "big": "1/36", "triple": "35/216", "double": "1/9", "any-triple": "1/9",
    "total": "1/8 1/9 13/108 7/72 1/8 2/27 1/8", "domino": "1/36", "single": "1/27",
}  # fmt: skip
ADDITIONAL_EDGES = {**CROWN_EDGES, "odd": "1/36", "even": "1/36", "four": "1/9"}
SINGAPORE_1_EDGES = {
    "small": "1/36", "big": "1/36", "even": "1/36", "odd": "1/36", "single": "1/27", "domino": "1/36",
    "total": "7/72 1/12 2/27 7/72 11/144 2/27 1/16", "double": "2/27", "any-triple": "1/12",
    "triple": "5/54", "four": "1/18",
}  # fmt: skip
LONG_SHOTS = {"three": "5/36", "double-single": "7/24"}
EDGES = {
    "canberra-2005": CROWN_EDGES,
    "crown-melbourne-6.1/a": ADDITIONAL_EDGES,
    "crown-melbourne-6.1/b": {
        "small": "1/36", "big": "1/36", "symbol-triple": "35/216", "colour-triple": "1/9",
        "any-symbol-triple": "1/9", "any-colour-triple": "1/9", "colour-double": "-1/27", "colour": "-11/27",
        "total": "1/8 1/9 13/108 7/72 1/8 2/27 1/8", "symbol": "1/27",
    },
    "crown-sydney-2024": CROWN_EDGES,
    "singapore-etg/1": SINGAPORE_1_EDGES,
    "singapore-etg/2": {**SINGAPORE_1_EDGES, **LONG_SHOTS},
    "singapore-etg/3": {**ADDITIONAL_EDGES, **LONG_SHOTS},
    "star-sydney-2016": ADDITIONAL_EDGES,
}  # fmt: skip

# On how many of the 216 rolls each family wins; totals from 4 to 10.
WINS = {
    "small": "105", "big": "105", "odd": "105", "even": "105", "triple": "1", "double": "16",
    "any-triple": "6", "total": "3 6 10 15 21 25 27", "domino": "30", "single": "91", "four": "24",
    "three": "6", "double-single": "3", "symbol": "91", "symbol-triple": "1", "any-symbol-triple": "6",
    "colour": "152", "colour-double": "56", "colour-triple": "8", "any-colour-triple": "24",
}  # fmt: skip

LABELS = {
    "triple": "123456", "double": "123456", "single": "123456", "total": [str(n) for n in range(4, 18)],
    "domino": [f"{a}{b}" for a, b in combinations("123456", 2)], "four": FOURS.split(),
    "three": THREES.split(), "double-single": PAIRS_WITH_SINGLE.split(),
    "symbol": SYMBOLS, "symbol-triple": SYMBOLS,
    "colour": COLOURS, "colour-double": COLOURS, "colour-triple": COLOURS,
}  # fmt: skip


def shown(dice: Dice, *faces: int) -> int:
    """Return how many dice show one of these faces."""
    return len([die for die in dice if die in faces])


def alike(dice: Dice) -> bool:
    """Whether the three dice show one face."""
    return dice[0] == dice[1] == dice[2]


HITS: dict[str, Callable[[Dice, str], int]] = {
    "small": lambda dice, _: not alike(dice) and 4 <= sum(dice) <= 10,
    "big": lambda dice, _: not alike(dice) and 11 <= sum(dice) <= 17,
    "odd": lambda dice, _: not alike(dice) and sum(dice) % 2 == 1,
    "even": lambda dice, _: not alike(dice) and sum(dice) % 2 == 0,
    "any-triple": lambda dice, _: alike(dice),
    "any-symbol-triple": lambda dice, _: alike(dice),
    "any-colour-triple": lambda dice, _: any(shown(dice, *faces) == 3 for faces in COLOURS.values()),
    "total": lambda dice, label: sum(dice) == int(label),
    "single": lambda dice, label: shown(dice, int(label)),
    "symbol": lambda dice, label: shown(dice, SYMBOLS[label]),
    "double": lambda dice, label: shown(dice, int(label)) >= 2,
    "triple": lambda dice, label: shown(dice, int(label)) == 3,
    "symbol-triple": lambda dice, label: shown(dice, SYMBOLS[label]) == 3,
    "colour": lambda dice, label: shown(dice, *COLOURS[label]) >= 1,
    "colour-double": lambda dice, label: shown(dice, *COLOURS[label]) >= 2,
    "colour-triple": lambda dice, label: shown(dice, *COLOURS[label]) == 3,
    "domino": lambda dice, label: all(int(digit) in dice for digit in label),
    "four": lambda dice, label: len(set(dice)) == 3 and all(str(die) in label for die in dice),
    "three": lambda dice, label: sorted(dice) == sorted(map(int, label)),
    "double-single": lambda dice, label: sorted(dice) == sorted(map(int, label)),
}


def hits(family: str, label: str, dice: Dice) -> int:
    """Return which of its odds a bet earns, counted from one, or zero if it loses."""
    return int(HITS[family](dice, label))


def nth(family: str, label: str, figures: str) -> str:
    """Return a family's figures, or that of a total: 4 and 17 share the first, 10 and 11 the last."""
    if family != "total":
        return figures
    total = int(label)
    return figures.split()[min(total, 21 - total) - 4]


def bets(name: str) -> Iterator[tuple[str, str, str]]:
    """Yield each bet that a layout's text offers: key, family, label."""
    for family in ODDS[name]:
        for label in LABELS.get(family, [""]):
            yield (f"{family}-{label}" if label else family), family, label


EVERY_BET = [(name, *bet) for name in ODDS for bet in bets(name)]


def test_the_texts_offer_515_bets() -> None:
    """Sydney and Canberra have fifty each, Melbourne 56 and 39, Singapore 56 and twice 104, The Star 56."""
    assert [len(list(bets(name))) for name in ODDS] == [50, 56, 39, 50, 56, 104, 104, 56]
    assert len(EVERY_BET) == 515


@pytest.mark.parametrize("name", every_layout())
def test_a_layout_offers_what_its_text_offers(name: str) -> None:
    """A layout has exactly the bets of its text, under the keys of the design."""
    _, layout = get_layout(name)

    assert sorted(bet.key for bet in layout) == sorted(key for key, _, _ in bets(name))


@pytest.mark.parametrize(("name", "key", "family", "label"), EVERY_BET)
def test_the_bet_pays_on_the_rolls_and_at_the_odds_of_its_text(
    name: str, key: str, family: str, label: str
) -> None:
    """The layout pays every roll as the key and the printed odds say."""
    _, layout = get_layout(name)
    odds = [Fraction(figure) for figure in nth(family, label, ODDS[name][family]).split()]
    expected = {dice: odds[hit - 1] for dice in DICE if (hit := hits(family, label, dice))}

    assert {roll: price.odds for price in layout.prices[key] for roll in price.rolls} == expected
    assert len(expected) == int(nth(family, label, WINS[family]))


@pytest.mark.parametrize(("name", "key", "family", "label"), EVERY_BET)
def test_the_bet_has_the_house_edge_of_the_readings(name: str, key: str, family: str, label: str) -> None:
    """The edge is one minus what each roll returns, the odds and the stake, over 216."""
    _, layout = get_layout(name)
    given_back = sum((price.odds + 1) * len(price.rolls) for price in layout.prices[key])
    edge = Fraction(nth(family, label, EDGES[name][family]))
    odds = [Fraction(figure) for figure in nth(family, label, ODDS[name][family]).split()]
    counted = sum(odds[hit - 1] + 1 for dice in DICE if (hit := hits(family, label, dice)))

    assert 1 - Fraction(given_back) / 216 == edge
    assert 1 - Fraction(counted) / 216 == edge
