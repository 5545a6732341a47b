"""Lies that a whole house agrees on: chained and signed anew, so that only the law can tell."""

from collections.abc import Callable
from functools import cache

import pytest

from sicbo.verify.report import Finding
from tests.verify import lies, lies_of_chips, lies_of_detention, lies_of_omission
from tests.verify.bundles import ROOT, Story, from_transcript
from tests.verify.lies import Entries


@cache
def told(name: str) -> Story:
    """A transcript as a story."""
    return from_transcript(ROOT / "tests" / "rounds" / f"{name}.round")


PLANTED: list[tuple[str, Callable[[Entries], None], str]] = [
    ("crown-sydney-plain", lies.a_cent_more, "settlement"),
    ("crown-sydney-plain", lies.a_cent_less_back, "settlement"),
    ("crown-sydney-plain", lies.another_clause, "settlement"),
    ("crown-sydney-plain", lies.a_winner_left_out, "settlement"),
    ("crown-sydney-plain", lies.a_loser_left_out, "settlement"),
    ("crown-sydney-plain", lies.paid_twice, "settlement"),
    ("crown-sydney-plain", lies.a_loser_paid, "settlement"),
    ("crown-sydney-plain", lies.other_dice, "settlement"),
    ("crown-sydney-plain", lies.dice_that_are_none, "result"),
    ("crown-sydney-plain", lies.not_as_entered, "result"),
    ("crown-sydney-plain", lies.entered_by_another_clause, "clause"),
    ("crown-sydney-plain", lies.a_light_too_many, "lights"),
    ("crown-sydney-plain", lies.a_late_slip, "cutoff"),
    ("crown-sydney-plain", lies.a_slip_for_the_next_round, "cutoff"),
    ("crown-sydney-plain", lies.a_version_left_out, "slip"),
    ("crown-sydney-plain", lies.another_slip_before, "slip"),
    ("crown-sydney-plain", lies.another_slip_than_asked, "events"),
    ("crown-sydney-plain", lies.over_the_maximum, "limits"),
    ("crown-sydney-plain", lies.under_the_minimum, "limits"),
    ("crown-sydney-plain", lies.no_such_bet, "slip"),
    ("crown-sydney-plain", lies.a_bet_twice, "slip"),
    ("crown-sydney-plain", lies.more_than_there_is, "funds"),
    ("crown-sydney-plain", lies.chips_from_nowhere, "events"),
    ("crown-sydney-plain", lies.more_than_was_brought, "events"),
    ("crown-sydney-correction", lies.more_taken_than_there_is, "funds"),
    ("crown-sydney-plain", lies.a_step_left_out, "order"),
    ("crown-sydney-plain", lies.two_steps_swapped, "order"),
    ("crown-sydney-plain", lies.an_entry_of_another_round, "order"),
    ("crown-sydney-plain", lies.paid_by_a_step_of_another_round, "order"),
    ("star-three-tumbles", lies.too_few_tumbles, "void"),
    ("crown-sydney-voids", lies.a_void_forgets_a_wager, "void"),
    ("crown-sydney-voids", lies.a_void_keeps_a_cent, "void"),
    ("crown-sydney-voids", lies.a_void_by_the_dealer, "power"),
    ("canberra-voids", lies.a_void_without_reason, "reason"),
    ("canberra-voids", lies.a_void_by_another_clause, "clause"),
    ("canberra-voids", lies.a_void_on_no_ground, "void"),
    ("crown-sydney-correction", lies.a_correction_alone, "second person"),
    ("crown-sydney-correction", lies.a_correction_that_forgets_one, "correction"),
    ("crown-sydney-correction", lies.a_correction_that_reverses_less, "correction"),
    ("crown-sydney-correction", lies.a_correction_that_settles_less, "correction"),
    ("crown-sydney-correction", lies.a_correction_by_the_dealer, "power"),
    ("melbourne-kept-winnings", lies.kept_winnings_taken_twice, "correction"),
    ("melbourne-kept-winnings", lies.kept_winnings_out_of_suspense, "correction"),
    ("melbourne-kept-winnings", lies.released_winnings_out_of_the_house, "correction"),
    ("melbourne-kept-winnings", lies.doubted_winnings_paid_out, "sanction"),
    ("crown-sydney-notices", lies.a_minimum_raised_without_notice, "notice"),
    ("star-notices", lies.a_notice_that_is_too_short, "notice"),
    ("star-notices", lies.another_minimum_than_announced, "notice"),
    ("crown-sydney-notices", lies.limits_changed_by_the_dealer, "power"),
    ("crown-sydney-notices", lies.limits_lowered_by_another_clause, "clause"),
    ("crown-sydney-notices", lies.limits_agreed_without_a_marker, "limits"),
    ("crown-sydney-notices", lies.closed_without_notice, "notice"),
    ("melbourne-conduct", lies_of_detention.detained_on_another_suspicion, "sanction"),
    ("melbourne-conduct", lies_of_detention.detained_for_no_device, "sanction"),
    ("melbourne-conduct", lies_of_detention.detained_nowhere, "sanction"),
    ("melbourne-conduct", lies_of_detention.detained_twice, "sanction"),
    ("melbourne-conduct", lies_of_detention.let_go_without_police, "reason"),
    ("melbourne-conduct", lies_of_detention.let_go_who_was_free, "sanction"),
    ("crown-sydney-faults", lies.play_goes_on_with_a_fault, "fault"),
    ("star-faults", lies.a_fault_that_stops_nothing, "fault"),
    ("star-super-streak", lies.a_streak_that_pays_more, "streak"),
    ("star-super-streak", lies.a_streak_that_is_not_settled, "streak"),
    ("star-super-streak", lies.a_streak_that_counts_more, "streak"),
    ("star-super-streak", lies.a_round_that_counts_for_no_streak, "events"),
    ("star-super-streak", lies.a_streak_that_costs_less, "streak"),
    ("crown-sydney-chips", lies_of_chips.a_false_count_of_the_float, "float"),
    ("crown-sydney-chips", lies_of_chips.the_float_counted_by_one, "second person"),
    ("crown-sydney-chips", lies_of_chips.a_voucher_spent_twice, "money"),
    ("crown-sydney-chips", lies_of_chips.a_dearer_colour, "colour"),
    ("melbourne-colours", lies_of_chips.three_red_of_one, "funds"),
    ("melbourne-colours", lies_of_chips.a_stake_in_another_colour, "slip"),
    ("melbourne-colours", lies_of_chips.pieces_without_a_colour, "slip"),
    ("melbourne-colours", lies_of_chips.a_piece_that_is_cut, "settlement"),
    ("melbourne-colours", lies_of_chips.more_change_than_there_is, "settlement"),
    ("melbourne-colours", lies_of_chips.change_that_is_a_word, "schema"),
    ("star-super-streak", lies_of_chips.a_streak_in_another_colour, "slip"),
    ("crown-sydney-conduct", lies.a_sanction_without_offence, "sanction"),
    ("crown-sydney-conduct", lies_of_omission.a_sanction_without_reason, "reason"),
    ("crown-sydney-conduct", lies_of_omission.another_reason_than_was_given, "events"),
    ("crown-sydney-conduct", lies_of_omission.another_sanction_than_was_asked_for, "sanction"),
    ("singapore-interruption", lies_of_omission.a_terminal_that_is_cut_off_and_plays, "fault"),
    ("crown-sydney-plain", lies_of_omission.a_field_left_out, "schema"),
    ("crown-sydney-chips", lies_of_omission.no_pieces_for_value, "colour"),
    ("star-super-streak-closing", lies_of_omission.a_close_without_the_final_call, "streak"),
    ("canberra-limits", lies.a_warning_not_given, "limits"),
    ("crown-sydney-plain", lies.other_tumbles, "order"),
    ("crown-sydney-plain", lies.a_slip_by_another_clause, "clause"),
    ("crown-sydney-plain", lies.another_stamp, "stamp"),
    ("crown-sydney-plain", lies.another_command, "stamp"),
    ("crown-sydney-plain", lies.another_actor, "stamp"),
    ("crown-sydney-plain", lies.another_id, "id"),
    ("crown-sydney-plain", lies.an_id_twice, "id"),
    ("crown-sydney-plain", lies.time_that_runs_backwards, "time"),
    ("crown-sydney-plain", lies.an_unknown_field, "schema"),
    ("crown-sydney-plain", lies.an_unknown_event, "schema"),
    ("crown-sydney-plain", lies.an_unknown_command, "schema"),
    ("crown-sydney-plain", lies.an_unknown_part, "schema"),
    ("crown-sydney-plain", lies.yes_for_a_number, "schema"),
    ("crown-sydney-plain", lies.a_refusal_that_happened, "schema"),
    ("crown-sydney-plain", lies.a_refusal_until_tomorrow, "schema"),
    ("crown-sydney-plain", lies.a_refusal_with_more_to_say, "schema"),
]


