"""Reasons stay true under other readings of a rulebook."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from sicbo import rulebooks
from sicbo.game.bets import (
    EVEN_TOTALS,
    ODD_TOTALS,
    Bet,
    small,
)
from sicbo.game.dice import (
    EVERY_ROLL,
    TRIPLES,
    Rolls,
    rolls_made_of,
    rolls_showing,
    rolls_showing_exactly,
    rolls_totalling,
    rolls_where,
)
from sicbo.game.layout import Layout, Pay
from sicbo.game.reasons import price_reason
from sicbo.game.rulebook.readings import Option
from sicbo.game.rulebook.rules import Rules
from sicbo.i18n import Message
from tests.game.every_family import NUMBERS, reason_for


def read_layout(book: str, reading: str, option: str) -> tuple[Rules, Layout]:
    """Return a layout under another reading."""
    key, _, layout = book.partition("/")
    rules = rulebooks.get_rulebook(key).with_readings({reading: option})
    return rules, rules.layout(layout)


@pytest.mark.parametrize(
    ("book", "reading", "option", "bet", "shown", "sentence"),
    [
        ("crown-sydney", "S-01", "triples-win", "big", "444", "total 12 is within 11 to 17, 1 to 1"),
        ("crown-sydney", "S-01", "triples-win", "small", "444", "total 12 is not 4 to 10"),
        ("crown-sydney", "S-02", "any-total", "total-9", "651", "total 12 is within 4 to 17, 7 to 1"),
        ("crown-sydney", "S-03", "exactly-two", "domino-14", "414", "1-4-4 is not among the winning rolls"),
        ("crown-sydney", "S-03", "exactly-two", "domino-14", "421", "1-2-4 wins, 6 to 1"),
        ("crown-sydney", "S-03", "each-pair", "domino-14", "414", "1-4-4 wins, 12 to 1"),
        (
            "crown-melbourne-6.1/a",
            "M-18",
            "both-limbs",
            "triple-1",
            "161",
            "1-1-6 neither wins nor loses: the stake goes back",
        ),
        (
            "crown-melbourne-6.1/b",
            "M-03",
            "mixed-only",
            "colour-triple-red",
            "161",
            "Fish-Fish-Chicken wins, 23 to 1",
        ),
        ("crown-sydney", "S-04", "cumulative", "single-4", "414", "two dice show 4, 3 to 1"),
    ],
)
def test_another_reading_is_never_explained_by_the_default(
    book: str, reading: str, option: str, bet: str, shown: str, sentence: str
) -> None:
    rules, layout = read_layout(book, reading, option)
    assert reason_for(bet, shown, rules=rules, layout=layout) == sentence


def layout_with(bets: Mapping[str, tuple[Rolls, ...]]) -> Layout:
    """Return the layout of every family, with other winning rolls for some bets."""
    return replace(
        NUMBERS, bets=tuple(replace(bet, tiers=bets.get(bet.key, bet.tiers)) for bet in NUMBERS.bets)
    )


@pytest.mark.parametrize(
    ("bet", "tiers", "shown", "sentence"),
    [
        ("double-4", (rolls_showing_exactly(4, on=2),), "444", "three dice show 4: just two are needed"),
        ("double-4", (rolls_showing_exactly(4, on=2),), "414", "two dice show 4, 11 to 1"),
        ("double-4", (rolls_showing_exactly(4, on=3),), "444", "three dice show 4, 11 to 1"),
        ("double-4", (rolls_made_of(4, 4, 1),), "412", "1-2-4 is not among the winning rolls"),
        ("double-4", (rolls_made_of(4, 4, 1),), "414", "1-4-4 wins, 11 to 1"),
        (
            "double-4",
            (rolls_showing(4, on=2) | rolls_made_of(1, 2, 3),),
            "455",
            "4-5-5 is not among the winning rolls",
        ),
        ("double-4", (rolls_showing(4, on=2) | rolls_made_of(1, 2, 3),), "321", "1-2-3 wins, 11 to 1"),
        ("colour-red", (rolls_showing_exactly(1, 6, on=1),), "162", "two dice show red: just one is needed"),
        (
            "colour-triple-red",
            (rolls_showing(1, 6, on=3) - TRIPLES,),
            "111",
            "Fish-Fish-Fish is not among the winning rolls",
        ),
        ("odd", (rolls_totalling(*ODD_TOTALS),), "111", "total 3 is not one of 5, 7, 9, 11, 13, 15, 17"),
        ("odd", (rolls_totalling(*ODD_TOTALS),), "333", "total 9 is odd, 1 to 1"),
        ("even", (rolls_totalling(*EVEN_TOTALS),), "666", "total 18 is not one of 4, 6, 8, 10, 12, 14, 16"),
        ("even", (rolls_totalling(4, 6, 8, 12) - TRIPLES,), "424", "total 10 is not one of 4, 6, 8, 12"),
        ("even", (rolls_totalling(4, 6, 8, 12) - TRIPLES,), "123", "total 6 is one of 4, 6, 8, 12, 1 to 1"),
        (
            "even",
            (rolls_totalling(4, 6, 18) - rolls_made_of(2, 2, 2),),
            "222",
            "2-2-2 is not among the winning rolls",
        ),
        ("total-4", (rolls_totalling(4, 17),), "665", "total 17 is one of 4, 17, 7 to 1"),
        ("total-6", (rolls_totalling(6) - TRIPLES,), "222", "2-2-2 is a triple, which loses Total 6"),
        ("four-3456", (rolls_showing(3, 4, 5, 6, on=3),), "335", "3-3-5 wins, 7 to 1"),
        ("four-3456", (rolls_showing(3, 4, 5, 6, on=3),), "331", "1 is not one of 3, 4, 5, 6"),
        (
            "four-3456",
            (rolls_where(lambda roll: len(set(roll)) == 3),),
            "335",
            "3-3-5 is not among the winning rolls",
        ),
        (
            "double-single-113",
            (rolls_made_of(1, 1, 3) | rolls_made_of(1, 1, 1),),
            "331",
            "1-3-3 is not among the winning rolls",
        ),
    ],
)
def test_unusual_winning_rolls_are_told_by_what_they_are(
    bet: str, tiers: tuple[Rolls, ...], shown: str, sentence: str
) -> None:
    assert reason_for(bet, shown, layout=layout_with({bet: tiers})) == sentence


def test_a_bet_of_no_known_family_or_name_is_told_by_its_rolls() -> None:
    """A custom rulebook may add bets that the catalogue does not name."""
    strangers = (
        Bet("hard-8", "hard", "Hard", "1", "1", (rolls_made_of(2, 2, 4),)),
        Bet("single-low", "single", "Low", "1", "1", (rolls_showing(1, 2, on=1),)),
    )
    assert price_reason(strangers[0], (2, 2, 4), None).say() == "2-2-4 is not among the winning rolls"
    assert price_reason(strangers[1], (4, 5, 6), None).say("vi") == "4-5-6 không phải kết quả thắng"


def test_odds_of_nothing_give_the_stake_back() -> None:
    layout = replace(NUMBERS, bets=(small("1"),), pays=(Pay("1", "small", "0 to 1"),))
    assert reason_for("small", "414", layout=layout) == "total 9 is within 4 to 10: the stake goes back"
    assert reason_for("small", "414", "zh-Hans", layout=layout) == "点数总和9在4至10之间，退还本金"


OPTIONS = [
    (rules.key, layout.key, reading.id, option)
    for rules in rulebooks.every_rulebook().values()
    for layout in rules.layouts
    for reading in rules.readings
    for option in reading.options
    if any(bet.key in option.wins for bet in layout)
]


@pytest.mark.parametrize(("book", "layout", "reading", "option"), OPTIONS)
def test_under_every_reading_one_reason_never_stands_for_two_fates(
    book: str, layout: str, reading: str, option: Option
) -> None:
    """If two rolls have the same reason, a bet pays the same on both."""
    _, cloth = read_layout(f"{book}/{layout}", reading, option.key)
    for bet in (bet for bet in cloth if bet.key in option.wins):
        fates: dict[Message, int | None] = {}
        for roll in EVERY_ROLL:
            reason = price_reason(bet, roll, None)
            assert fates.setdefault(reason, bet.tier(roll)) == bet.tier(roll)
