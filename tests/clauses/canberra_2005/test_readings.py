"""Every reading of Casino Canberra, NI2005-29: the worth of each option, counted from scratch."""

from fractions import Fraction

import pytest

from sicbo.game.layout import Layout
from sicbo.game.policies import (
    DamagedDice as Dice,
    Ground,
    Moment,
    Returned,
    RoundBegins,
    Sanctions,
    WarningLasts as Lasts,
    WrongEntry as Entry,
)
from sicbo.game.settlement import Wager, settle
from sicbo.rulebooks.canberra_2005.rulebook import RULES
from tests.clauses.brute import EVERY, edge

F = Fraction


def edge_of(layout: Layout, bet: str) -> Fraction:
    prices = {dice: layout.price(bet, dice) for dice in EVERY}
    return edge(lambda dice: price.odds if (price := prices[dice]) else None)


@pytest.mark.parametrize(
    ("reading", "option", "bet", "house"),
    [
        ("C-02", "two-or-three", "double-2", F(1, 9)),
        ("C-02", "exactly-two", "double-2", F(1, 6)),
        ("C-02", "three-times", "double-2", F(1, 108)),
        ("C-03", "both-once", "domino-12", F(1, 36)),
        ("C-03", "exactly-two", "domino-12", F(2, 9)),
        ("C-03", "each-pair", "domino-12", F(-5, 36)),
        ("C-04", "triples-count", "total-6", F(13, 108)),
        ("C-04", "triples-lose", "total-6", F(5, 24)),
        ("C-04", "triples-lose", "total-15", F(5, 24)),
        ("C-04", "triples-lose", "total-9", F(1, 9)),
        ("C-04", "triples-lose", "total-12", F(1, 9)),
        ("C-04", "triples-lose", "total-10", F(1, 8)),
    ],
)
def test_readings_that_change_a_bet_have_their_exact_edge(
    reading: str, option: str, bet: str, house: Fraction
) -> None:
    """Each option has the edge of the words read that way. The first option applies by default."""
    assert edge_of(RULES.read({reading: option}).layout(), bet) == house
    if option == RULES.reading(reading).default.key:
        assert edge_of(RULES.layout(), bet) == house


@pytest.mark.parametrize(
    ("reading", "option", "name", "default", "choice", "figures"),
    [
        (
            "C-01",
            "to-the-letter",
            "round.begins",
            RoundBegins.FIRST_BET_OR_SPIN,
            RoundBegins.FIRST_CARD,
            (F(0), F(1, 36)),
        ),
        ("C-09", "stakes-only", "faults.void", Returned.STAKES_AND_PAYOUTS, Returned.STAKES, (F(0), F(10))),
        (
            "C-10",
            "as-entered",
            "faults.wrong_entry",
            Entry.DICE_DECIDE_IN_ROUND,
            Entry.AS_ENTERED,
            (F(10), F(0)),
        ),
        ("C-11", "round", "limits.warning", Lasts.TABLE_AND_DAY, Lasts.ROUND, (F(0), F(1, 36))),
        ("C-14", "together", "conduct.sanctions", Sanctions.ANY, Sanctions.TOGETHER, ()),
        ("C-18", "until-called", "faults.damaged_dice", Dice.UNTIL_PAID, Dice.UNTIL_CALLED, (F(0), F(10))),
        (
            "C-20",
            "at-settlement",
            "wagers.fixed_at",
            Moment.CLOSE,
            Moment.SETTLEMENT,
            (F(62), F(0), F(0), F(31)),
        ),
    ],
)
def test_readings_that_change_a_ruling(
    reading: str, option: str, name: str, default: object, choice: object, figures: tuple[Fraction, ...]
) -> None:
    """The ruling names its reading, and the other option changes it and its figure."""
    before, after = dict(RULES.rulings())[name], dict(RULES.read({reading: option}).rulings())[name]

    assert (before.reading, before.choice, after.choice) == (reading, default, choice)
    assert tuple(figure for o in RULES.reading(reading).options for figure in o.figures.values()) == figures


@pytest.mark.parametrize(("option", "winnings"), [("at-the-close", [6200, 0]), ("at-settlement", [0, 3100])])
def test_readings_c_20_a_chip_knocked_from_total_4_to_total_5(option: str, winnings: list[int]) -> None:
    """A chip of 1 wins as total 4, where it lay at the close, or as total 5, where it lies at settlement."""
    rules = RULES.read({"C-20": option})
    place = {Moment.CLOSE: "total-4", Moment.SETTLEMENT: "total-5"}[rules.wagers.fixed_at.choice]
    lines = [settle(Wager(place, 100), dice, rules.layout(), rules) for dice in ((1, 1, 2), (1, 2, 2))]

    assert [line.winnings for line in lines] == winnings


def test_readings_c_08_invalidated_outcomes_have_no_rule_of_their_own() -> None:
    """By default they are void; to the letter nothing is returned, and only there."""
    literal = RULES.read({"C-08": "no-rule"})

    assert {i.ground for i in literal.irregularities if i.returned is Returned.NOTHING} == {Ground.DISRUPTION}
    assert all(i.returned is None for i in RULES.irregularities)
    assert [o.figures for o in RULES.reading("C-08").options] == [
        {"house edge of small on an invalidated outcome": F(0)},
        {"house edge of small on an invalidated outcome": F(1)},
    ]
