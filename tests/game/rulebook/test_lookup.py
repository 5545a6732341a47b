"""What a clause decides, found by its number."""

from dataclasses import replace
from fractions import Fraction

import pytest

from sicbo import rulebooks
from sicbo.game.dice import rolls_totalling
from sicbo.game.policies import BelowMinimum, Notice, NoticeKind, Step
from sicbo.game.rulebook.lookup import Decision, choice_in_words, cites, decisions
from sicbo.game.rulebook.rules import Stage
from sicbo.rulebooks.canberra_2005.rulebook import RULES as CANBERRA
from sicbo.rulebooks.crown_melbourne_6_1.rulebook import RULES as MELBOURNE
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES as SYDNEY
from sicbo.rulebooks.star_sydney_2016.rulebook import RULES as STAR


@pytest.mark.parametrize(
    ("cited", "clause", "named"),
    [
        ("4.2.5", "4.2.5", True),
        ("4.2.1, 4.2.4", "4.2.4", True),
        ("4.2.1, 4.2.4", "4.2", False),
        ("4.2", "4.2.1", False),
        ("14.2", "4.2", False),
    ],
)
def test_a_citation_names_whole_clauses(cited: str, clause: str, named: bool) -> None:
    """4.2 matches neither 4.2.1 nor 14.2."""
    assert cites(cited, clause) is named


@pytest.mark.parametrize(
    ("clause", "decided"),
    [
        (
            "4.2.5",
            [
                Decision(
                    "limits.above_maximum",
                    "paid or collected to the maximum; the rest is returned",
                    "Over the maximum and found late: paid or collected to the maximum.",
                    "S-06",
                )
            ],
        ),
        (
            "3.3.1(a)",
            [Decision("layout", "when big wins", "1 betting area.")],
        ),
        (
            "3.3.6(b)",
            [Decision("layout", "when total-4 to total-17 lose", "14 betting areas.")],
        ),
        (
            "6.3/total-4-17",
            [Decision("layout", "total-4 total-17 pays 62 to 1", "Price 1 of the bet.")],
        ),
        (
            "6.3/single-die-two",
            [Decision("layout", "single pays 2 to 1", "Price 2 of the bet.")],
        ),
        ("6.2.1", [Decision("round.order", "collect the losing wagers", "A step of the round.")]),
        (
            "5.1.7",
            [
                Decision("round.order", "collect the losing wagers", "A step of the round."),
                Decision("round.order", "pay the winning wagers", "A step of the round."),
            ],
        ),
        (
            "10.3.1",
            [
                Decision(
                    "irregularities",
                    "the game was disrupted: it may be declared, Assistant Casino Manager or above; "
                    "the next round begins",
                    "A spin or wager disrupted from outside may be voided.",
                ),
                Decision(
                    "powers",
                    "Assistant Casino Manager or above: void a round that was disrupted",
                    "Disruption is for an Assistant Casino Manager.",
                ),
            ],
        ),
        (
            "10.8",
            [
                Decision(
                    "conduct.forbidden",
                    "no person may wager for a person who is not in the casino; unless: never",
                    "No wager for an absent person.",
                )
            ],
        ),
        (
            "10.13",
            [
                Decision(
                    "duties",
                    "operator: approval and version name the one in force",
                    "A copy of the rules is given to any person who asks.",
                )
            ],
        ),
        (
            "9.7",
            [
                Decision(
                    "promotions.authority_hours",
                    "not stated",
                    "The regulator gets the terms on request; no time is set.",
                )
            ],
        ),
        ("99", []),
    ],
)
def test_everything_that_a_clause_decides_is_found(clause: str, decided: list[Decision]) -> None:
    """Bets, odds, rulings, steps, voids, powers, conduct and duties are found, even if several clauses are
    cited.
    """
    assert list(decisions(SYDNEY, clause)) == decided


def test_a_rulebook_with_two_layouts_says_which() -> None:
    """Melbourne's Small is on both layouts. A clause that decides both is listed once."""
    (bet,) = [bet for bet in MELBOURNE.layout("b") if bet.key == "small"]
    found = decisions(MELBOURNE, bet.wins)

    assert {decision.name for decision in found if decision.choice.startswith("when")} <= {
        "layout a",
        "layout b",
    }
    assert any(decision.name == "layout b" for decision in found)


def test_a_clause_that_says_both_when_a_bet_wins_and_loses_is_listed_once() -> None:
    """Canberra's 4.3(a) says both; Sydney has a limb for each."""
    assert decisions(CANBERRA, "4.3(a)") == (Decision("layout", "when small wins", "1 betting area."),)
    assert decisions(SYDNEY, "3.3.2(b)") == (Decision("layout", "when small loses", "1 betting area."),)


def test_up_to_three_bets_are_named_and_more_are_a_range() -> None:
    """Two, three and four bets are tested."""
    layout = SYDNEY.layout()
    pair = replace(
        layout,
        bets=tuple(replace(bet, wins="7") if bet.family in ("small", "big") else bet for bet in layout),
    )
    said = [
        (found.choice, found.says)
        for rules, clause in ((replace(SYDNEY, layouts=(pair,)), "7"), (MELBOURNE, "3.15"), (STAR, "3.2.3"))
        for found in decisions(rules, clause)
        if found.choice.endswith(" win")
    ]

    assert said == [
        ("when big, small win", "2 betting areas."),
        ("when colour-red, colour-green, colour-blue win", "3 betting areas."),
        ("when four-3456 to four-1234 win", "4 betting areas."),
    ]


def test_super_streak_reads_as_sides_and_a_ladder() -> None:
    """The rolls themselves are too many for a sentence."""
    said = {found.name: found.choice for clause in ("6.3", "6.5", "7.2") for found in decisions(STAR, clause)}

    assert said["super_streak.sides"] == said["super_streak.lines"] == "small, big, odd, even"
    assert said["super_streak.pays"] == "4: 6, 5: 10, 6: 15, 7: 20, 8: 35, 9: 50, 10: 75, 11: 100, 12: 500"


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (BelowMinimum.STANDS, "it is valid"),
        (3, "3"),
        ("any", "any"),
        (Notice(NoticeKind.MINUTES, 20), "20 minutes that a sign is displayed"),
        (Notice(NoticeKind.PLAIN), "notice without a stated time"),
        ((), ""),
        ((("small", "big"), ("odd", "even")), "small, big, odd, even"),
        ((Stage("5.1", Step.PLACE_BETS), Stage("5.2", Step.CLOSE)), "place-bets, close"),
        ({"small": rolls_totalling(4), "four": Fraction(6)}, "small, four: 6"),
        (Fraction(17, 2), "17/2"),
    ],
)
def test_a_choice_reads_as_words(choice: object, said: str) -> None:
    """Every kind of choice that a ruling can hold reads as words."""
    assert choice_in_words(choice) == said


@pytest.mark.parametrize("key", list(rulebooks.every_rulebook()))
def test_every_clause_that_is_cited_decides_something(key: str) -> None:
    """Each ruling is found by each clause that it cites."""
    rules = rulebooks.get_rulebook(key)
    for name, ruling in rules.rulings():
        for clause in ruling.clause.split(", "):
            assert name in {found.name for found in decisions(rules, clause)}
