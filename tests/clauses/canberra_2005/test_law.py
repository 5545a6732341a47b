"""Every executable clause of Casino Canberra, NI2005-29, by its number."""

from datetime import date
from fractions import Fraction

import pytest

from sicbo.errors import BadInput, NotFound
from sicbo.game.dice import as_roll
from sicbo.game.layout import Layout
from sicbo.game.limits import Bounds, Limits, refuse_if_outside_limits, required_notice
from sicbo.game.money import Instrument
from sicbo.game.policies import (
    Afterwards,
    ApplicableLimit,
    BelowMinimumSeen,
    BelowSign,
    Button,
    Call,
    ColourValue,
    DecisiveMoment,
    Display,
    Exemption,
    Finality,
    ForeignChips,
    Ground,
    IdleSpin,
    Interruption,
    LateError,
    LightFault,
    LimitScope,
    MistakenBet,
    Notice,
    NoticeKind,
    OddAmount,
    Offence,
    OffendersWager,
    OralWager,
    OutcomeEstablished,
    PersonalLimits,
    RoundBegins,
    SecondColour,
    Step,
    TokenOnWin,
    UncorrectedWager,
    VoidDemand,
    VoidRefund,
    Voucher,
    WagerFreeze,
    WarningLasts,
)
from sicbo.game.ranks import Act, Rank
from sicbo.game.rulebook.readings import FindingKind
from sicbo.game.settlement import Outcome, Wager, settle
from sicbo.rulebooks import get_rulebook
from sicbo.rulebooks.canberra_2005.rulebook import RULES
from tests.clauses.brute import EVERY, Dice, edge
from tests.clauses.proves import proves

LAYOUT = RULES.layout()
F = Fraction


def net(bet: str, dice: Dice, stake: int = 1000) -> int:
    return settle(Wager(bet, stake), dice, LAYOUT, RULES).net


def edge_of(layout: Layout, bet: str) -> Fraction:
    prices = {dice: layout.price(bet, dice) for dice in EVERY}
    return edge(lambda dice: price.odds if (price := prices[dice]) else None)


def winning_rolls(bet: str) -> set[Dice]:
    return {dice for dice in EVERY if LAYOUT.price(bet, dice)}


def test_preamble_approval_names_the_instrument_the_day_and_the_commission() -> None:
    """NI2005-29, signed on 27 January 2005 for the commission."""
    assert RULES.approval.reference == "NI2005-29"
    assert RULES.approval.signed == date(2005, 1, 27)
    assert "ACT Gambling and Racing Commission" in RULES.approval.by


def test_preamble_revocation_leaves_no_rulebook_of_1999() -> None:
    """Canberra without a year is 2005; the rules of 1999 cannot be opened."""
    assert get_rulebook("canberra").key == "canberra-2005"
    with pytest.raises(NotFound):
        get_rulebook("canberra-1999")


@proves("A/casino-operator", "A/casino-supervisor", "A/dealer")
def test_a_dealer_supervisor_and_operator_are_the_only_titles() -> None:
    """There are three titles. The operator does what a manager would do."""
    assert [RULES.titles.get(rank) for rank in (Rank.DEALER, Rank.SUPERVISOR, Rank.MANAGER)] == [
        "Dealer",
        "Casino Supervisor",
        None,
    ]
    assert RULES.title(Rank.MANAGER) == RULES.titles[Rank.SENIOR_MANAGER] == "Casino Operator"
    assert not [power for power in RULES.powers if power.rank is Rank.SUPERVISOR]


def test_a_colour_chips_count_only_at_the_table_that_sold_them() -> None:
    """Another table never takes them, closed or not; their value is nominated."""
    assert RULES.wagers.foreign_chips.choice is ForeignChips.NEVER
    assert RULES.wagers.colour_value.choice is ColourValue.NOMINATED
    assert RULES.wagers.second_colour.choice is SecondColour.NOT_PROVIDED


def test_a_round_of_play_begins_with_a_bet_or_a_spin_and_not_with_a_card() -> None:
    """Read to the letter, no round ever begins; the linter can report it."""
    assert RULES.round.begins.choice is RoundBegins.FIRST_BET_OR_SPIN
    assert RULES.reading("C-01").kind is FindingKind.TEXT_GAP


def test_a_void_returns_stakes_and_takes_payouts_back() -> None:
    """As if the round had not been."""
    assert RULES.faults.void.choice is VoidRefund.STAKES_AND_PAYOUTS


