"""Every reading of Singapore's electronic table: the worth of each option, counted from scratch."""

from fractions import Fraction

import pytest

from sicbo.game.layout import Layout
from sicbo.game.limits import Limits, not_taken
from sicbo.game.policies import DamagedDice, Established, InError, Interruption, OddAmount, Step, WrongEntry
from sicbo.game.settlement import Wager, settle
from sicbo.rulebooks.singapore_etg.rulebook import RULES
from tests.clauses.brute import EVERY, edge

F = Fraction
LIMITS = Limits()


def edge_of(layout: Layout, bet: str) -> Fraction:
    prices = {dice: layout.price(bet, dice) for dice in EVERY}
    return edge(lambda dice: price.odds if (price := prices[dice]) else None)


# The house edge in tables 1, 2 and 3.
@pytest.mark.parametrize(
    ("reading", "option", "bet", "houses"),
    [
        ("SG-01", "7.5", "four-1234", (F(1, 18), F(1, 18), F(1, 9))),
        ("SG-01", "7", "four-1234", (F(1, 18), F(1, 9), F(1, 9))),
        ("SG-02", "one-each", "total-4", (F(7, 72), F(7, 72), F(1, 8))),
        ("SG-02", "both", "total-4", (F(-29, 36), F(-29, 36), F(-3, 4))),
        ("SG-02", "both", "total-17", (F(-29, 36), F(-29, 36), F(-3, 4))),
        ("SG-02", "both", "total-5", (F(-5, 6), F(-5, 6), F(-7, 9))),
        ("SG-02", "both", "total-6", (F(-23, 27), F(-23, 27), F(-41, 54))),
        ("SG-02", "both", "total-7", (F(-29, 36), F(-29, 36), F(-29, 36))),
        ("SG-02", "both", "total-8", (F(-61, 72), F(-61, 72), F(-3, 4))),
        ("SG-02", "both", "total-9", (F(-23, 27), F(-23, 27), F(-23, 27))),
        ("SG-02", "both", "total-10", (F(-7, 8), F(-7, 8), F(-3, 4))),
        ("SG-03", "different", "four-3456", (F(1, 18), F(1, 18), F(1, 9))),
        ("SG-03", "repeats", "four-3456", (F(-49, 36), F(-49, 36), F(-11, 9))),
        ("SG-03", "repeats-and-triples", "four-3456", (F(-41, 27), F(-41, 27), F(-37, 27))),
        ("SG-05", "both-once", "domino-12", (F(1, 36), F(1, 36), F(1, 36))),
        ("SG-05", "exactly-two", "domino-12", (F(2, 9), F(2, 9), F(2, 9))),
        ("SG-05", "each-pair", "domino-12", (F(-5, 36), F(-5, 36), F(-5, 36))),
        ("SG-06", "triples-win", "double-3", (F(2, 27), F(2, 27), F(1, 9))),
        ("SG-06", "exactly-two", "double-3", (F(19, 144), F(19, 144), F(1, 6))),
    ],
)
def test_readings_that_change_a_bet_have_their_exact_edge(
    reading: str, option: str, bet: str, houses: tuple[Fraction, ...]
) -> None:
    """Each option has the edge of the words read that way. The first option applies by default."""
    assert tuple(edge_of(layout, bet) for layout in RULES.read({reading: option}).layouts) == houses
    if option == RULES.reading(reading).default.key:
        assert tuple(edge_of(layout, bet) for layout in RULES.layouts) == houses


@pytest.mark.parametrize(
    ("bet", "odds", "exact", "down", "up"),
    [
        ("total-8", "8.5", F(11, 144), F(1, 8), F(1, 36)),
        ("total-10", "6.5", F(1, 16), F(1, 8), F(0)),
        ("double-1", "11.5", F(2, 27), F(1, 9), F(1, 27)),
        ("four-1234", "7.5", F(1, 18), F(1, 9), F(0)),
    ],
)
def test_readings_sg_08_half_odds_on_one_unit(
    bet: str, odds: str, exact: Fraction, down: Fraction, up: Fraction
) -> None:
    """By default one unit is not taken and two are; rounding either way moves the edge."""
    layout, name = RULES.layout("1"), f"house edge of 1 unit on {bet}"
    refusal = not_taken(layout.bet(bet), 1, layout, RULES, LIMITS)

    assert refusal is not None
    assert refusal.clause.startswith("4.1.1/")
    assert not_taken(layout.bet(bet), 2, layout, RULES, LIMITS) is None
    assert edge_of(layout, bet) == exact
    assert {price.odds for price in layout.prices[bet]} == {F(odds)}
    for option, policy, house in (
        ("round-down", OddAmount.PAID_DOWN, down),
        ("round-up", OddAmount.PAID_UP, up),
    ):
        rules = RULES.read({"SG-08": option})
        nets = [settle(Wager(bet, 1), dice, layout, rules).net for dice in EVERY]
        assert rules.limits.odd_amount.choice is policy
        assert -F(sum(nets), 216) == house
    assert [option.figures[name] for option in RULES.reading("SG-08").options] == [exact, down, up]


def test_readings_sg_09_the_close_may_come_before_the_tumble() -> None:
    """Both orders have the same eight steps."""
    closed_first = [stage.step for stage in RULES.read({"SG-09": "close-first"}).round.order.choice]
    tumbled_first = [stage.step for stage in RULES.round.order.choice]

    assert closed_first[:4] == [Step.PLACE_BETS, Step.CLOSE, Step.COVER, Step.SPIN]
    assert closed_first[4:] == [Step.UNCOVER, Step.ENTER, Step.COLLECT, Step.PAY]
    assert tumbled_first.index(Step.SPIN) < tumbled_first.index(Step.CLOSE)
    assert set(closed_first) == set(tumbled_first)


@pytest.mark.parametrize(
    ("reading", "option", "name", "choice", "figures"),
    [
        (
            "SG-10",
            "terminals-play-on",
            "faults.interruption",
            Interruption.TERMINALS_PLAY_ON,
            (F(0), F(1, 36)),
        ),
        ("SG-11", "at-rest", "faults.established", Established.AT_REST, (F(0), F(1, 36))),
        ("SG-12", "this-round", "faults.damaged_dice", DamagedDice.THIS_ROUND, (F(0), F(10))),
        ("SG-13", "until-next-round", "faults.wrong_entry", WrongEntry.DICE_DECIDE_IN_ROUND, (F(20), F(0))),
        ("SG-14", "need-not-be-paid", "wagers.in_error", InError.NEED_NOT_BE_PAID, (F(10), F(0))),
    ],
)
def test_readings_that_change_a_ruling(
    reading: str, option: str, name: str, choice: object, figures: tuple[Fraction, ...]
) -> None:
    """The ruling names its reading, and the other option changes it and its figure."""
    before, after = dict(RULES.rulings())[name], dict(RULES.read({reading: option}).rulings())[name]

    assert (before.reading, after.choice) == (reading, choice)
    assert before.choice != choice
    assert tuple(figure for o in RULES.reading(reading).options for figure in o.figures.values()) == figures
