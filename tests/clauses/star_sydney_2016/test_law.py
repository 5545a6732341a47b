"""Every executable clause of The Star's order of 17 August 2016, by its number."""

from collections.abc import Callable
from datetime import date
from fractions import Fraction

import pytest

from sicbo.errors import NotFound, Refusal
from sicbo.game import policies
from sicbo.game.dice import TRIPLES, total_of
from sicbo.game.limits import Bounds, Limits, not_taken, notice_to_change
from sicbo.game.money import Instrument
from sicbo.game.ranks import Act, Rank
from sicbo.game.rulebook.readings import FindingKind
from sicbo.game.settlement import Outcome, Wager, settle
from sicbo.game.super_streak import Run, Streaks, advance, is_open, lights_failed, place, super_streak_of
from sicbo.rulebooks.star_sydney_2016.rulebook import RULES
from tests.clauses.brute import EVERY, Dice, wins
from tests.clauses.proves import proves
from tests.clauses.star import (
    AREAS,
    BIG_EVEN,
    BIG_ODD,
    EVEN_MONEY,
    LAYOUT,
    ROWS,
    RUNS,
    SIGN,
    SMALL_EVEN,
    SMALL_ODD,
    TRIPLE,
    F,
    after,
    alike,
    clause_of,
    edge_of,
    net,
    net_of,
    rolls,
    running,
    standing,
    streak_ends,
    winning,
)


def test_order_names_act_day_and_delegate() -> None:
    """Section 66(1) of the Act of 1992, signed on 17 August 2016 by the authority's delegate."""
    assert "section 66(1) of the Casino Control Act 1992" in RULES.approval.reference
    assert RULES.approval.signed == date(2016, 8, 17)
    assert RULES.approval.by == "Delegate of the Independent Liquor and Gaming Authority"
    assert RULES.approval.operator == "The Star Pty Limited"


def test_1_1_casino_promotional_voucher_becomes_tokens_whose_winnings_are_chips() -> None:
    """A token of 50 on Small wins 50 in chips; the token itself is kept, win or lose (ST-16)."""
    assert RULES.wagers.vouchers.choice is policies.Voucher.INTO_TOKENS
    token = Wager("small", 5000, Instrument.TOKEN)
    won = settle(token, (1, 2, 4), LAYOUT, RULES)
    assert (won.winnings, won.returned, won.collected, won.net) == (5000, 0, 5000, 5000)
    assert settle(token, (4, 5, 6), LAYOUT, RULES).net == 0


@proves("1.1/dealer", "1.1/games-supervisor")
def test_1_1_casino_supervisor_includes_a_games_supervisor_and_no_dealer() -> None:
    """Whatever a casino supervisor may do a games supervisor may, but for the review of a dispute."""
    titles = ["dealer", "games supervisor", "casino supervisor", "casino operator"]
    assert list(RULES.titles.values()) == titles
    given = ["3.9", "4.5", "4.6", "9.3.1", "9.3.2", "9.3.3", "9.4.1", "9.4.2", "9.5", "9.8", "9.11"]
    ranks = {power.clause: power.rank for power in RULES.powers}
    assert [ranks[clause] for clause in given] == [Rank.SUPERVISOR] * 11
    acts = {power.act: power.rank for power in RULES.powers}
    assert (acts[Act.DEAL], acts[Act.OPEN_TABLE]) == (Rank.DEALER, Rank.SUPERVISOR)
    assert (acts[Act.DECIDE_DISPUTE], acts[Act.REVIEW_DISPUTE]) == (Rank.SUPERVISOR, Rank.MANAGER)


def test_1_1_super_streak_is_no_bet_of_the_layout() -> None:
    """It is an extra of rule 6: the 56 areas do without it."""
    assert RULES.super_streak is not None
    assert [bet.key for bet in LAYOUT if bet.key.startswith("streak")] == []
    with pytest.raises(NotFound):
        settle(Wager("streak-small", 1000), (1, 2, 4), LAYOUT, RULES)


def test_1_1_total_is_the_sum_of_the_three_faces() -> None:
    """2-5-6 is 13."""
    assert (2, 5, 6) in total_of(13)
    assert total_of(13) == rolls(lambda dice: dice[0] + dice[1] + dice[2] == 13)


def test_1_1_triple_is_three_dice_of_one_value() -> None:
    """Six of the 216 rolls."""
    assert {(n, n, n) for n in range(1, 7)} == TRIPLES == rolls(alike)