def test_3_1_any_change_of_limits_needs_notice_without_a_stated_time() -> None:
    """Raising the minimum and lowering the maximum alike, also at an empty table."""
    plain = ("3.1", Notice(NoticeKind.PLAIN))

    assert required_notice(Bounds(500, 50000), Bounds(500, 30000), RULES, players_present=True) == plain
    assert required_notice(Bounds(500, 50000), Bounds(1000, 50000), RULES, players_present=False) == plain
    assert RULES.limits.per.choice is LimitScope.AREA


def test_3_2_a_marked_player_has_a_higher_maximum() -> None:
    """With a marker for $1,000 a stake of $900 plays whole; without it $500 of it do."""
    stake = Wager("small", 90000)
    marked = settle(stake, (1, 2, 4), LAYOUT, RULES, Limits(Bounds(500, 100000)))
    unmarked = settle(stake, (1, 2, 4), LAYOUT, RULES, Limits(Bounds(500, 50000)))

    assert (marked.winnings, unmarked.winnings) == (90000, 50000)
    assert RULES.limits.personal.choice is PersonalLimits.MARKER_MAXIMUM
    assert RULES.limits.measured_by.choice is ApplicableLimit.AGREED


def test_3_4_a_wager_under_the_minimum_is_settled_once_and_then_returned() -> None:
    """$3 at a $5 minimum wins $3 with a warning; the warned player's next $3 only come back."""
    limits = Limits(Bounds(500, 10000))
    first = settle(Wager("small", 300), (1, 2, 4), LAYOUT, RULES, limits)
    lost = settle(Wager("small", 300), (6, 5, 4), LAYOUT, RULES, limits)
    later = settle(Wager("small", 300), (1, 2, 4), LAYOUT, RULES, limits, warned=True)

    assert (first.winnings, first.returned, first.risk.warns) == (300, 300, True)
    assert lost.collected == 300
    assert (later.outcome, later.winnings, later.returned) == (Outcome.RETURNED, 0, 300)
    assert later.clause == "3.4"
    assert refuse_if_outside_limits(LAYOUT.bet("small"), 300, LAYOUT, RULES, limits) is None
    assert RULES.limits.warning.choice is WarningLasts.TABLE_AND_DAY
    assert RULES.limits.uncured.choice is UncorrectedWager.AS_FOUND_LATE


def test_3_5_a_wager_over_the_maximum_is_settled_to_the_maximum() -> None:
    """$150 at a $100 maximum wins $100 or loses $100; the rest comes back."""
    limits = Limits(Bounds(500, 10000))
    won = settle(Wager("small", 15000), (1, 2, 4), LAYOUT, RULES, limits)
    lost = settle(Wager("small", 15000), (6, 5, 4), LAYOUT, RULES, limits)

    assert (won.winnings, won.returned, won.collected) == (10000, 15000, 0)
    assert (lost.winnings, lost.returned, lost.collected) == (0, 5000, 10000)
    assert lost.risk.clause == "3.5"
    assert refuse_if_outside_limits(LAYOUT.bet("small"), 15000, LAYOUT, RULES, limits) is None


def test_4_3_eight_kinds_on_fifty_areas_and_no_other() -> None:
    """1 + 1 + 6 + 6 + 1 + 6 + 15 + 14 areas; Odd, Even and four numbers are unknown."""
    families = {bet.family for bet in LAYOUT}

    assert families == {"small", "big", "triple", "double", "any-triple", "single", "domino", "total"}
    assert len(LAYOUT) == 50
    for unknown in ("odd", "even", "four-1234", "three-126", "total-3", "total-18"):
        with pytest.raises(NotFound):
            settle(Wager(unknown, 100), (1, 2, 3), LAYOUT, RULES)


def test_4_3_a_small_wins_on_4_to_10_without_triples() -> None:
    """105 rolls; 1-1-2 and 3-3-4 win, 2-2-2, 3-3-3 and 5-5-1 lose."""
    assert winning_rolls("small") == {d for d in EVERY if 4 <= sum(d) <= 10 and len(set(d)) > 1}
    assert len(winning_rolls("small")) == 105
    assert [net("small", d) for d in ((1, 1, 2), (3, 3, 4), (2, 2, 2), (3, 3, 3), (5, 5, 1))] == [
        1000,
        1000,
        -1000,
        -1000,
        -1000,
    ]


