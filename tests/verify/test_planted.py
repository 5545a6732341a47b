"""Lies that a whole house agrees on: chained and signed anew, so that only the law can tell."""

from collections.abc import Callable
from functools import cache

import pytest

from tests.verify import lies, lies_of_chips, lies_of_detention, lies_of_omission
from tests.verify.bundles import ROOT, Story, assert_found, from_transcript
from tests.verify.lies import Entries


@cache
def told(name: str) -> Story:
    """A transcript as a story."""
    return from_transcript(ROOT / "tests" / "rounds" / f"{name}.round")


PLANTED = [
    ("crown-sydney-plain", lies.a_cent_more),
    ("crown-sydney-plain", lies.a_cent_less_back),
    ("crown-sydney-plain", lies.another_clause),
    ("crown-sydney-plain", lies.a_winner_left_out),
    ("crown-sydney-plain", lies.a_loser_left_out),
    ("crown-sydney-plain", lies.paid_twice),
    ("crown-sydney-plain", lies.a_loser_paid),
    ("crown-sydney-plain", lies.other_dice),
    ("crown-sydney-plain", lies.dice_that_are_none),
    ("crown-sydney-plain", lies.not_as_entered),
    ("crown-sydney-plain", lies.entered_by_another_clause),
    ("crown-sydney-plain", lies.a_light_too_many),
    ("crown-sydney-plain", lies.a_late_slip),
    ("crown-sydney-plain", lies.a_slip_for_the_next_round),
    ("crown-sydney-plain", lies.a_version_left_out),
    ("crown-sydney-plain", lies.another_slip_before),
    ("crown-sydney-plain", lies.another_slip_than_asked),
    ("crown-sydney-plain", lies.over_the_maximum),
    ("crown-sydney-plain", lies.under_the_minimum),
    ("crown-sydney-plain", lies.no_such_bet),
    ("crown-sydney-plain", lies.a_bet_twice),
    ("crown-sydney-plain", lies.more_than_there_is),
    ("crown-sydney-plain", lies.chips_from_nowhere),
    ("crown-sydney-plain", lies.more_than_was_brought),
    ("crown-sydney-correction", lies.more_taken_than_there_is),
    ("crown-sydney-plain", lies.a_step_left_out),
    ("crown-sydney-plain", lies.two_steps_swapped),
    ("crown-sydney-plain", lies.an_entry_of_another_round),
    ("crown-sydney-plain", lies.paid_by_a_step_of_another_round),
    ("star-three-tumbles", lies.too_few_tumbles),
    ("crown-sydney-voids", lies.a_void_forgets_a_wager),
    ("crown-sydney-voids", lies.a_void_keeps_a_cent),
    ("crown-sydney-voids", lies.a_void_by_the_dealer),
    ("canberra-voids", lies.a_void_without_reason),
    ("canberra-voids", lies.a_void_by_another_clause),
    ("canberra-voids", lies.a_void_on_no_ground),
    ("crown-sydney-correction", lies.a_correction_alone),
    ("crown-sydney-correction", lies.a_correction_that_forgets_one),
    ("crown-sydney-correction", lies.a_correction_that_reverses_less),
    ("crown-sydney-correction", lies.a_correction_that_settles_less),
    ("crown-sydney-correction", lies.a_correction_by_the_dealer),
    ("melbourne-kept-winnings", lies.kept_winnings_taken_twice),
    ("melbourne-kept-winnings", lies.kept_winnings_out_of_suspense),
    ("melbourne-kept-winnings", lies.released_winnings_out_of_the_house),
    ("melbourne-kept-winnings", lies.doubted_winnings_paid_out),
    ("crown-sydney-notices", lies.a_minimum_raised_without_notice),
    ("star-notices", lies.a_notice_that_is_too_short),
    ("star-notices", lies.another_minimum_than_announced),
    ("crown-sydney-notices", lies.limits_changed_by_the_dealer),
    ("crown-sydney-notices", lies.limits_lowered_by_another_clause),
    ("crown-sydney-notices", lies.limits_agreed_without_a_marker),
    ("crown-sydney-notices", lies.closed_without_notice),
    ("melbourne-conduct", lies_of_detention.detained_on_another_suspicion),
    ("melbourne-conduct", lies_of_detention.detained_for_no_device),
    ("melbourne-conduct", lies_of_detention.detained_nowhere),
    ("melbourne-conduct", lies_of_detention.detained_twice),
    ("melbourne-conduct", lies_of_detention.let_go_without_police),
    ("melbourne-conduct", lies_of_detention.let_go_who_was_free),
    ("crown-sydney-faults", lies.play_goes_on_with_a_fault),
    ("star-faults", lies.a_fault_that_stops_nothing),
    ("star-super-streak", lies.a_streak_that_pays_more),
    ("star-super-streak", lies.a_streak_that_is_not_settled),
    ("star-super-streak", lies.a_streak_that_counts_more),
    ("star-super-streak", lies.a_round_that_counts_for_no_streak),
    ("star-super-streak", lies.a_streak_that_costs_less),
    ("crown-sydney-chips", lies_of_chips.a_false_count_of_the_float),
    ("crown-sydney-chips", lies_of_chips.the_float_counted_by_one),
    ("crown-sydney-chips", lies_of_chips.a_voucher_spent_twice),
    ("crown-sydney-chips", lies_of_chips.a_dearer_colour),
    ("melbourne-colours", lies_of_chips.three_red_of_one),
    ("melbourne-colours", lies_of_chips.a_stake_in_another_colour),
    ("melbourne-colours", lies_of_chips.pieces_without_a_colour),
    ("melbourne-colours", lies_of_chips.a_piece_that_is_cut),
    ("melbourne-colours", lies_of_chips.more_change_than_there_is),
    ("melbourne-colours", lies_of_chips.change_that_is_a_word),
    ("star-super-streak", lies_of_chips.a_streak_in_another_colour),
    ("crown-sydney-conduct", lies.a_sanction_without_offence),
    ("crown-sydney-conduct", lies_of_omission.a_sanction_without_reason),
    ("crown-sydney-conduct", lies_of_omission.another_reason_than_was_given),
    ("crown-sydney-conduct", lies_of_omission.another_sanction_than_was_asked_for),
    ("singapore-interruption", lies_of_omission.a_terminal_that_is_cut_off_and_plays),
    ("crown-sydney-plain", lies_of_omission.a_field_left_out),
    ("crown-sydney-chips", lies_of_omission.no_pieces_for_value),
    ("star-super-streak-closing", lies_of_omission.a_close_without_the_final_call),
    ("canberra-limits", lies.a_warning_not_given),
    ("crown-sydney-plain", lies.other_tumbles),
    ("crown-sydney-plain", lies.a_slip_by_another_clause),
    ("crown-sydney-plain", lies.another_stamp),
    ("crown-sydney-plain", lies.another_command),
    ("crown-sydney-plain", lies.another_actor),
    ("crown-sydney-plain", lies.another_id),
    ("crown-sydney-plain", lies.an_id_twice),
    ("crown-sydney-plain", lies.time_that_runs_backwards),
    ("crown-sydney-plain", lies.an_unknown_field),
    ("crown-sydney-plain", lies.an_unknown_event),
    ("crown-sydney-plain", lies.an_unknown_command),
    ("crown-sydney-plain", lies.an_unknown_part),
    ("crown-sydney-plain", lies.yes_for_a_number),
    ("crown-sydney-plain", lies.a_refusal_that_happened),
    ("crown-sydney-plain", lies.a_refusal_until_tomorrow),
    ("crown-sydney-plain", lies.a_refusal_with_more_to_say),
]


