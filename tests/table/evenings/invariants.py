"""What must hold after every event: the invariants of the project's design, under their numbers.

Each is a generator that receives every moment of an evening. Its figures come from the events, from the
printed odds and from lists typed out of the texts, never from the table that it checks.
"""

from collections.abc import Sequence

from sicbo.machine.messages import Event
from sicbo.table.log_kind import evolve_all
from sicbo.table.state import TableState, state_hash
from tests.table.evenings.moments import Books, Invariant, Watcher, moments
from tests.table.evenings.money import (
    i01_every_kind_sums_to_zero,
    i02_transfers_are_positive_and_have_two_sides,
    i03_no_account_is_on_the_wrong_side,
    i04_the_layout_holds_the_open_wagers,
    i05_winnings_are_exact_or_the_next_chip_up,
    i06_another_hand_comes_to_the_same,
    i07_tokens_win_chips_and_stay,
    i08_chips_in_are_chips_out,
)
from tests.table.evenings.notices import (
    i17_a_higher_minimum_was_announced,
    i18_rounds_spins_and_absences_are_counted,
)
from tests.table.evenings.wagers import (
    i09_slips_lie_between_the_invitation_and_the_close,
    i10_a_wager_is_of_the_round_in_play,
    i11_a_wager_is_accepted_once,
    i12_every_wager_ends_once,
    i13_steps_follow_the_order_of_the_text,
    i14_a_result_is_three_faces_once_after_the_close,
    i15_a_void_round_leaves_nothing_behind,
    i16_stakes_are_within_the_limits_in_force,
)

EVERY: tuple[Invariant, ...] = (
    i01_every_kind_sums_to_zero,
    i02_transfers_are_positive_and_have_two_sides,
    i03_no_account_is_on_the_wrong_side,
    i04_the_layout_holds_the_open_wagers,
    i05_winnings_are_exact_or_the_next_chip_up,
    i06_another_hand_comes_to_the_same,
    i07_tokens_win_chips_and_stay,
    i08_chips_in_are_chips_out,
    i09_slips_lie_between_the_invitation_and_the_close,
    i10_a_wager_is_of_the_round_in_play,
    i11_a_wager_is_accepted_once,
    i12_every_wager_ends_once,
    i13_steps_follow_the_order_of_the_text,
    i14_a_result_is_three_faces_once_after_the_close,
    i15_a_void_round_leaves_nothing_behind,
    i16_stakes_are_within_the_limits_in_force,
    i17_a_higher_minimum_was_announced,
    i18_rounds_spins_and_absences_are_counted,
)


def hold(start: TableState, events: Sequence[Event]) -> None:
    """Check every invariant over a whole journal."""
    watcher = Watcher(EVERY)
    for moment in moments(start, events, Books()):
        watcher.see(moment)


def i23_a_replay_gives_the_same_table(start: TableState, events: Sequence[Event], table: TableState) -> None:
    """The journal is the only truth, byte for byte."""
    assert state_hash(evolve_all(start, events)) == state_hash(table)