def test_4_3_b_big_wins_on_11_to_17_without_triples() -> None:
    """105 rolls; 5-5-1 and 6-6-5 win, 4-4-4, 5-5-5 and 3-3-4 lose."""
    assert winning_rolls("big") == {d for d in EVERY if 11 <= sum(d) <= 17 and len(set(d)) > 1}
    assert len(winning_rolls("big")) == 105
    assert [net("big", d) for d in ((5, 5, 1), (6, 6, 5), (4, 4, 4), (5, 5, 5), (3, 3, 4))] == [
        1000,
        1000,
        -1000,
        -1000,
        -1000,
    ]


@pytest.mark.parametrize("face", range(1, 7))
@proves("4.3(c)", "4.3(d)", "4.3(f)")
def test_4_3_c_triple_double_and_single_count_the_chosen_face(face: int) -> None:
    """Three dice; two or three; at least one: 1, 16 and 91 rolls."""
    assert winning_rolls(f"triple-{face}") == {(face, face, face)}
    assert winning_rolls(f"double-{face}") == {d for d in EVERY if d.count(face) >= 2}
    assert winning_rolls(f"single-{face}") == {d for d in EVERY if face in d}
    assert (len(winning_rolls(f"double-{face}")), len(winning_rolls(f"single-{face}"))) == (16, 91)


def test_4_3_d_a_triple_wins_the_double_once() -> None:
    """$10 on double 2 wins $110 on 2-2-5 and on 2-2-2; the linter can name the doubt."""
    assert [net("double-2", d) for d in ((2, 2, 5), (2, 2, 2), (2, 4, 5))] == [11000, 11000, -1000]
    assert RULES.reading("C-02").kind is FindingKind.AMBIGUOUS


def test_4_3_e_any_triple_wins_when_all_dice_agree() -> None:
    """Six rolls."""
    assert winning_rolls("any-triple") == {(n, n, n) for n in range(1, 7)}


@pytest.mark.parametrize(("low", "high"), [(a, b) for a in range(1, 7) for b in range(a + 1, 7)])
def test_4_3_g_a_domino_wins_when_both_numbers_show(low: int, high: int) -> None:
    """Thirty rolls, whatever the third die shows."""
    assert winning_rolls(f"domino-{low}{high}") == {d for d in EVERY if low in d and high in d}
    assert len(winning_rolls(f"domino-{low}{high}")) == 30


@pytest.mark.parametrize("total", range(4, 18))
def test_4_3_h_each_total_from_4_to_17_is_a_bet_and_triples_count(total: int) -> None:
    """2-2-2 wins total 6."""
    assert winning_rolls(f"total-{total}") == {d for d in EVERY if sum(d) == total}


ODDS: list[tuple[str, str, Dice, int, Dice, Fraction]] = [
    ("6.1(a)", "small", (1, 2, 4), 1, (2, 2, 2), F(1, 36)),
    ("6.1(b)", "big", (6, 5, 2), 1, (4, 4, 4), F(1, 36)),
    ("6.1(c)", "triple-3", (3, 3, 3), 180, (3, 3, 4), F(35, 216)),
    ("6.1(d)", "double-3", (3, 3, 5), 11, (3, 4, 5), F(1, 9)),
    ("6.1(e)", "any-triple", (5, 5, 5), 31, (5, 5, 4), F(1, 9)),
    ("6.1(f)/4-17", "total-4", (1, 1, 2), 62, (1, 1, 3), F(1, 8)),
    ("6.1(f)/4-17", "total-17", (6, 6, 5), 62, (6, 6, 4), F(1, 8)),
    ("6.1(f)/5-16", "total-5", (1, 1, 3), 31, (1, 2, 3), F(1, 9)),
    ("6.1(f)/5-16", "total-16", (6, 6, 4), 31, (6, 6, 5), F(1, 9)),
    ("6.1(f)/6-15", "total-6", (2, 2, 2), 18, (1, 2, 4), F(13, 108)),
    ("6.1(f)/6-15", "total-15", (5, 5, 5), 18, (6, 6, 4), F(13, 108)),
    ("6.1(f)/7-14", "total-7", (1, 2, 4), 12, (1, 2, 5), F(7, 72)),
    ("6.1(f)/7-14", "total-14", (6, 6, 2), 12, (6, 6, 3), F(7, 72)),
    ("6.1(f)/8-13", "total-8", (1, 2, 5), 8, (1, 2, 6), F(1, 8)),
    ("6.1(f)/8-13", "total-13", (6, 6, 1), 8, (6, 6, 2), F(1, 8)),
    ("6.1(f)/9-12", "total-9", (3, 3, 3), 7, (1, 2, 5), F(2, 27)),
    ("6.1(f)/9-12", "total-12", (4, 4, 4), 7, (4, 4, 5), F(2, 27)),
    ("6.1(f)/10-11", "total-10", (2, 3, 5), 6, (3, 3, 3), F(1, 8)),
    ("6.1(f)/10-11", "total-11", (1, 4, 6), 6, (4, 4, 4), F(1, 8)),
    ("6.1(g)", "domino-12", (1, 2, 2), 6, (1, 1, 3), F(1, 36)),
    ("6.1(h)(i)", "single-4", (4, 1, 2), 1, (1, 2, 3), F(1, 27)),
    ("6.1(h)(ii)", "single-4", (4, 4, 2), 2, (1, 2, 3), F(1, 27)),
    ("6.1(h)(iii)", "single-4", (4, 4, 4), 12, (1, 2, 3), F(1, 27)),
]


