"""Every executable clause of Singapore's electronic table, by its number."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from sicbo.errors import NotFound
from sicbo.game import policies
from sicbo.game.layout import Layout
from sicbo.game.limits import Bounds, Limits, refuse_if_outside_limits, risk_of_stake
from sicbo.game.money import Instrument
from sicbo.game.policies import (
    Afterwards,
    Call,
    DamagedDice,
    DecisiveMoment,
    Display,
    Finality,
    Ground,
    Interruption,
    LateError,
    LightFault,
    MistakenBet,
    OralWager,
    OutcomeEstablished,
    PersonalLimits,
    RaiseMinimum,
    RoundBegins,
    Step,
    VoidDemand,
    VoidRefund,
    WagerFreeze,
    WrongEntry,
)
from sicbo.game.ranks import Act, Rank
from sicbo.game.rulebook.readings import FindingKind
from sicbo.game.settlement import Slip, Wager, settle, settle_slip
from sicbo.rulebooks.singapore_etg.rulebook import RULES
from tests.clauses.brute import EVERY, Dice, edge
from tests.clauses.proves import proves

F = Fraction
TABLES = (1, 2, 3)
FOURS = ("3456", "2356", "2345", "1234")
PAIRS = {f"{a}{b}" for a, b in combinations(range(1, 7), 2)}
THREES = {f"{a}{b}{c}" for a, b, c in combinations(range(1, 7), 3)}
WITH_SINGLE = {f"{d}{d}{s}" for d in range(1, 7) for s in range(1, 7) if d != s} - {"112", "665"}


def table(number: int) -> Layout:
    return RULES.layout(str(number))


def net(number: int, bet: str, dice: Dice, stake: int = 1000) -> int:
    return settle(Wager(bet, stake, Instrument.CREDIT), dice, table(number), RULES).net


def edge_of(layout: Layout, bet: str) -> Fraction:
    prices = {dice: layout.price(bet, dice) for dice in EVERY}
    return edge(lambda dice: price.odds if (price := prices[dice]) else None)


def should_win(bet: str, dice: Dice) -> bool:
    """Return whether a bet wins, from its name alone."""
    family, _, label = bet.rpartition("-")
    total, alike = sum(dice), len(set(dice)) == 1
    shown = "".join(str(die) for die in sorted(dice))
    plain = {
        "small": 4 <= total <= 10 and not alike,
        "big": 11 <= total <= 17 and not alike,
        "odd": total % 2 == 1 and not alike,
        "even": total % 2 == 0 and not alike,
        "any-triple": alike,
    }
    if bet in plain:
        return plain[bet]
    counted = {"single": 1, "double": 2, "triple": 3}
    if family in counted:
        return shown.count(label) >= counted[family]
    if family == "total":
        return total == int(label)
    if family == "domino":
        return set(label) <= set(shown)
    if family == "four":
        return len(set(shown) & set(label)) == 3
    return Counter(shown) == Counter(label)


@proves("1.5/pit-employee")
def test_1_2_dealer_is_the_first_of_four_titles() -> None:
    """Dealer, Pit Supervisor and Pit Manager are the pit; the shift manager is above them."""
    assert [RULES.titles[rank] for rank in Rank] == [
        "Dealer",
        "Pit Supervisor",
        "Pit Manager",
        "Table Games Shift Manager",
    ]
    dealing = RULES.power(Act.DEAL)
    assert dealing is not None
    assert dealing.rank is Rank.DEALER


def test_1_7_player_terminal_credits_are_the_only_stake() -> None:
    """No chips, tokens or spoken bets."""
    assert RULES.wagers.stakes.choice == (Instrument.CREDIT,)
    assert RULES.wagers.spoken.choice is OralWager.NEVER


def test_1_8_round_of_play_begins_with_the_notice_on_the_terminals() -> None:
    """Bets are taken again only after the next notice."""
    assert RULES.round.begins.choice is RoundBegins.NOTICE
    assert RULES.wagers.late.choice is WagerFreeze.NEXT_NOTICE


def test_1_9_total_sum_adds_the_three_top_faces() -> None:
    """2-5-6 is 13."""
    assert net(1, "total-13", (2, 5, 6)) == 8500
    assert net(1, "total-12", (2, 5, 6)) == -1000


@pytest.mark.parametrize("number", TABLES)
def test_3_1_every_bet_wins_on_just_the_rolls_that_match_it(number: int) -> None:
    """Each area of each table against each of the 216 rolls."""
    for bet in table(number):
        found = {dice for dice in EVERY if table(number).price(bet.key, dice)}
        assert found == {dice for dice in EVERY if should_win(bet.key, dice)}, bet.key


def test_3_3_a_bet_outside_the_limits_is_never_taken() -> None:
    """Limits $5 to $500: $3 and $600 are refused, $5 and $500 taken; nothing outside is ever at risk."""
    limits, small = Limits(Bounds(500, 50000)), table(1).bet("small")
    said = {
        stake: refuse_if_outside_limits(small, stake, table(1), RULES, limits)
        for stake in (300, 500, 50000, 60000)
    }

    assert [refusal.clause if refusal else None for refusal in said.values()] == ["3.3", None, None, "3.3"]
    assert [risk_of_stake(small, stake, RULES, limits).amount for stake in said] == [0, 500, 50000, 0]
    assert str(said[300]) == "The minimum is $5. (3.3)"
    assert str(said[60000]) == "The maximum is $500. (3.3)"
    assert RULES.limits.personal.choice is PersonalLimits.NONE
    assert RULES.limits.raise_minimum.choice is RaiseMinimum.NOT_PROVIDED


def test_3_8_losing_bets_are_collected_and_winning_ones_paid_by_the_pay_table() -> None:
    """Layout 2, dice 1-2-6: $10 on 126 wins $300, $10 on Big is collected."""
    lines = settle_slip(Slip({"three-126": 1000, "big": 1000}), (1, 2, 6), table(2), RULES)

    assert [(line.winnings, line.returned, line.collected) for line in lines] == [
        (30000, 1000, 0),
        (0, 0, 1000),
    ]
    assert [line.clause for line in lines] == ["4.1.2/three-single", "4.1.2/big"]


@pytest.mark.parametrize("number", TABLES)
@pytest.mark.parametrize("face", range(1, 7))
@proves("3.9.1", "3.9.2", "3.9.3", "3.9.4", "3.9.5")
def test_3_9_on_a_triple_only_five_kinds_of_bet_win(face: int, number: int) -> None:
    """Its triple, any triple, its double, its number, and total 6, 9, 12 or 15."""
    totals = {6: "total-6", 9: "total-9", 12: "total-12", 15: "total-15"}
    winners = {f"triple-{face}", "any-triple", f"double-{face}", f"single-{face}"}
    winners |= {totals[3 * face]} if 3 * face in totals else set()

    assert set(table(number).lit_areas[face, face, face]) == winners


def test_3_9_3_a_triple_pays_the_double_once() -> None:
    """Dice 5-5-5, table 1: $10 on double 5 wins $115; double 4 loses."""
    assert net(1, "double-5", (5, 5, 5)) == 11500
    assert net(1, "double-4", (5, 5, 5)) == -1000


def test_3_9_4_a_triple_pays_its_number_at_twelve_to_one() -> None:
    """Dice 6-6-6: $10 on 6 wins $120; 5 loses."""
    assert net(1, "single-6", (6, 6, 6)) == 12000
    assert net(1, "single-5", (6, 6, 6)) == -1000


@pytest.mark.parametrize(("number", "areas", "rows"), [(1, 56, 19), (2, 104, 21), (3, 104, 21)])
@proves("4.1", "4.1.1", "4.1.2", "4.1.3")
def test_4_1_each_layout_has_the_bets_and_rows_of_its_own_pay_table(
    number: int, areas: int, rows: int
) -> None:
    """Table k belongs to layout k; no row pays from another table."""
    clauses = {price.clause for prices in table(number).prices.values() for price in prices}

    assert [layout.clause for layout in RULES.layouts] == ["4.1.1", "4.1.2", "4.1.3"]
    assert (len(table(number)), len(table(number).areas), len(clauses)) == (areas, areas, rows)
    assert all(clause.startswith(f"4.1.{number}/") for clause in clauses)


def labels(number: int, family: str) -> set[str]:
    return {bet.key.removeprefix(f"{family}-") for bet in table(number) if bet.family == family}


@proves("4.1.1/domino", "4.1.1/four-number", "4.1.2/double-with-single", "4.1.3/double-with-single")
def test_4_1_2_three_single_and_the_other_combinations_are_those_listed() -> None:
    """15 dominoes, 4 fours, 20 three-single and 28 pairs with a single: 112 and 665 are unknown bets."""
    for number in TABLES:
        assert labels(number, "domino") == PAIRS
        assert labels(number, "four") == set(FOURS)
    for number in (2, 3):
        assert labels(number, "three") == THREES
        assert labels(number, "double-single") == WITH_SINGLE
        assert (len(THREES), len(WITH_SINGLE)) == (20, 28)
        for unknown in ("double-single-112", "double-single-665"):
            with pytest.raises(NotFound):
                settle(Wager(unknown, 100), (1, 1, 2), table(number), RULES)
    assert not labels(1, "three") | labels(1, "double-single")


# Row, a bet of it, a winning and a losing roll, then odds and house edge in tables 1 (and 2) and 3.
ROWS: list[tuple[str, str, Dice, Dice, str, Fraction, str, Fraction]] = [
    ("small", "small", (1, 2, 4), (2, 2, 2), "1", F(1, 36), "1", F(1, 36)),
    ("big", "big", (6, 5, 2), (5, 5, 5), "1", F(1, 36), "1", F(1, 36)),
    ("even", "even", (4, 5, 1), (4, 4, 4), "1", F(1, 36), "1", F(1, 36)),
    ("odd", "odd", (1, 2, 4), (3, 3, 3), "1", F(1, 36), "1", F(1, 36)),
    ("single-1", "single-4", (4, 1, 2), (1, 2, 3), "1", F(1, 27), "1", F(1, 27)),
    ("single-2", "single-4", (4, 4, 2), (1, 2, 3), "2", F(1, 27), "2", F(1, 27)),
    ("single-3", "single-4", (4, 4, 4), (1, 2, 3), "12", F(1, 27), "12", F(1, 27)),
    ("total-4-17", "total-4", (1, 1, 2), (6, 6, 5), "64", F(7, 72), "62", F(1, 8)),
    ("total-4-17", "total-17", (6, 6, 5), (1, 1, 2), "64", F(7, 72), "62", F(1, 8)),
    ("total-5-16", "total-5", (1, 1, 3), (6, 6, 4), "32", F(1, 12), "31", F(1, 9)),
    ("total-5-16", "total-16", (6, 6, 4), (1, 1, 3), "32", F(1, 12), "31", F(1, 9)),
    ("total-6-15", "total-6", (2, 2, 2), (5, 5, 5), "19", F(2, 27), "18", F(13, 108)),
    ("total-6-15", "total-15", (5, 5, 5), (2, 2, 2), "19", F(2, 27), "18", F(13, 108)),
    ("total-7-14", "total-7", (1, 2, 4), (6, 6, 2), "12", F(7, 72), "12", F(7, 72)),
    ("total-7-14", "total-14", (6, 6, 2), (1, 2, 4), "12", F(7, 72), "12", F(7, 72)),
    ("total-8-13", "total-8", (1, 2, 5), (6, 6, 1), "8.5", F(11, 144), "8", F(1, 8)),
    ("total-8-13", "total-13", (6, 6, 1), (1, 2, 5), "8.5", F(11, 144), "8", F(1, 8)),
    ("total-9-12", "total-9", (3, 3, 3), (4, 4, 4), "7", F(2, 27), "7", F(2, 27)),
    ("total-9-12", "total-12", (4, 4, 4), (3, 3, 3), "7", F(2, 27), "7", F(2, 27)),
    ("total-10-11", "total-10", (2, 3, 5), (1, 4, 6), "6.5", F(1, 16), "6", F(1, 8)),
    ("total-10-11", "total-11", (1, 4, 6), (2, 3, 5), "6.5", F(1, 16), "6", F(1, 8)),
    ("domino", "domino-12", (1, 2, 2), (1, 1, 3), "6", F(1, 36), "6", F(1, 36)),
    ("four-number", "four-3456", (3, 5, 6), (3, 3, 5), "7.5", F(1, 18), "7", F(1, 9)),
    ("double", "double-3", (3, 3, 5), (3, 4, 5), "11.5", F(2, 27), "11", F(1, 9)),
    ("any-triple", "any-triple", (5, 5, 5), (5, 5, 4), "32", F(1, 12), "31", F(1, 9)),
    ("specific-triple", "triple-3", (3, 3, 3), (3, 3, 4), "195", F(5, 54), "180", F(35, 216)),
    ("three-single", "three-126", (1, 2, 6), (1, 2, 5), "30", F(5, 36), "30", F(5, 36)),
    ("double-with-single", "double-single-113", (1, 1, 3), (1, 1, 4), "50", F(7, 24), "50", F(7, 24)),
]
CASES = [
    (number, row, bet, dice, miss, F(third if number == 3 else first), house3 if number == 3 else house)
    for number in TABLES
    for row, bet, dice, miss, first, house, third, house3 in ROWS
    if number > 1 or row not in ("three-single", "double-with-single")
]


@pytest.mark.parametrize(("number", "row", "bet", "dice", "miss", "odds", "house"), CASES)
@proves(*dict.fromkeys(f"4.1.{number}/{row}" for number, row, *_ in CASES))
def test_4_1_each_row_pays_its_odds(
    number: int, row: str, bet: str, dice: Dice, miss: Dice, odds: Fraction, house: Fraction
) -> None:
    """$10 wins ten times the odds of its own table or is collected; the house edge is exact."""
    won = settle(Wager(bet, 1000), dice, table(number), RULES)
    lost = settle(Wager(bet, 1000), miss, table(number), RULES)

    assert (won.winnings, won.returned, won.collected) == (int(1000 * odds), 1000, 0)
    assert won.clause.split(", ")[-1] == f"4.1.{number}/{row}"
    assert (lost.winnings, lost.returned, lost.collected) == (0, 0, 1000)
    assert edge_of(table(number), bet) == house


def test_4_1_2_four_number_odds_are_flagged_as_illegible() -> None:
    """The odds are seven and a half until a person of rank has seen the print."""
    reading = RULES.reading("SG-01")

    assert (reading.kind, reading.clause, reading.default.key) == (
        FindingKind.ILLEGIBLE,
        "4.1.2/four-number",
        "7.5",
    )


def test_4_1_2_double_with_single_has_a_note_on_its_28_boxes() -> None:
    """The linter says why 112 and 665 are missing."""
    notes = [note for note in RULES.findings if "double-with-single" in note.clause]

    assert [note.kind for note in notes] == [FindingKind.NOTE]
    assert all(word in notes[0].says for word in ("28", "112", "665", "7/24"))


def test_5_7_a_bet_settles_where_it_stood_when_betting_closed() -> None:
    """Big by mistake for Small, dice 1-2-4: Big loses."""
    assert RULES.wagers.fixed_at.choice is DecisiveMoment.CLOSE
    assert RULES.wagers.in_error.choice is MistakenBet.SETTLES
    assert net(1, "big", (1, 2, 4)) == -1000
    assert net(1, "big", (4, 5, 6)) == 1000


def test_5_9_a_void_round_returns_every_bet() -> None:
    """The stakes, and nothing of earlier rounds."""
    assert RULES.faults.void.choice is VoidRefund.STAKES


@proves("3.2", "3.5", "3.7")
def test_3_6_the_dice_tumble_three_times_before_the_close() -> None:
    """Notice, cover, tumble, close, uncover, entry, settlement; nothing is called."""
    steps = [stage.step for stage in RULES.round.order.choice]

    assert steps[:4] == [Step.PLACE_BETS, Step.COVER, Step.SPIN, Step.CLOSE]
    assert steps[4:] == [Step.UNCOVER, Step.ENTER, Step.COLLECT, Step.PAY]
    assert RULES.round.tumbles.choice == 3
    assert RULES.round.call.choice is Call.SHOWN


@proves("5.1.2", "5.3.1", "5.3.2", "5.3.3", "5.4")
def test_5_3_the_grounds_of_a_void_leave_no_choice() -> None:
    """A shift manager rules which rounds damaged dice affect; payouts of settled rounds come back."""
    assert all(i.demand is VoidDemand.MUST for i in RULES.irregularities)
    assert [(i.clause, i.ground, i.rank, i.afterwards) for i in RULES.irregularities] == [
        ("5.1.2", Ground.INTERRUPTED, Rank.DEALER, Afterwards.WHEN_REPAIRED),
        ("5.3.1", Ground.TOO_FEW_TUMBLES, Rank.DEALER, Afterwards.NEXT_ROUND),
        ("5.3.2", Ground.NOT_FLAT, Rank.DEALER, Afterwards.NEXT_ROUND),
        ("5.3.3", Ground.EXPOSED_EARLY, Rank.DEALER, Afterwards.NEXT_ROUND),
        ("5.4", Ground.DICE_DAMAGED, Rank.SENIOR_MANAGER, Afterwards.WHEN_REPAIRED),
    ]
    assert [i.returned for i in RULES.irregularities] == [None] * 4 + [VoidRefund.STAKES_AND_PAYOUTS]


@proves("5.1", "5.4", "5.6", "5.8")
def test_5_5_the_dice_decide_over_entries_and_displays() -> None:
    """Later rounds stand; an outcome is there once the dice are read."""
    assert RULES.faults.wrong_entry.choice is WrongEntry.DICE_DECIDE
    assert RULES.faults.late_error.choice is LateError.LATER_ROUNDS_STAND
    assert RULES.faults.lights.choice is LightFault.INFORMATION_ONLY
    assert RULES.faults.display.choice is Display.INFORMATION
    assert RULES.faults.damaged_dice.choice is DamagedDice.EVERY_AFFECTED
    assert RULES.faults.interruption.choice is Interruption.BY_OUTCOME
    assert RULES.faults.established.choice is OutcomeEstablished.READ


@proves("5.10(a)", "5.10(b)")
def test_5_10_what_the_rules_leave_out_is_a_shift_managers() -> None:
    """No lower rank decides it, and no rank may do what no clause grants."""
    granted = {
        Act.VOID_FOR_EQUIPMENT: "5.10(b)",
        Act.DECIDE_DISPUTE: "5.10",
        Act.RESOLVE_UNFORESEEN: "5.10",
        Act.CHANGE_LIMITS: "5.10(a)",
        Act.CLOSE_TABLE: "5.10(a)",
    }
    for act, clause in granted.items():
        power = RULES.power(act)
        assert power is not None
        assert (power.clause, power.rank) == (clause, Rank.SENIOR_MANAGER)
    for act in (
        Act.REFUSE_WAGER,
        Act.VOID_OFFENDERS_WAGERS,
        Act.EXCLUDE_FROM_GAME,
        Act.AGREE_PERSONAL_LIMITS,
    ):
        assert RULES.power(act) is None
    assert RULES.conduct.disputes.choice is Finality.SHIFT_MANAGER


@pytest.mark.parametrize("number", TABLES)
@proves("appendix-A", "appendix-B", "2.1.1")
def test_appendix_c_shows_big_on_the_left_and_six_to_one(number: int) -> None:
    """On all three cloths; only where the drawing shows it is a place not reconstructed."""
    places = {area.bet: area for area in table(number).areas}
    drawn = {area.group for area in table(number).areas if not area.reconstructed}

    assert places["big"].x < places["small"].x
    assert sorted(places, key=lambda bet: places[bet].x if bet.startswith("single") else -1)[-6:] == [
        f"single-{face}" for face in (6, 5, 4, 3, 2, 1)
    ]
    assert drawn == ({"even-money", "triples", "specials", "singles"} if number == 3 else set())


def test_where_the_text_is_silent_nothing_is_provided() -> None:
    """No colours, tokens, warnings, buttons, notices or sanctions; limits are those that are shown."""
    silent = {
        "wagers.tokens": policies.TokenOnWin.NONE,
        "wagers.vouchers": policies.Voucher.NONE,
        "wagers.colour_value": policies.ColourValue.NO_COLOURS,
        "wagers.foreign_chips": policies.ForeignChips.NO_COLOURS,
        "wagers.second_colour": policies.SecondColour.NO_COLOURS,
        "limits.below_sign": policies.BelowSign.ONE_MINIMUM,
        "limits.warning": policies.WarningLasts.NO_WARNING,
        "limits.uncured": policies.UncorrectedWager.AS_FOUND_LATE,
        "limits.per": policies.LimitScope.AREA,
        "limits.odd_amount": policies.OddAmount.NEVER_TAKEN,
        "limits.measured_by": policies.ApplicableLimit.SIGN,
        "limits.raise_notice": policies.Notice(policies.NoticeKind.NONE),
        "round.button": policies.Button.NONE,
        "round.idle": policies.IdleSpin.NOT_PROVIDED,
        "faults.tumbler_fault": VoidDemand.MUST,
        "conduct.closing": policies.Notice(policies.NoticeKind.NONE),
        "conduct.offenders_wager": policies.OffendersWager.NOT_PROVIDED,
        "conduct.sanctions": policies.Sanctions.NONE,
    }

    assert {name: ruling.choice for name, ruling in RULES.rulings() if name in silent} == silent
    assert [(rule.offence, rule.unless) for rule in RULES.conduct.forbidden] == [
        (policies.Offence.LATE_HANDLING, policies.Exemption.NEVER)
    ]