def test_2_2_every_bet_has_an_area_of_its_own() -> None:
    """56 areas on the cloth, all flagged as reconstructed: the drawings are missing."""
    areas = LAYOUT.areas
    assert len(areas) == 56
    assert sorted(area.bet for area in areas) == sorted(bet.key for bet in LAYOUT)
    assert all(area.reconstructed for area in areas)


def test_2_3_all_winning_areas_light_and_no_other() -> None:
    """2-2-5 lights seven areas; on all 56 distinct results the areas that light are those that are paid."""
    lit = "small odd double-2 total-9 domino-25 single-2 single-5"
    assert set(LAYOUT.lights[2, 2, 5]) == set(lit.split())
    for dice in {tuple(sorted(dice)) for dice in EVERY}:
        a, b, c = dice
        paid = {bet.key for bet in LAYOUT if net(bet.key, (a, b, c)) > 0}
        assert set(LAYOUT.lights[a, b, c]) == paid


def test_3_1_eight_kinds_of_wager_are_standard() -> None:
    """There is no ninth kind."""
    standard = [bet.family for bet in LAYOUT if bet.optional is None]
    kinds = ["small", "big", "triple", "double", "any-triple", "total", "domino", "single"]
    assert list(dict.fromkeys(standard)) == kinds
    assert len(standard) == 2 + 6 + 6 + 1 + 14 + 15 + 6


@proves(*(f"{rule}{limb}" for rule in ("3.1.1", "3.1.2", "3.2.1", "3.2.2") for limb in ("", ".1", ".2")))
@pytest.mark.parametrize(("bet", "rule", "totals", "won", "lost"), EVEN_MONEY)
def test_3_1_1_to_3_2_2_small_big_odd_and_even_win_on_their_totals_without_triples(
    bet: str, rule: str, totals: range, won: list[Dice], lost: list[Dice]
) -> None:
    """105 of 216 each; on every other total and on every triple they lose (Even by ST-01)."""
    assert winning(bet) == rolls(lambda dice: sum(dice) in totals and not alike(dice))
    assert len(winning(bet)) == 105
    for dice in won:
        assert (net(bet, dice), clause_of(bet, dice)) == (1000, f"{rule}.1, 7.1/{bet}")
    for dice in lost:
        assert (net(bet, dice), clause_of(bet, dice)) == (-1000, f"{rule}.2")


@proves("3.1.3", "3.1.4", "3.1.5", "3.1.6", "3.1.7", "3.1.8", "3.2.3")
@pytest.mark.parametrize(("bet", "rule", "wins_on", "count"), AREAS)
def test_3_1_3_to_3_2_3_each_area_wins_on_what_it_names(
    bet: str, rule: str, wins_on: Callable[[Dice], bool], count: int
) -> None:
    """Triples, doubles, totals, pairs, single dice and three of four numbers, roll by roll."""
    assert winning(bet) == rolls(wins_on)
    assert len(winning(bet)) == count
    assert {clause_of(bet, dice).split(", ")[0] for dice in EVERY} == {rule}


@proves("3.1.6", "3.2.3")
def test_3_1_4_and_3_1_7_what_comes_twice_or_thrice_is_paid_once() -> None:
    """2-2-2 pays double 2 at 11 and not 33; 1-1-2 pays 1 and 2 at 6; no total 3 or 18, no fifth four."""
    assert net("double-2", (2, 2, 2)) == net("double-2", (2, 2, 5)) == 11_000
    assert net("domino-12", (1, 1, 2)) == net("domino-12", (1, 2, 5)) == 6000
    families = [bet.family for bet in LAYOUT]
    counts = [families.count(name) for name in ("triple", "double", "total", "domino", "single", "four")]
    assert counts == [6, 6, 14, 15, 6, 4]
    assert [key for key in ("total-3", "total-18") if key in LAYOUT] == []


def test_3_2_six_bets_are_the_operators_choice() -> None:
    """Odd, Even and the four Four Number Combinations."""
    optional = {bet.key for bet in LAYOUT if bet.optional == "3.2"}
    assert optional == {"odd", "even", "four-1234", "four-2345", "four-2356", "four-3456"}


def test_3_13_a_wager_settles_by_its_place() -> None:
    """The place is that at the close, when no chip may be moved any more (ST-15)."""
    assert RULES.wagers.fixed_at.clause == "3.13"
    assert RULES.wagers.fixed_at.choice is policies.Moment.CLOSE
    assert (net("total-4", (1, 1, 2)), net("total-5", (1, 1, 2))) == (62_000, -1000)


