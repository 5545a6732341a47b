"""Lies out of place: each is found, and said in the words of the check that is for it."""

from collections.abc import Callable

import pytest

from tests.verify import lies_out_of_place as lies
from tests.verify.lies import Entries
from tests.verify.test_planted import told

ROWS: list[tuple[str, Callable[[Entries], None], str]] = [
    (
        "crown-sydney-faults",
        lies.a_message_about_no_fault,
        "somebody is told of a fault that is not on record",
    ),
    (
        "star-super-streak-faults",
        lies.a_fault_ends_the_streaks_of_no_round,
        "report-fault does not lead to streak-end-forced",
    ),
    (
        "melbourne-kept-winnings",
        lies.winnings_held_back_of_a_round_that_never_was,
        "ana won 0 cents in that round",
    ),
    (
        "melbourne-conduct",
        lies.less_comes_back_than_was_held,
        "2500 cents of ana are held back of that round",
    ),
    ("crown-sydney-disputes", lies.a_decision_on_no_dispute, "no such dispute waits for that decision"),
    ("star-disputes", lies.a_review_of_no_dispute, "there is no decision to review"),
    ("star-chips", lies.a_voucher_for_nothing_here, "a voucher becomes None here"),
    ("canberra-limits", lies.a_slip_before_its_time, "the time gone by runs backwards"),
    ("canberra-limits", lies.a_wager_on_no_bet, "seven in value-chip is no wager of this layout"),
    (
        "singapore-refusals",
        lies.a_slip_under_what_is_ever_taken,
        "100 cents on three-123, the minimum is 500",
    ),
    ("crown-sydney-plain", lies.a_slip_under_the_approved_minimum, "100 cents on small, the minimum is 500"),
    ("crown-sydney-plain", lies.a_slip_under_the_sign, "300 cents on small, the minimum is 500"),
    (
        "crown-sydney-plain",
        lies.a_second_line_that_pays_more,
        "ana, total-9: winnings is 3501, by the rulebook 3500 (3.3.6(a), 6.3/total-9-12)",
    ),
    ("crown-sydney-notices", lies.limits_changed_when_closed, "the limits of a closed table change"),
    ("crown-sydney-notices", lies.limits_agreed_when_closed, "limits are agreed at a closed table"),
    ("star-notices", lies.a_step_when_closed, "a step is done at a closed table"),
    (
        "singapore-refusals",
        lies.an_order_that_nobody_may_give,
        "nobody may require-to-vacate under this rulebook",
    ),
    (
        "melbourne-conduct",
        lies.play_at_a_table_of_a_tournament,
        "buy-in at a table that lunar-cup uses alone",
    ),
    ("crown-sydney-plain", lies.another_event_than_the_one, "buy-in leads to value-brought and nothing else"),
    ("crown-sydney-voids", lies.a_repair_that_nobody_asks_for, "declare-void had to lead to fault-reported"),
    ("crown-sydney-plain", lies.a_refusal_without_a_word, "a refusal has a clause and a sentence"),
    ("crown-sydney-plain", lies.a_settlement_without_dice, "a round without a result is settled"),
    ("star-super-streak", lies.a_settlement_without_dice, "a round without a result is settled"),
    ("crown-sydney-plain", lies.dice_for_another_round, "a result without its round"),
    (
        "crown-sydney-plain",
        lies.a_payment_to_somebody_without_a_wager,
        "eve has nothing to settle in round 1",
    ),
    ("canberra-limits", lies.a_warning_before_the_first_round, "ana is warned without cause"),
    ("canberra-limits", lies.more_than_there_is_money, f"{10**16} cents are no stake"),
    (
        "canberra-limits",
        lies.a_stake_beside_the_unit,
        "700 cents on small are not in the unit of 500 on the sign",
    ),
    (
        "singapore-half-odds",
        lies.a_stake_that_cannot_be_paid,
        "533 cents on four-1234 cannot be paid exactly",
    ),
    ("canberra-chips", lies.other_chips_than_the_demanded_ones, "ben is to stake colour chips"),
    ("melbourne-conduct", lies.a_void_of_wagers_that_are_not_there, "eve has no wager in round 1"),
    ("melbourne-conduct", lies.an_unlawful_fate_of_void_wagers, "void wagers are suspense here"),
    ("crown-sydney-correction", lies.a_reversal_in_no_round, "round 99 is not kept any more"),
    ("crown-sydney-correction", lies.a_correction_of_no_result, "no result was corrected"),
    ("crown-sydney-plain", lies.a_streak_where_none_is_offered, "Super Streak is not offered"),
    ("star-super-streak", lies.a_streak_for_another_round, "a Super Streak wager outside its time"),
    (
        "star-super-streak",
        lies.a_streak_on_the_side_that_did_not_come,
        "side or count are not those of the run",
    ),
    (
        "crown-sydney-plain",
        lies.streaks_counted_where_there_are_none,
        "perform does not lead to streaks-advanced",
    ),
    (
        "star-super-streak-faults",
        lies.streaks_taken_back_before_any_round,
        "correct-result does not lead to streak-reversed",
    ),
    ("crown-sydney-plain", lies.a_time_that_is_none, "its time runs backwards or is no time"),
    (
        "crown-sydney-plain",
        lies.ids_that_are_numbers,
        "it cannot be followed (AttributeError: 'int' object has no attribute 'encode')",
    ),
    ("crown-sydney-plain", lies.a_stamp_without_a_rank, "a stamp has by, rank, wall and elapsed"),
    ("crown-sydney-plain", lies.a_stamp_with_a_time_in_words, "a stamp says who, as what, and when"),
]


@pytest.mark.parametrize(
    ("name", "lie", "says"), ROWS, ids=[f"{lie.__name__}-{name}" for name, lie, _ in ROWS]
)
def test_what_could_be_lawful_is_found_where_it_is_not(
    name: str, lie: Callable[[Entries], None], says: str
) -> None:
    """The whole house agrees on it; only what stood before tells that it cannot be."""
    report = told(name).changed(lie).made().verified()

    assert says in [finding.says for finding in report.every]
    assert report.code == 3
