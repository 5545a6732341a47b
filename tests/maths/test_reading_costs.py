"""The cost of each reading, compared with independently counted edges."""

from dataclasses import replace
from fractions import Fraction

import pytest

from sicbo import rulebooks
from sicbo.game.layout import Pay
from sicbo.game.rulebook.readings import FindingKind, Option, Reading
from sicbo.game.rulebook.rules import Rules
from sicbo.maths.reading_costs import option_edges, readings_of_bet, touches_streaks
from sicbo.rulebooks.crown_melbourne_6_1.rulebook import RULES as MELBOURNE
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES as SYDNEY
from sicbo.rulebooks.star_sydney_2016.rulebook import RULES as STAR
from tests.clauses.brute import Dice, edge


def costs(rules: Rules, reading: str, option: str) -> dict[str, Fraction]:
    """Return what an option of a reading costs."""
    found = rules.reading(reading)
    return option_edges(rules, found, found.option(option))


def pairs_of(dice: Dice, first: int, second: int) -> int:
    """Return on how many pairs of dice both faces show."""
    return sum({dice[i], dice[j]} == {first, second} for i, j in ((0, 1), (0, 2), (1, 2)))


def reds(dice: Dice) -> int:
    """Return how many dice are red."""
    return sum(die in (1, 6) for die in dice)


def test_a_family_that_agrees_is_one_entry() -> None:
    """All fifteen pairs of Crown Sydney cost the same under each reading."""
    both = edge(lambda dice: 6 if pairs_of(dice, 1, 4) else None)
    just = edge(lambda dice: 6 if pairs_of(dice, 1, 4) == 1 else None)
    each = edge(lambda dice: 6 * pairs_of(dice, 1, 4) or None)

    assert (both, just, each) == (Fraction(1, 36), Fraction(2, 9), Fraction(-5, 36))
    assert costs(SYDNEY, "S-03", "both-once") == {"domino": both}
    assert costs(SYDNEY, "S-03", "exactly-two") == {"domino": just}
    assert costs(SYDNEY, "S-03", "each-pair") == {"domino": each}


def test_a_family_that_differs_has_an_entry_for_each_bet() -> None:
    """The fourteen totals have different costs."""
    found = costs(SYDNEY, "S-02", "chosen-total")

    assert len(found) == 14
    assert found["total-4"] == edge(lambda dice: 62 if sum(dice) == 4 else None) == Fraction(1, 8)
    assert found["total-9"] == edge(lambda dice: 7 if sum(dice) == 9 else None) == Fraction(2, 27)
    any_total = costs(SYDNEY, "S-02", "any-total")
    assert (
        any_total["total-4"] == edge(lambda dice: 62 if 4 <= sum(dice) <= 17 else None) == Fraction(-737, 12)
    )


def test_worked_figures_stand_beside_the_edges() -> None:
    """A reading that no layout shows has only its figures."""
    assert costs(SYDNEY, "S-06", "cut") == {"winnings of 600 on big, maximum 500": 500}
    assert costs(SYDNEY, "S-06", "whole") == {"winnings of 600 on big, maximum 500": 600}


def test_a_rulebook_with_several_layouts_says_which() -> None:
    """Single Colour is on Option B; Small is on both."""
    at_least = edge(lambda dice: 1 if reds(dice) >= 1 else None)
    just = edge(lambda dice: 1 if reds(dice) == 1 else None)

    assert (at_least, just) == (Fraction(-11, 27), Fraction(1, 9))
    assert costs(MELBOURNE, "M-01", "at-least-one") == {"/b colour": at_least}
    assert costs(MELBOURNE, "M-01", "exactly-one") == {"/b colour": just}
    assert costs(MELBOURNE, "M-05", "triples-win") == dict.fromkeys(
        ("/a small", "/a big", "/b small", "/b big"), Fraction(1, 108)
    )


def test_super_streak_is_priced_where_an_option_changes_it() -> None:
    """All four sides cost 201/2048 under the default; only Even loses by a missing 10."""
    assert costs(STAR, "ST-05", "next-result") == {"streak": Fraction(201, 2048)}
    literal = costs(STAR, "ST-01", "literal")
    assert literal["even"] == edge(
        lambda dice: 1 if sum(dice) in (4, 6, 8, 12, 14, 16) and len(set(dice)) > 1 else None
    )
    assert literal["streak-small"] == Fraction(201, 2048)
    assert literal["streak-even"] > Fraction(4, 5)


def test_the_other_readings_that_were_taken_stay_taken() -> None:
    """The cost of an option is computed under the chosen readings, not under the defaults."""
    read = SYDNEY.read({"S-03": "each-pair", "S-01": "triples-win"})

    assert costs(read, "S-03", "both-once") == {"domino": Fraction(1, 36)}
    assert costs(read, "S-03", "each-pair") == {"domino": Fraction(-5, 36)}
    assert costs(read, "S-01", "triples-lose") == {"big": Fraction(1, 36), "small": Fraction(1, 36)}


def test_a_reading_touches_the_bets_that_some_option_changes() -> None:
    """Winning rolls and odds both count, in the layout's order; other layouts' rows do not."""
    layout = SYDNEY.layout()
    pays = (Pay("6.3/small", "small", "2 to 1"), Pay("elsewhere", "domino", "7 to 1"))
    options = (
        Option("now", "Now."),
        Option("a", "A.", pays=pays),
        Option("b", "B.", wins={"big": layout.bet("big").tiers, "odd": layout.bet("big").tiers}),
        Option("c", "C.", pays=(Pay("6.3/single-die-two", "single", "3 to 1", tier=2),)),
    )
    reading = Reading("X-1", "9.9", FindingKind.NOTE, "What then?", options, "Because.")

    assert reading.touched(layout) == ["big", "small", *(f"single-{face}" for face in range(1, 7))]
    assert readings_of_bet(replace(SYDNEY, readings=(*SYDNEY.readings, reading)), layout, "single-4") == [
        "S-04",
        "X-1",
    ]
    assert readings_of_bet(SYDNEY, layout, "any-triple") == []


def test_only_rulings_of_super_streak_touch_it() -> None:
    """The Star's other rulings do not."""
    assert touches_streaks(STAR.reading("ST-05"))
    assert not touches_streaks(STAR.reading("ST-03"))
    assert not touches_streaks(SYDNEY.reading("S-06"))


@pytest.mark.parametrize("key", list(rulebooks.every_rulebook()))
def test_the_default_costs_what_the_rulebook_says(key: str) -> None:
    """For every reading of bets, the default is the layout as it is."""
    rules = rulebooks.get(key)
    for reading in rules.readings:
        default = option_edges(rules, reading, reading.default)
        again = option_edges(rules.read({reading.id: reading.options[-1].key}), reading, reading.default)
        assert default == again