def test_4_1_multiples_of_the_minimum_are_not_demanded() -> None:
    """Minimum 10: a stake of 17 is taken and settled whole; a player's stakes on an area count together."""
    bet = LAYOUT.bet("small")
    assert not_taken(bet, 1700, LAYOUT, RULES, SIGN) is None
    assert settle(Wager("small", 1700), (1, 2, 4), LAYOUT, RULES, SIGN).net == 1700
    assert RULES.limits.per.choice is policies.Per.AREA


@pytest.mark.parametrize(("dice", "comes_to"), [((1, 2, 4), 400), ((4, 5, 6), -400)])
def test_4_2_a_wager_under_the_minimum_found_late_is_valid(dice: Dice, comes_to: int) -> None:
    """Minimum 10, stake 4 on Small: it wins 4 or loses 4, also a second time."""
    for warned in (False, True):
        line = settle(Wager("small", 400), dice, LAYOUT, RULES, SIGN, warned=warned)
        assert line.net == comes_to
        assert line.risk.clause == "4.2"


def test_4_3_a_wager_over_the_maximum_is_settled_to_the_maximum() -> None:
    """Maximum 100, stake 150: it wins 100 or loses 100, and 50 only comes back; earlier games stand."""
    over = Wager("small", 15_000)
    won = settle(over, (1, 2, 4), LAYOUT, RULES, SIGN)
    lost = settle(over, (4, 5, 6), LAYOUT, RULES, SIGN)
    assert (won.winnings, won.returned, won.collected) == (10_000, 15_000, 0)
    assert (lost.winnings, lost.returned, lost.collected) == (0, 5000, 10_000)
    assert won.risk.clause == lost.risk.clause == "4.3"
    assert not_taken(LAYOUT.bet("small"), 15_000, LAYOUT, RULES, SIGN) is None
    assert RULES.faults.late_error.choice is policies.LateError.OVER_MAXIMUM_STANDS


@pytest.mark.parametrize("players_present", [True, False])
def test_4_5_a_higher_minimum_needs_a_sign_for_twenty_minutes(players_present: bool) -> None:
    """From 5 to 10 it does, even at an empty table; a lower minimum or another maximum does not."""
    old, free = Bounds(500, 10_000), policies.Notice(policies.NoticeKind.NONE)
    higher = notice_to_change(old, Bounds(1000, 10_000), RULES, players_present=players_present)
    assert higher == ("4.5", policies.Notice(policies.NoticeKind.MINUTES, 20))
    for new in (Bounds(200, 10_000), Bounds(500, 5000), Bounds(500, 20_000)):
        assert notice_to_change(old, new, RULES, players_present=players_present) == ("4.5", free)
    assert RULES.limits.raise_minimum.choice is policies.RaiseMinimum.SIGN


def test_4_6_one_player_may_exceed_the_maximum_under_a_sign_of_their_own() -> None:
    """With a personal maximum of 5,000 a stake of 4,000 is settled whole; others are cut to 100."""
    assert RULES.limits.personal.choice is policies.PersonalLimits.SIGN_BOTH
    assert RULES.limits.measured_by.choice is policies.Measured.AGREED
    own, stake = Limits(Bounds(1000, 500_000)), Wager("big", 400_000)
    assert settle(stake, (4, 5, 6), LAYOUT, RULES, own).net == 400_000
    assert settle(stake, (4, 5, 6), LAYOUT, RULES, SIGN).net == 10_000


def test_5_5_losers_are_collected_before_winners_are_paid() -> None:
    """After the tumble, the bets, the close, the uncovering, the call, the entry and the lights."""
    order = RULES.round.order.choice
    first = ["COVER", "SPIN", "PLACE_BETS", "CLOSE", "PRESS_CLOSE", "UNCOVER"]
    assert [stage.step.name for stage in order[:6]] == first
    assert [stage.step.name for stage in order[6:]] == ["CALL", "ENTER", "LIGHT", "COLLECT", "PAY"]
    assert [stage.step.name for stage in order if stage.equipment] == ["PRESS_CLOSE"]


def test_6_1_super_streak_is_placed_while_its_area_is_open_and_before_the_round() -> None:
    """Open after one Small result; shut before any, and after two; always before the tumble (ST-12)."""
    wager = Wager("streak-small", 1000)
    assert isinstance(place(after(SMALL_ODD), wager, RULES, 1000), Streaks)
    for shut in (after(), after(SMALL_ODD, SMALL_EVEN)):
        refused = place(shut, wager, RULES, 1000)
        assert isinstance(refused, Refusal)
        assert refused.clause == "6.2"
    assert super_streak_of(RULES).placed.choice is policies.StreakPlaced.BEFORE_SPIN


