"""Wagers at Crown Melbourne, as its tests write them."""

from fractions import Fraction

from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import Line, Outcome, Wager, settle
from sicbo.rulebooks.crown_melbourne_6_1.rulebook import RULES
from tests.clauses.brute import EVERY, Dice

NAMES = ("", "Fish", "Prawn", "Gourd", "Coin", "Crab", "Chicken")
COLOUR = {1: "red", 6: "red", 2: "green", 5: "green", 3: "blue", 4: "blue"}
OFFERED = {
    "3.6.1(a)": "big",
    "3.6.1(b)": "small",
    "3.6.1(c)": "triple-1 triple-2 triple-3 triple-4 triple-5 triple-6",
    "3.6.1(d)": "double-1 double-2 double-3 double-4 double-5 double-6",
    "3.6.1(e)": "any-triple",
    "3.6.1(f)": " ".join(f"total-{total}" for total in range(4, 18)),
    "3.6.1(g)": " ".join(f"domino-{a}{b}" for a in range(1, 7) for b in range(a + 1, 7)),
    "3.6.1(h)": "single-1 single-2 single-3 single-4 single-5 single-6",
    "3.6.1(i)": "odd",
    "3.6.1(j)": "even",
    "3.6.1(k)": "four-3456 four-2356 four-2345 four-1234",
    "3.6.2(a)": "big",
    "3.6.2(b)": "small",
    "3.6.2(c)": " ".join(f"symbol-triple-{name.lower()}" for name in NAMES[1:]),
    "3.6.2(d)": "colour-triple-red colour-triple-green colour-triple-blue",
    "3.6.2(e)": "any-symbol-triple",
    "3.6.2(f)": "any-colour-triple",
    "3.6.2(g)": " ".join(f"total-{total}" for total in range(4, 18)),
    "3.6.2(h)": "colour-double-red colour-double-green colour-double-blue",
    "3.6.2(i)": "colour-red colour-green colour-blue",
    "3.6.2(j)": " ".join(f"symbol-{name.lower()}" for name in NAMES[1:]),
}
TABLE_1 = (
    ("6.1/small", "small", "1-3-4", 1, "1/36"),
    ("6.1/big", "big", "5-5-6", 1, "1/36"),
    ("6.1/specific-triple", "triple-2", "2-2-2", 180, "35/216"),
    ("6.1/specific-double", "double-6", "6-6-1", 11, "1/9"),
    ("6.1/any-triple", "any-triple", "5-5-5", 31, "1/9"),
    ("6.1/total-4-17", "total-4 total-17", "1-1-2 6-6-5", 62, "1/8"),
    ("6.1/total-5-16", "total-5 total-16", "1-2-2 6-5-5", 31, "1/9"),
    ("6.1/total-6-15", "total-6 total-15", "2-2-2 4-5-6", 18, "13/108"),
    ("6.1/total-7-14", "total-7 total-14", "1-2-4 6-4-4", 12, "7/72"),
    ("6.1/total-8-13", "total-8 total-13", "1-2-5 3-4-6", 8, "1/8"),
    ("6.1/total-9-12", "total-9 total-12", "3-3-3 2-4-6", 7, "2/27"),
    ("6.1/total-10-11", "total-10 total-11", "2-3-5 1-4-6", 6, "1/8"),
    ("6.1/two-dice", "domino-16 domino-34", "1-6-6 3-4-1", 6, "1/36"),
    ("6.1/single-die-one", "single-3", "3-1-2", 1, "1/27"),
    ("6.1/single-die-two", "single-3", "3-3-2", 2, "1/27"),
    ("6.1/single-die-three", "single-3", "3-3-3", 12, "1/27"),
    ("6.1/even", "even", "1-3-4", 1, "1/36"),
    ("6.1/odd", "odd", "1-2-4", 1, "1/36"),
    ("6.1/three-of-four", "four-1234 four-2356", "4-2-1 6-5-3", 7, "1/9"),
)
TABLE_2 = (
    ("6.2/small", "small", "Fish-Gourd-Coin", 1, "1/36"),
    ("6.2/big", "big", "Crab-Crab-Chicken", 1, "1/36"),
    ("6.2/specific-symbol-triple", "symbol-triple-prawn", "Prawn-Prawn-Prawn", 180, "35/216"),
    ("6.2/specific-colour-triple", "colour-triple-red", "Fish-Chicken-Fish", 23, "1/9"),
    ("6.2/any-symbol-triple", "any-symbol-triple", "Crab-Crab-Crab", 31, "1/9"),
    ("6.2/any-colour-triple", "any-colour-triple", "Gourd-Coin-Coin", 7, "1/9"),
    ("6.2/specific-colour-double", "colour-double-red", "Fish-Chicken-Crab", 3, "-1/27"),
    ("6.2/single-colour", "colour-green", "Prawn-Fish-Coin", 1, "-11/27"),
    ("6.2/total-4-17", "total-4 total-17", "Fish-Fish-Prawn Chicken-Chicken-Crab", 62, "1/8"),
    ("6.2/total-5-16", "total-5 total-16", "Fish-Prawn-Prawn Chicken-Crab-Crab", 31, "1/9"),
    ("6.2/total-6-15", "total-6 total-15", "Fish-Prawn-Gourd Coin-Crab-Chicken", 18, "13/108"),
    ("6.2/total-7-14", "total-7 total-14", "Fish-Prawn-Coin Chicken-Coin-Coin", 12, "7/72"),
    ("6.2/total-8-13", "total-8 total-13", "Fish-Prawn-Crab Gourd-Coin-Chicken", 8, "1/8"),
    ("6.2/total-9-12", "total-9 total-12", "Gourd-Gourd-Gourd Prawn-Coin-Chicken", 7, "2/27"),
    ("6.2/total-10-11", "total-10 total-11", "Prawn-Gourd-Crab Fish-Coin-Chicken", 6, "1/8"),
    ("6.2/single-symbol-one", "symbol-gourd", "Gourd-Fish-Crab", 1, "1/27"),
    ("6.2/single-symbol-two", "symbol-gourd", "Gourd-Gourd-Crab", 2, "1/27"),
    ("6.2/single-symbol-three", "symbol-gourd", "Gourd-Gourd-Gourd", 12, "1/27"),
)


