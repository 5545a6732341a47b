"""Crown Sydney 2.0, clause by clause, with dice and money typed out."""

from dataclasses import replace
from datetime import date

import pytest

from sicbo.errors import BadInput, NotFound
from sicbo.game.dice import Roll, as_roll, rolls_totalling
from sicbo.game.limits import Bounds, Limits, refuse_if_outside_limits, required_notice
from sicbo.game.money import Instrument
from sicbo.game.policies import (
    ForeignChips,
    Ground,
    Notice,
    NoticeKind,
    PersonalLimits,
    Step,
    VoidDemand,
    VoidRefund,
    Voucher,
)
from sicbo.game.ranks import Act, Rank
from sicbo.game.settlement import Line, Outcome, Slip, Wager, settle, settle_slip
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES
from tests.clauses.brute import EVERY, Dice
from tests.clauses.proves import proves
from tests.refused import Refused

LAYOUT = RULES.layout()
SIGN = Limits(Bounds(2500, 50000), approved_minimum=500)
OPEN = Limits(Bounds(1))


def play(bet: str, stake: int, roll: Roll, limits: Limits = OPEN) -> Line:
    """Settle one wager in cents against one roll."""
    return settle(Wager(bet, stake), roll, LAYOUT, RULES, limits)


def money_moved(line: Line) -> tuple[int, int, int]:
    """Return the winnings, the stake returned and the stake collected."""
    return line.winnings, line.returned, line.collected


@proves("1.1/crown-sydney", "1.1/nicc")
def test_order_1_the_approval_is_that_of_the_order() -> None:
    """Version 2.0, reference DF24/017500, signed on 16 August 2024, for this operator by this regulator."""
    assert (RULES.key, RULES.version) == ("crown-sydney-2024", "2.0")
    assert RULES.approval.reference == "DF24/017500"
    assert RULES.approval.signed == date(2024, 8, 16)
    assert RULES.approval.operator == "Crown Sydney Gaming Pty Ltd"
    assert RULES.approval.regulator == "NSW Independent Casino Commission"


@proves("1.1/area-manager", "1.1/assistant-casino-manager", "1.1/higher-duties-dealer")
def test_1_1_dealer_and_three_ranks_above() -> None:
    """Dealer, Higher Duties Dealer, Area Manager, Assistant Casino Manager, in this order."""
    titles = ["Dealer", "Higher Duties Dealer", "Area Manager", "Assistant Casino Manager"]

    assert [RULES.titles[rank] for rank in sorted(RULES.titles)] == titles


def test_1_1_casino_promotional_token_is_kept_and_wins_chips() -> None:
    """A token of 100 on Big wins 100 in chips on 6-5-2 and is gone; on 1-2-4 it is gone for nothing."""
    token = Wager("big", 10000, Instrument.TOKEN)

    assert money_moved(settle(token, (6, 5, 2), LAYOUT, RULES)) == (10000, 0, 10000)
    assert money_moved(settle(token, (1, 2, 4), LAYOUT, RULES)) == (0, 0, 10000)


def test_1_1_total_is_the_sum_of_the_three_faces() -> None:
    """2-5-6 is 13, and of the totals only 13 wins on it."""
    assert (2, 5, 6) in rolls_totalling(13)
    assert [total for total in range(4, 18) if play(f"total-{total}", 100, (2, 5, 6)).winnings] == [13]


def test_1_3_2_a_bet_is_an_outcome_without_money() -> None:
    """Two stakes on total 9 are two wagers on one and the same bet."""
    first, second = play("total-9", 2500, (1, 3, 5)), play("total-9", 100, (1, 3, 5))

    assert first.target is second.target
    assert first.wager != second.wager


def test_1_3_3_a_wager_is_money_on_a_bet() -> None:
    """A wager without money does not exist, and money on no bet is refused."""
    with pytest.raises(BadInput):
        Wager("big", 0)
    with pytest.raises(NotFound):
        play("bigger", 2500, (6, 5, 2))