@pytest.mark.parametrize(("clause", "bet", "dice", "odds", "miss", "house"), ODDS)
@proves("6.1", "6.1(f)", "6.1(h)", *dict.fromkeys(row[0] for row in ODDS))
def test_6_1_winning_wagers_are_paid_at_the_listed_odds(
    clause: str, bet: str, dice: Dice, odds: int, miss: Dice, house: Fraction
) -> None:
    """$10 wins ten times the odds or is collected, by that row; the house edge is exact."""
    won = settle(Wager(bet, 1000), dice, LAYOUT, RULES)
    lost = settle(Wager(bet, 1000), miss, LAYOUT, RULES)

    assert (won.winnings, won.returned, won.collected) == (1000 * odds, 1000, 0)
    assert won.clause.split(", ")[-1] == clause
    assert (lost.winnings, lost.returned, lost.collected) == (0, 0, 1000)
    assert edge_of(LAYOUT, bet) == house


def test_6_1_h_the_whole_single_die_loses_a_twenty_seventh() -> None:
    """75 rolls at 1, 15 at 2 and one at 12 to 1."""
    assert [net("single-4", d) for d in ((4, 1, 1), (4, 4, 1), (4, 4, 4))] == [1000, 2000, 12000]
    assert net("single-4", (1, 2, 3)) == -1000
    assert edge(lambda d: (None, 1, 2, 12)[d.count(4)]) == edge_of(LAYOUT, "single-4") == F(1, 27)


@pytest.mark.parametrize("dice", [(1, 2), (1, 2, 3, 4), (1, 2, 7), (0, 1, 2), ("1", 2, 3)])
def test_7_1_a_result_is_just_three_faces_from_one_to_six(dice: tuple[object, ...]) -> None:
    """One face of each of three dice, nothing else."""
    assert as_roll((6, 1, 3)) == (6, 1, 3)
    with pytest.raises(BadInput):
        as_roll(dice)


def test_7_2_a_wager_settles_by_its_place_and_not_by_what_was_meant() -> None:
    """A chip on domino 1-2 loses on 1-3-5, though 1-3 was meant."""
    assert net("domino-12", (1, 3, 5)) == -1000
    assert net("domino-13", (1, 3, 5)) == 6000
    assert RULES.wagers.fixed_at.choice is DecisiveMoment.CLOSE
    assert RULES.wagers.in_error.choice is MistakenBet.SETTLES


def test_4_2_gaming_and_colour_chips_are_the_only_stakes() -> None:
    """No tokens, vouchers or spoken wagers."""
    assert RULES.wagers.stakes.choice == (Instrument.VALUE_CHIP, Instrument.COLOUR_CHIP)
    assert RULES.wagers.tokens.choice is TokenOnWin.NONE
    assert RULES.wagers.vouchers.choice is Voucher.NONE
    assert RULES.wagers.spoken.choice is OralWager.NOT_PROVIDED
    assert RULES.wagers.late.choice is WagerFreeze.WINNERS_PAID


@proves("4.1", "5.2", "5.3")
def test_5_1_the_round_runs_bets_spin_close_uncover_entry() -> None:
    """The close comes after the spin and before the cover is lifted."""
    steps = [stage.step for stage in RULES.round.order.choice]

    assert steps[:4] == [Step.PLACE_BETS, Step.COVER, Step.SPIN, Step.CLOSE]
    assert steps[4:] == [Step.UNCOVER, Step.CALL, Step.ENTER, Step.LIGHT, Step.COLLECT, Step.PAY]
    assert RULES.round.call.choice is Call.RESULT
    assert RULES.round.tumbles.choice == 1