def roll(text: str) -> Dice:
    """Return dice as a test writes them: 1-2-4, or Fish-Prawn-Coin."""
    first, second, third = (NAMES.index(die) if die.isalpha() else int(die) for die in text.split("-"))
    return first, second, third


def ten_on(bet: str, dice: str, option: str = "a", rules: Rules = RULES) -> Line:
    """Settle a wager of 10.00."""
    return settle(Wager(bet, 1_000), roll(dice), rules.layout(option), rules)


def decides(option: str, bet: str, wins: str, loses: str, count: int) -> None:
    """Assert that a bet wins and loses on these rolls, and wins on `count` of the 216."""
    for dice in wins.split():
        assert ten_on(bet, dice, option).outcome is Outcome.WON
    for dice in loses.split():
        line = ten_on(bet, dice, option)
        assert (line.outcome, line.collected, line.returned) == (Outcome.LOST, 1_000, 0)
    layout = RULES.layout(option)
    outcomes = [settle(Wager(bet, 1_000), dice, layout, RULES).outcome for dice in EVERY]
    assert (outcomes.count(Outcome.WON), outcomes.count(Outcome.LOST)) == (count, 216 - count)


def house_edge(option: str, bet: str, rules: Rules = RULES) -> Fraction:
    """Return the house edge of a bet, settled over all 216 rolls."""
    layout = rules.layout(option)
    return Fraction(-sum(settle(Wager(bet, 1_000), dice, layout, rules).net for dice in EVERY), 216_000)


def of_colour(colour: str, dice: Dice) -> int:
    """Return how many dice show a colour."""
    return sum(COLOUR[die] == colour for die in dice)


def colours(dice: Dice) -> int:
    """Return how many different colours the dice show."""
    return len({COLOUR[die] for die in dice})