def test_2_1_1_the_layout_has_an_area_for_each_of_its_fifty_bets() -> None:
    """Two even chances, six triples, six doubles, any triple, fourteen totals, fifteen pairs, six numbers."""
    areas = [area.bet for area in LAYOUT.areas]

    assert len(areas) == len(set(areas)) == 2 + 6 + 6 + 1 + 14 + 15 + 6 == 50
    assert set(areas) == {bet.key for bet in LAYOUT}
    assert all(area.reconstructed for area in LAYOUT.areas)


def test_2_1_2_a_the_winning_areas_light() -> None:
    """2-2-5 lights six areas and 4-4-4 five."""
    assert set(LAYOUT.lit_areas[2, 2, 5]) == {
        "small",
        "double-2",
        "total-9",
        "domino-25",
        "single-2",
        "single-5",
    }
    assert set(LAYOUT.lit_areas[4, 4, 4]) == {"triple-4", "double-4", "any-triple", "total-12", "single-4"}


def test_2_1_2_b_three_dice_make_a_result() -> None:
    """Three faces from 1 to 6 are a roll. Two faces, four faces, a zero or a seven are not."""
    assert as_roll((1, 4, 6)) == (1, 4, 6)
    for dice in ((1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7)):
        with pytest.raises(BadInput):
            as_roll(dice)


def test_3_3_eight_families_may_be_wagered_on() -> None:
    """Fifty bets in eight families of 1, 1, 6, 6, 1, 14, 15 and 6; Odd and Even are not among them."""
    families = [bet.family for bet in LAYOUT]

    assert {family: families.count(family) for family in families} == {
        "big": 1, "small": 1, "triple": 6, "double": 6,
        "any-triple": 1, "total": 14, "domino": 15, "single": 6,
    }  # fmt: skip
    with pytest.raises(NotFound):
        play("odd", 2500, (1, 2, 4))


BETS: list[tuple[str, str, int, list[Dice], list[Dice]]] = [
    ("big", "3.3.1", 105, [(5, 5, 1), (6, 6, 5), (4, 5, 6)], [(4, 4, 4), (5, 5, 5), (6, 6, 6), (4, 5, 1)]),
    ("small", "3.3.2", 105, [(1, 1, 2), (2, 3, 5)], [(2, 2, 2), (3, 3, 3), (1, 1, 1), (5, 5, 1)]),
    ("triple-4", "3.3.3", 1, [(4, 4, 4)], [(4, 4, 5), (5, 5, 5)]),
    ("double-3", "3.3.4", 16, [(3, 3, 1), (1, 3, 3), (3, 3, 3)], [(3, 1, 2), (5, 5, 5)]),
    ("any-triple", "3.3.5", 6, [(1, 1, 1), (6, 6, 6)], [(6, 6, 5)]),
    ("total-9", "3.3.6", 25, [(3, 3, 3), (1, 3, 5), (2, 2, 5)], [(4, 5, 1), (2, 3, 5)]),
    ("domino-25", "3.3.7", 30, [(2, 5, 6), (2, 2, 5), (5, 2, 5)], [(2, 2, 6), (5, 5, 5)]),
    ("single-4", "3.3.8", 91, [(4, 1, 2), (4, 4, 1), (4, 4, 4)], [(1, 2, 3)]),
]


@proves(*(f"{clause}{limb}" for _, clause, *_ in BETS for limb in ("", "(a)", "(b)")), "3.3.4(a)(i)")
@pytest.mark.parametrize(("bet", "clause", "count", "wins", "loses"), BETS)
def test_3_3_each_bet_wins_by_its_first_limb_and_loses_by_its_second(
    bet: str, clause: str, count: int, wins: list[Dice], loses: list[Dice]
) -> None:
    """Each family wins on `count` of the 216 rolls, these among them, and loses its stake on all others."""
    winners = [roll for roll in EVERY if play(bet, 100, roll).winnings]

    assert len(winners) == count
    assert set(wins) <= set(winners)
    assert not set(loses) & set(winners)
    assert all(play(bet, 100, roll).collected == 100 for roll in EVERY if roll not in winners)
    assert play(bet, 100, wins[0]).clause.startswith(f"{clause}(a), 6.3/")
    assert play(bet, 100, loses[0]).clause == f"{clause}(b)"