def test_6_2_the_window_opens_after_the_first_result_and_after_a_break() -> None:
    """The test follows the Small and Big line; a triple neither opens nor closes the window."""
    day = (TRIPLE, SMALL_ODD, TRIPLE, SMALL_EVEN, SMALL_ODD, BIG_ODD, BIG_EVEN, SMALL_ODD)
    opened = [is_open(after(*day[:count]).runs[0], RULES) for count in range(9)]
    assert opened == [False, False, True, True, False, False, True, False, True]


def test_6_2_a_wager_follows_the_side_that_broke_the_run_until_its_end() -> None:
    """Placed on Big after a break, it counts from the next result and cannot be placed on Small."""
    streaks = after(SMALL_ODD, SMALL_ODD, BIG_ODD)
    placed = place(streaks, Wager("streak-big", 1000), RULES, 1000)
    assert isinstance(placed, Streaks)
    assert (placed.wagers[0].side, placed.wagers[0].count) == ("big", 0)
    assert isinstance(place(streaks, Wager("streak-small", 1000), RULES, 1000), Refusal)
    later = advance(advance(placed, BIG_ODD, RULES).streaks, BIG_EVEN, RULES).streaks
    assert [wager.count for wager in later.wagers] == [2]


def test_6_3_a_streak_is_four_to_twelve_like_results_and_a_triple_is_none() -> None:
    """Four Small ones with a triple between are four; the twelfth is the last that counts."""
    streaks = running(standing(0))
    for dice in (SMALL_ODD, SMALL_EVEN, TRIPLE, SMALL_ODD, SMALL_EVEN):
        streaks = advance(streaks, dice, RULES).streaks
    assert streaks.wagers[0].count == 4
    assert streaks.runs[0] == Run(("small", "big"), "small", 4)
    assert streak_ends(standing(11), SMALL_ODD) == [500_000]
    broken = [finding for finding in RULES.findings if finding.kind is FindingKind.XREF]
    assert [finding.clause for finding in broken] == ["6.3"]


@proves("6.3.1", "6.3.2", "6.3.3", "6.3.4")
@pytest.mark.parametrize("side", RUNS)
def test_6_3_1_to_6_3_4_a_run_is_of_one_side(side: str) -> None:
    """Totals 4-10-9-7 and then 11, 11-17-12-14 and then 10, 5-11-17-9 and then 8, 4-10-16-8 and then 7."""
    like, breaking = RUNS[side]
    assert super_streak_of(RULES).sides.choice[side] == winning(side)
    streaks = running(standing(0, side))
    for dice in like:
        streaks = advance(streaks, dice, RULES).streaks
    assert streaks.wagers[0].count == 4
    assert [net_of(line) for line in advance(streaks, breaking, RULES).lines] == [6000]


def test_6_4_a_wager_runs_or_loses_or_is_paid() -> None:
    """On each roll every wager from nothing counted to eleven does just one of the three."""
    for count in range(12):
        for dice in EVERY:
            done = advance(running(standing(count)), dice, RULES)
            assert len(done.streaks.wagers) + len(done.lines) == 1
            for line in done.lines:
                assert line.returned + line.collected == 1000
                assert (line.outcome is Outcome.LOST) == (count < 4)


def test_6_4_1_three_or_fewer_lose_and_a_triple_changes_nothing() -> None:
    """Counted three and broken: the stake is collected; counted three and 5-5-5: still three."""
    assert [streak_ends(standing(count), BIG_ODD) for count in range(4)] == [[-1000]] * 4
    held = advance(running(standing(3)), TRIPLE, RULES)
    assert (held.streaks.wagers, held.lines) == ((standing(3),), ())


def test_6_4_2_four_to_twelve_win_once_and_a_triple_changes_nothing() -> None:
    """Counted five and broken: 100 for 10; the twelfth pays 5,000 at once; a triple holds."""
    assert streak_ends(standing(5), BIG_EVEN) == [10_000]
    assert streak_ends(standing(11), SMALL_ODD) == [500_000]
    assert streak_ends(standing(5), SMALL_ODD) == []
    assert streak_ends(standing(5), (6, 6, 6)) == []


@pytest.mark.parametrize(
    ("dice", "ending"),
    [((1, 4, 6), ["small", "even"]), ((1, 2, 6), ["even"]), ((2, 4, 6), ["small"]), ((1, 2, 5), [])],
)
def test_6_5_the_two_lines_run_and_end_by_themselves(dice: Dice, ending: list[str]) -> None:
    """Small and Even in play: 11 ends both, 9 only Even, 12 only Small, 8 neither."""
    both = (standing(4), standing(2, "even", "ben"))
    done = advance(running(*both), dice, RULES)
    assert [line.wager.side for line in done.lines] == ending
    assert super_streak_of(RULES).lines.choice == (("small", "big"), ("odd", "even"))


