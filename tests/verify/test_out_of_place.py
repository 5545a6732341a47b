"""Lies out of place: each is found, and said in the words of the check that is for it."""

from collections.abc import Callable

import pytest

from tests.verify import lies_out_of_place as lies
from tests.verify.bundles import assert_found
from tests.verify.lies import Entries
from tests.verify.test_planted import told

ROWS = [
    ("crown-sydney-faults", lies.a_message_about_no_fault),
    ("star-super-streak-faults", lies.a_fault_ends_the_streaks_of_no_round),
    ("melbourne-kept-winnings", lies.winnings_held_back_of_a_round_that_never_was),
    ("melbourne-conduct", lies.less_comes_back_than_was_held),
    ("crown-sydney-disputes", lies.a_decision_on_no_dispute),
    ("star-disputes", lies.a_review_of_no_dispute),
    ("star-chips", lies.a_voucher_for_nothing_here),
    ("canberra-limits", lies.a_slip_before_its_time),
    ("canberra-limits", lies.a_wager_on_no_bet),
    ("singapore-refusals", lies.a_slip_under_what_is_ever_taken),
    ("crown-sydney-plain", lies.a_slip_under_the_approved_minimum),
    ("crown-sydney-plain", lies.a_slip_under_the_sign),
    ("crown-sydney-plain", lies.a_second_line_that_pays_more),
    ("crown-sydney-notices", lies.limits_changed_when_closed),
    ("crown-sydney-notices", lies.limits_agreed_when_closed),
    ("star-notices", lies.a_step_when_closed),
    ("singapore-refusals", lies.an_order_that_nobody_may_give),
    ("melbourne-conduct", lies.play_at_a_table_of_a_tournament),
    ("crown-sydney-plain", lies.another_event_than_the_one),
    ("crown-sydney-voids", lies.a_repair_that_nobody_asks_for),
    ("crown-sydney-plain", lies.a_refusal_without_a_word),
    ("crown-sydney-plain", lies.a_settlement_without_dice),
    ("star-super-streak", lies.a_settlement_without_dice),
    ("crown-sydney-plain", lies.dice_for_another_round),
    ("crown-sydney-plain", lies.a_payment_to_somebody_without_a_wager),
    ("canberra-limits", lies.a_warning_before_the_first_round),
    ("canberra-limits", lies.more_than_there_is_money),
    ("canberra-limits", lies.a_stake_beside_the_unit),
    ("singapore-half-odds", lies.a_stake_that_cannot_be_paid),
    ("canberra-chips", lies.other_chips_than_the_demanded_ones),
    ("melbourne-conduct", lies.a_void_of_wagers_that_are_not_there),
    ("melbourne-conduct", lies.an_unlawful_fate_of_void_wagers),
    ("crown-sydney-correction", lies.a_reversal_in_no_round),
    ("crown-sydney-correction", lies.a_correction_of_no_result),
    ("crown-sydney-plain", lies.a_streak_where_none_is_offered),
    ("star-super-streak", lies.a_streak_for_another_round),
    ("star-super-streak", lies.a_streak_on_the_side_that_did_not_come),
    ("crown-sydney-plain", lies.streaks_counted_where_there_are_none),
    ("star-super-streak-faults", lies.streaks_taken_back_before_any_round),
    ("crown-sydney-plain", lies.a_time_that_is_none),
    ("crown-sydney-plain", lies.ids_that_are_numbers),
    ("crown-sydney-plain", lies.a_stamp_without_a_rank),
    ("crown-sydney-plain", lies.a_stamp_with_a_time_in_words),
]


@pytest.mark.parametrize(("name", "lie"), ROWS, ids=[f"{lie.__name__}-{name}" for name, lie in ROWS])
def test_what_could_be_lawful_is_found_where_it_is_not(name: str, lie: Callable[[Entries], None]) -> None:
    """The whole house agrees on it; only what stood before tells that it cannot be."""
    assert_found(told(name), lie)