def test_3_3_4_a_ii_three_alike_are_one_double_paid_once() -> None:
    """10 on double 6 wins 110 on 6-6-6, not three times that."""
    assert play("double-6", 1000, (6, 6, 6)).winnings == 11000


@pytest.mark.parametrize(
    "bet", ["triple", "double", "total-3", "total-18", "domino-33", "domino-52", "single-7"]
)
@proves("3.3.3", "3.3.4", "3.3.6", "3.3.7", "3.3.8")
def test_3_3_a_wager_without_an_area_is_refused(bet: str) -> None:
    """A triple without its number, a total of 3 or 18, and a pair of equal numbers are not bets."""
    with pytest.raises(NotFound):
        play(bet, 2500, (1, 2, 4))


@proves("3.1", "3.4", "3.5.2(c)(ii)", "1.1/complementary-chip-voucher")
def test_3_1_stakes_are_chips_and_tokens() -> None:
    """A voucher is changed into chips first, and a closed table's colours at the lowest minimum at worst."""
    accepted = {Instrument.VALUE_CHIP, Instrument.COLOUR_CHIP, Instrument.TOKEN}

    assert set(RULES.wagers.stakes.choice) == accepted
    assert RULES.wagers.vouchers.choice is Voucher.INTO_CHIPS
    assert RULES.wagers.foreign_chips.choice is ForeignChips.CLOSED_TABLE_TRACED


@pytest.mark.parametrize(
    ("stake", "clause", "in_play"),
    [(200, "4.2.2", 0), (499, "4.2.2", 0), (500, "4.2.3", 500), (2499, "4.2.3", 2499),
     (2500, None, 2500), (50000, None, 50000), (50001, "4.2.5", 50000)],
)  # fmt: skip
def test_4_2_a_wager_outside_the_limits_meets_just_one_rule(
    stake: int, clause: str | None, in_play: int
) -> None:
    """Sign 25 to 500, approved minimum 5: each late-found stake on Big has one rule and so much in play."""
    line = play("big", stake, (1, 2, 4), SIGN)

    assert (line.risk.clause, line.collected) == (clause, in_play)


@pytest.mark.parametrize("stake", [2000, 2499])
def test_4_2_1_under_the_sign_and_seen_in_time_is_topped_up_or_taken_back(stake: int) -> None:
    """Sign 25: a stake of 20 is sent back with both ways out, and 25 is taken."""
    answer = Refused("4.2.1", "The minimum is $25. Raise the wager to it or take it back.")

    assert refuse_if_outside_limits(LAYOUT.bet("big"), stake, LAYOUT, RULES, SIGN) == answer
    assert refuse_if_outside_limits(LAYOUT.bet("big"), 2500, LAYOUT, RULES, SIGN) is None


@pytest.mark.parametrize("roll", [(6, 5, 1), (1, 2, 4)])
def test_4_2_2_under_the_approved_minimum_and_found_late_is_void(roll: Roll) -> None:
    """A wager of 2 where 5 is approved goes back on any dice; a wager of 25 beside it is settled."""
    small_one, other = settle_slip(Slip({"big": 200, "small": 2500}), roll, LAYOUT, RULES, SIGN)

    assert (small_one.outcome, *money_moved(small_one)) == (Outcome.RETURNED, 0, 200, 0)
    assert other.outcome is not Outcome.RETURNED


def test_4_2_2_the_approved_minimum_has_to_be_set() -> None:
    """The figure is not in the text: without it a stake under the sign cannot be judged."""
    with pytest.raises(BadInput):
        play("big", 2000, (1, 2, 4), Limits(Bounds(2500, 50000)))