@pytest.mark.parametrize("stake", [400, 600])
def test_6_7_the_stake_is_the_amount_on_the_sign(stake: int) -> None:
    """The sign says 5: neither 4 nor 6 is taken."""
    refused = place(after(SMALL_ODD), Wager("streak-small", stake), RULES, 500)
    assert isinstance(refused, Refusal)
    assert refused.clause == "6.7"
    assert isinstance(place(after(SMALL_ODD), Wager("streak-small", 500), RULES, 500), Streaks)


def test_7_1_there_are_26_rows_and_each_pays_its_bets() -> None:
    """The damaged repetitions do not count as rows: there is no fifth four-number bet."""
    assert len(LAYOUT.pays) == 26
    assert len({pay.clause for pay in LAYOUT.pays}) == 26
    assert "four-456" not in LAYOUT
    assert len(LAYOUT) == 56


@proves(*dict.fromkeys(row[0] for row in ROWS))
@pytest.mark.parametrize(("clause", "bet", "won", "pays", "lost", "count", "house"), ROWS)
def test_7_1_each_row_pays_what_it_prints(
    clause: str, bet: str, won: Dice, pays: int, lost: Dice, count: int, house: Fraction
) -> None:
    """Ten dollars on a winning and on a losing roll; the winning rolls; the house edge."""
    assert net(bet, won) == pays
    assert clause_of(bet, won).endswith(f", {clause}")
    assert net(bet, lost) == -1000
    assert len(winning(bet)) == count
    assert edge_of(bet) == house


@proves("7.1/single-die-1", "7.1/single-die-2", "7.1/single-die-3")
@pytest.mark.parametrize(
    ("dice", "pays", "row", "count"),
    [((4, 1, 2), 1000, 1, 75), ((4, 4, 2), 2000, 2, 15), ((4, 4, 4), 12_000, 3, 1)],
)
def test_7_1_single_die_pays_by_the_number_of_dice(dice: Dice, pays: int, row: int, count: int) -> None:
    """1, 2 or 12 to 1 on 75, 15 and 1 of 216; the house keeps 1/27."""
    assert net("single-4", dice) == pays
    assert clause_of("single-4", dice) == f"3.1.8, 7.1/single-die-{row}"
    assert wins(lambda roll: roll.count(4) == row) == count
    assert sum(net("single-4", roll) == pays for roll in EVERY) == count
    assert edge_of("single-4") == F(1, 27)


PAID = {1: -1, 2: -1, 3: -1, 4: 6, 5: 10, 6: 15, 7: 20, 8: 35, 9: 50, 10: 75, 11: 100}


@proves("7.2", *(f"7.2/{length}" for length in PAID))
@pytest.mark.parametrize(("length", "odds"), PAID.items())
def test_7_2_four_to_eleven_in_a_row_pay_when_they_break(length: int, odds: int) -> None:
    """Ten dollars on Odd, broken by an even total; up to three in a row they are lost."""
    (line,) = advance(running(standing(length, "odd")), SMALL_EVEN, RULES).lines
    assert net_of(line) == 1000 * odds
    assert line.clause == ("6.4.1" if length < 4 else f"6.4.2, 7.2/{length}")


def test_7_2_12_in_a_row_pay_500_to_1_at_the_twelfth() -> None:
    """Ten dollars win 5,000 and the wager is closed; there is no thirteenth row."""
    done = advance(running(standing(11, "even")), SMALL_EVEN, RULES)
    assert [net_of(line) for line in done.lines] == [500_000]
    assert done.streaks.wagers == ()
    assert max(super_streak_of(RULES).pays.choice) == 12


def test_8_6_a_no_result_leaves_super_streak_as_it_is() -> None:
    """Counted three: still three, and still in play."""
    held = advance(running(standing(3)), None, RULES)
    assert (held.streaks.wagers, held.lines) == ((standing(3),), ())


@pytest.mark.parametrize(("counted", "comes_to"), [(3, 6000), (1, -1000), (0, -1000)])
def test_8_7_1_a_lighting_fault_settles_and_ends_super_streak(counted: int, comes_to: int) -> None:
    """The dice count first: four in a row then win 60 for 10, two or one lose it."""
    done = lights_failed(running(standing(counted)), SMALL_ODD, RULES)
    assert [net_of(line) for line in done.lines] == [comes_to]
    assert done.lines[0].clause.startswith("8.7.1, ")
    assert done.streaks.wagers == ()