@pytest.mark.parametrize(("name", "lie"), PLANTED, ids=[f"{lie.__name__}-{name}" for name, lie in PLANTED])
def test_a_lie_is_found(name: str, lie: Callable[[Entries], None]) -> None:
    """The story is clean without it."""
    assert told(name).made().verified().code == 0
    assert_found(told(name), lie)


def test_that_the_final_call_was_left_out_is_found() -> None:
    """Super Streak does not close without it."""
    assert_found(told("star-super-streak-closing"), lies_of_omission.a_close_without_the_final_call)


STREAKS = [
    ("star-super-streak-faults", "streaks-advanced"),
    ("star-super-streak-faults", "streak-returned"),
    ("star-super-streak-faults", "streak-reversed"),
    ("star-super-streak-faults", "streak-end-forced"),
    ("star-super-streak-closing", "streak-settled"),
]


@pytest.mark.parametrize(("name", "kind"), STREAKS)
def test_what_happens_to_a_super_streak_names_its_round(name: str, kind: str) -> None:
    """One round later, and it is found there."""

    def later(entries: Entries) -> None:
        lies.having(entries, kind).event(kind)["round"] += 1

    assert_found(told(name), later)


@pytest.mark.parametrize("act", ["exclude-from-game", "refer"])
def test_a_sanction_refers_to_what_its_command_names(act: str) -> None:
    """The police, or nothing; never something that nobody said."""

    def another(entries: Entries) -> None:
        lies.asked(entries, act).event("player-sanctioned")["reference"] = "order 99"

    assert_found(told("crown-sydney-conduct"), another)