def test_4_2_3_under_the_sign_only_and_found_late_is_settled() -> None:
    """20 on Big under a sign of 25, approved 5: paid 20 on 6-5-1, collected on 1-2-4."""
    assert money_moved(play("big", 2000, (6, 5, 1), SIGN)) == (2000, 2000, 0)
    assert money_moved(play("big", 2000, (1, 2, 4), SIGN)) == (0, 0, 2000)


def test_4_2_4_over_the_maximum_and_seen_in_time_is_reduced() -> None:
    """Maximum 500: of 600 the excess of 100 goes back or the player reduces; 500 and 400 are taken."""
    answer = Refused("4.2.4", "The maximum is $500. Take back $100.")

    assert refuse_if_outside_limits(LAYOUT.bet("big"), 60000, LAYOUT, RULES, SIGN) == answer
    assert refuse_if_outside_limits(LAYOUT.bet("big"), 50000, LAYOUT, RULES, SIGN) is None
    assert refuse_if_outside_limits(LAYOUT.bet("big"), 40000, LAYOUT, RULES, SIGN) is None


def test_4_2_5_over_the_maximum_and_found_late_is_settled_to_the_maximum() -> None:
    """600 on Big, maximum 500: a win pays 500 and 600 come back; a loss takes 500 and 100 come back."""
    assert money_moved(play("big", 60000, (6, 5, 1), SIGN)) == (50000, 60000, 0)
    assert money_moved(play("big", 60000, (1, 2, 4), SIGN)) == (0, 10000, 50000)


@pytest.mark.parametrize(("stake", "paid"), [(700, 1000), (1200, 1500), (1500, 1500), (3000, 3000)])
def test_4_3_winnings_are_paid_up_to_what_chips_can_pay(stake: int, paid: int) -> None:
    """Chips of 5: on Big 7 wins 10, 12 wins 15; 15, and 30 in a barred unit, win as much. Losers go whole."""
    fives = Limits(Bounds(1), unit=2500, chip=500)

    assert play("big", stake, (6, 5, 1), fives).winnings == paid
    assert play("big", stake, (2, 2, 2), fives).collected == stake


def test_4_3_a_barred_unit_is_refused_while_betting_is_open() -> None:
    """Sign 25 in steps of 25: 50 is taken, 30 is not."""
    answer = Refused("4.3", "Stakes are $25 plus steps of $25. Change the stake on Big.")
    sign = replace(SIGN, unit=2500)

    assert refuse_if_outside_limits(LAYOUT.bet("big"), 3000, LAYOUT, RULES, sign) == answer
    assert refuse_if_outside_limits(LAYOUT.bet("big"), 5000, LAYOUT, RULES, sign) is None


def test_4_4_agreed_limits_take_the_place_of_the_sign() -> None:
    """1,500 on Big with an agreed maximum of 2,000 wins 1,500; under the sign it is cut to 500."""
    agreed = Limits(Bounds(10000, 200000), approved_minimum=500)

    assert RULES.limits.personal.choice is PersonalLimits.MARKER_BOTH
    assert refuse_if_outside_limits(LAYOUT.bet("big"), 150000, LAYOUT, RULES, agreed) is None
    assert play("big", 150000, (6, 5, 1), agreed).winnings == 150000
    assert play("big", 150000, (6, 5, 1), SIGN).winnings == 50000


@pytest.mark.parametrize(
    ("new", "present", "answer"),
    [
        (Bounds(1000, 50000), True, ("4.5", Notice(NoticeKind.NONE))),
        (Bounds(2500, 90000), True, ("4.5", Notice(NoticeKind.NONE))),
        (Bounds(1000, 50000), False, ("4.5", Notice(NoticeKind.NONE))),
        (Bounds(5000, 50000), False, ("4.5.1", Notice(NoticeKind.NONE))),
        (Bounds(5000, 50000), True, ("4.5.2", Notice(NoticeKind.MINUTES, 20))),
    ],
)
@proves("4.5.1", "4.5.2")
def test_4_5_only_a_higher_minimum_before_players_needs_notice(
    new: Bounds, present: bool, answer: tuple[str, Notice]
) -> None:
    """From 25 to 500: a lower minimum, another maximum or an empty table is free; else twenty minutes."""
    assert required_notice(Bounds(2500, 50000), new, RULES, players_present=present) == answer