@proves("8.1", "8.2", "8.3", "8.4", "10.1", "10.3")
def test_8_1_four_grounds_void_by_themselves_and_three_are_the_operators() -> None:
    """Broken dice and a broken tumbler wait for repair."""
    must, may, top = VoidDemand.MUST, VoidDemand.MAY, Rank.SENIOR_MANAGER

    assert [(i.clause, i.ground, i.demand, i.rank, i.afterwards) for i in RULES.irregularities] == [
        ("8.1", Ground.NOT_FLAT, must, Rank.DEALER, Afterwards.NEXT_ROUND),
        ("8.2", Ground.DICE_BROKEN, must, Rank.DEALER, Afterwards.WHEN_REPAIRED),
        ("8.3", Ground.EXPOSED_EARLY, must, Rank.DEALER, Afterwards.NEXT_ROUND),
        ("8.4", Ground.TUMBLER_FAULT, must, Rank.DEALER, Afterwards.WHEN_REPAIRED),
        ("10.1", Ground.DISRUPTION, may, top, Afterwards.NEXT_ROUND),
        ("10.3", Ground.IMPRACTICAL, may, top, Afterwards.NEXT_ROUND),
        ("10.3", Ground.FRAUD, may, top, Afterwards.NEXT_ROUND),
    ]


def test_8_5_dark_lights_leave_the_result_valid() -> None:
    """No clause covers later errors."""
    assert RULES.faults.lights.choice is LightFault.RESULT_STANDS
    assert RULES.faults.late_error.choice is LateError.NOT_PROVIDED


@proves("3.1", "3.2", "4.6", "9.2", "10.1", "10.2(a)", "10.2(b)", "10.3", "10.4")
def test_10_2_powers_lie_with_the_operator_and_other_acts_with_no_rank() -> None:
    """Only dealing, plain voids and colour chips are a dealer's; no clause lets a rank refuse a wager."""
    dealers = {power.act for power in RULES.powers if power.rank is Rank.DEALER}
    others = {power.rank for power in RULES.powers if power.act not in dealers}

    assert dealers == {Act.DEAL, Act.DECLARE_VOID, Act.REQUIRE_COLOUR_CHIPS}
    assert others == {Rank.SENIOR_MANAGER}
    for act in (Act.REFUSE_WAGER, Act.EXCLUDE_FROM_CASINO, Act.VACATE_SEAT, Act.FORFEIT):
        assert RULES.power(act) is None
    assert RULES.conduct.offenders_wager.choice is OffendersWager.REFUNDED
    assert RULES.conduct.disputes.choice is Finality.COMMISSION
    assert RULES.conduct.closing.choice == Notice(NoticeKind.PLAIN)


@proves("4.5", "10.5(a)", "10.5(b)", "10.6", "10.7")
def test_10_6_no_person_may_influence_another_player() -> None:
    """It is an offence even on request, unlike in the Crown books and at The Star."""
    assert {rule.clause: (rule.offence, rule.unless) for rule in RULES.conduct.forbidden} == {
        "4.5": (Offence.LATE_HANDLING, Exemption.NEVER),
        "10.5(a)": (Offence.ADVICE_BY_STAFF, Exemption.TO_KEEP_THE_RULES),
        "10.5(b)": (Offence.ADVANTAGE_BY_STAFF, Exemption.NEVER),
        "10.6": (Offence.INFLUENCE, Exemption.NEVER),
        "10.7": (Offence.SIDE_BET, Exemption.NEVER),
    }


def test_where_the_text_is_silent_nothing_is_provided() -> None:
    """No button, idle spin, display or power cut; one minimum, whole odds, and a tumbler fault must void."""
    silent = {
        "limits.below_minimum_seen": BelowMinimumSeen.RIDES,
        "limits.below_sign": BelowSign.ONE_MINIMUM,
        "limits.odd_amount": OddAmount.NOT_PROVIDED,
        "round.button": Button.NONE,
        "round.idle": IdleSpin.NOT_PROVIDED,
        "faults.tumbler_fault": VoidDemand.MUST,
        "faults.display": Display.NOT_PROVIDED,
        "faults.interruption": Interruption.NOT_PROVIDED,
        "faults.established": OutcomeEstablished.NOT_PROVIDED,
    }

    assert {name: ruling.choice for name, ruling in RULES.rulings() if name in silent} == silent