@pytest.mark.parametrize(
    ("name", "lie", "check"), PLANTED, ids=[f"{lie.__name__}-{name}" for name, lie, _ in PLANTED]
)
def test_a_lie_is_found_by_the_check_that_is_for_it(
    name: str, lie: Callable[[Entries], None], check: str
) -> None:
    """The story is clean without it; with it the first finding is of the right kind."""
    told_true = told(name)
    told_false = told_true.changed(lie)

    report = told_false.made().verified()

    assert told_true.made().verified().code == 0
    assert report.code == 3
    first = report.tables[0].first
    assert isinstance(first, Finding)
    assert first.check == check, report.every
    assert report.tables[0].vouched == min(first.number - 1, report.tables[0].signed)


def test_that_the_final_call_was_left_out_is_said() -> None:
    """Whatever else it makes wrong: nobody could know that Super Streak was about to close."""
    false = told("star-super-streak-closing").changed(lies_of_omission.a_close_without_the_final_call)

    assert "no final call was made" in [finding.says for finding in false.made().verified().every]


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

    first = told(name).changed(later).made().verified().tables[0].first

    assert first is not None and first.check == "streak"
    assert first.says.startswith("it happened in round")


@pytest.mark.parametrize("act", ["exclude-from-game", "refer"])
def test_a_sanction_refers_to_what_its_command_names(act: str) -> None:
    """The police, or nothing; never something that nobody said."""

    def another(entries: Entries) -> None:
        lies.asked(entries, act).event("player-sanctioned")["reference"] = "order 99"

    first = told("crown-sydney-conduct").changed(another).made().verified().tables[0].first

    assert first is not None and first.check == "sanction"