def test_5_1_the_round_runs_in_this_order() -> None:
    """Bets are invited before the covered tumbler runs, and close before the cover is lifted."""
    assert [(stage.clause, stage.step) for stage in RULES.round.order.choice] == [
        ("5.1.1", Step.PLACE_BETS), ("5.1.2", Step.COVER), ("5.1.2", Step.SPIN), ("5.1.3", Step.CLOSE),
        ("5.1.4", Step.UNCOVER), ("5.1.5", Step.CALL), ("5.1.6", Step.ENTER), ("5.1.6", Step.LIGHT),
        ("5.1.7, 6.2.1", Step.COLLECT), ("5.1.7, 6.2.2", Step.PAY),
    ]  # fmt: skip


@proves("6.2.1", "6.2.2")
def test_6_2_losing_wagers_are_collected_and_winning_ones_paid() -> None:
    """On 1-2-4, 10 on Big is collected, 10 on Small wins 10, 10 on total 7 wins 120: each wager once."""
    lines = settle_slip(Slip({"big": 1000, "small": 1000, "total-7": 1000}), (1, 2, 4), LAYOUT, RULES)

    assert [money_moved(line) for line in lines] == [(0, 0, 1000), (1000, 1000, 0), (12000, 1000, 0)]
    assert lines.net == 12000


ODDS: list[tuple[str, str, Dice, int]] = [
    ("6.3/small", "small", (1, 3, 4), 1000),
    ("6.3/big", "big", (5, 5, 6), 1000),
    ("6.3/specific-triple", "triple-2", (2, 2, 2), 180000),
    ("6.3/specific-double", "double-6", (6, 6, 1), 11000),
    ("6.3/any-triple", "any-triple", (5, 5, 5), 31000),
    ("6.3/total-4-17", "total-4", (1, 1, 2), 62000), ("6.3/total-4-17", "total-17", (6, 6, 5), 62000),
    ("6.3/total-5-16", "total-5", (1, 2, 2), 31000), ("6.3/total-5-16", "total-16", (6, 5, 5), 31000),
    ("6.3/total-6-15", "total-6", (2, 2, 2), 18000), ("6.3/total-6-15", "total-15", (4, 5, 6), 18000),
    ("6.3/total-7-14", "total-7", (1, 2, 4), 12000), ("6.3/total-7-14", "total-14", (6, 4, 4), 12000),
    ("6.3/total-8-13", "total-8", (1, 2, 5), 8000), ("6.3/total-8-13", "total-13", (3, 4, 6), 8000),
    ("6.3/total-9-12", "total-9", (3, 3, 3), 7000), ("6.3/total-9-12", "total-12", (2, 4, 6), 7000),
    ("6.3/total-10-11", "total-10", (2, 3, 5), 6000), ("6.3/total-10-11", "total-11", (1, 4, 6), 6000),
    ("6.3/two-dice", "domino-16", (1, 6, 6), 6000),
    ("6.3/single-die-one", "single-3", (3, 1, 2), 1000),
    ("6.3/single-die-two", "single-3", (3, 3, 2), 2000),
    ("6.3/single-die-three", "single-3", (3, 3, 3), 12000),
]  # fmt: skip


@proves(*dict.fromkeys(clause for clause, *_ in ODDS))
@pytest.mark.parametrize(("clause", "bet", "roll", "winnings"), ODDS)
def test_6_3_each_row_of_the_table_pays_its_odds(clause: str, bet: str, roll: Dice, winnings: int) -> None:
    """10 on each row of the table wins so much and comes back, and the line names the row."""
    line = play(bet, 1000, roll)

    assert money_moved(line) == (winnings, 1000, 0)
    assert line.clause.split(", ")[1] == clause


def test_6_3_the_table_has_these_sixteen_rows_and_no_other() -> None:
    """Each row once, in the order of the text."""
    assert [pay.clause for pay in LAYOUT.pays] == list(dict.fromkeys(clause for clause, *_ in ODDS))


@proves("7.1.1", "7.1.2", "7.1.3", "7.4", "10.3.1", "10.3.2", "10.4")
def test_7_1_the_grounds_of_a_void_spin() -> None:
    """Three are compulsory for the dealer, three are for higher ranks; the last two cover single wagers."""
    grounds = RULES.irregularities

    assert [(ground.clause, ground.ground, ground.demand, ground.rank) for ground in grounds] == [
        ("7.1.1", Ground.NOT_FLAT, VoidDemand.MUST, Rank.DEALER),
        ("7.1.2", Ground.TUMBLER_FAULT, VoidDemand.MUST, Rank.DEALER),
        ("7.1.3", Ground.EXPOSED_EARLY, VoidDemand.MUST, Rank.DEALER),
        ("7.4", Ground.EQUIPMENT, VoidDemand.MAY, Rank.SUPERVISOR),
        ("10.3.1", Ground.DISRUPTION, VoidDemand.MAY, Rank.SENIOR_MANAGER),
        ("10.3.2", Ground.FRAUD, VoidDemand.MAY, Rank.SENIOR_MANAGER),
    ]
    assert [ground.clause for ground in grounds if ground.wager_too] == ["10.3.1", "10.3.2"]
    assert RULES.faults.void.choice is VoidRefund.STAKES


def test_every_power_has_the_rank_that_its_clause_names() -> None:
    """The powers are those whose rank the text itself names; no power exists without a clause."""
    named = {
        Act.DEAL: ("5.3", 1), Act.DECLARE_VOID: ("7.1", 1),
        Act.ISSUE_SECOND_COLOUR: ("3.5.2(f)", 2), Act.VOID_FOR_EQUIPMENT: ("7.4", 2),
        Act.CLOSE_TABLE: ("10.5", 2), Act.REFUSE_WAGER: ("10.11", 2),
        Act.VERIFY_FOREIGN_CHIPS: ("3.5.2(c)(ii)", 3), Act.CHANGE_LIMITS: ("4.5", 3),
        Act.IDLE_SPIN: ("5.2", 3), Act.DECIDE_DISPUTE: ("10.12", 3),
        Act.VOID_OFFENDERS_WAGERS: ("10.2.1", 4), Act.EXCLUDE_FROM_GAME: ("10.2.2", 4),
        Act.EXCLUDE_FROM_CASINO: ("10.2.3", 4), Act.REFER: ("10.2.4", 4),
        Act.VOID_FOR_DISRUPTION: ("10.3.1", 4), Act.VOID_FOR_FRAUD: ("10.3.2", 4),
    }  # fmt: skip
    granted = {power.act: (power.clause, power.rank) for power in RULES.powers}

    assert {act: granted[act] for act in named} == named
    assert not {Act.FORFEIT, Act.WITHHOLD_WINNINGS, Act.DETAIN, Act.REQUIRE_COLOUR_CHIPS} & set(granted)


@proves("9.2", "9.6", "9.7", "9.8", "10.5", "10.10")
def test_10_5_notices_and_times_are_those_of_the_text() -> None:
    """Three spins to close, three idle ones for a seat, two days for a winner, $10,000 and $100 in cents."""
    choice = {name: ruling.choice for name, ruling in RULES.rulings()}

    assert choice["conduct.closing"] == Notice(NoticeKind.SPINS, 3)
    assert choice["conduct.idle_rounds_before_vacating"] == 3
    assert choice["promotions.notify_winner_days"] == 2
    assert choice["promotions.authority_hours"] is None
    assert choice["promotions.scrutineer_above"] == 1_000_000
    assert choice["promotions.keep_refusals_above"] == 10_000
