"""Spins without wagers, and practice spins."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.rulebooks import every_layout
from sicbo.table.log_kind import evolve_all
from sicbo.table.messages.faults import DirectIdleSpins, PracticeSpun, SpinForPractice, StopIdleSpins
from sicbo.table.messages.round import StepPerformed
from sicbo.table.state import state_hash
from tests.refused import Refused
from tests.table.dealer import Dealer
from tests.table.equipment.test_faults import refusal

LAST = {
    "crown-sydney-2024": ("5.2", Step.LIGHT),
    "crown-melbourne-6.1/a": ("5.1.7", Step.PAY),
    "crown-melbourne-6.1/b": ("5.1.7", Step.PAY),
}


@pytest.mark.parametrize("layout", LAST)
def test_directed_spins_run_to_their_last_step_until_the_first_slip(layout: str) -> None:
    """They count for nothing; the round of the first wager is settled as usual."""
    clause, last = LAST[layout]
    dealer = Dealer(layout)
    dealer.open()
    low = dealer.say(DirectIdleSpins, Rank.SUPERVISOR)
    dealer.say(DirectIdleSpins, Rank.MANAGER)
    again = dealer.say(DirectIdleSpins, Rank.MANAGER)
    for _ in range(2):
        dealer.until(last)
    spins, ended = dealer.table.spins, dealer.table.round
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {})
    still = dealer.table.idle
    dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.PAY)

    assert refusal(low).clause == clause
    assert again == Refused(clause, "Spins without wagers are already on.")
    assert (spins, ended, still) == (0, None, True)
    assert not dealer.table.idle
    assert dealer.table.spins == 1
    assert dealer.rack("ana") == 1_002_500
    assert [event.step for event in dealer.journal if isinstance(event, StepPerformed)].count("pay") == (
        1 if last is Step.LIGHT else 3
    )
    assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)


@pytest.mark.parametrize("layout", sorted(set(every_layout()) - set(LAST)))
def test_idle_spins_without_a_clause_are_refused(layout: str) -> None:
    """Canberra, Singapore and The Star do not provide for spins without wagers."""
    dealer = Dealer(layout)
    dealer.open()

    answer = dealer.say(DirectIdleSpins)

    assert refusal(answer).says == "This rulebook has no spins without wagers."


def test_they_are_directed_at_an_open_table_between_rounds_and_can_be_stopped() -> None:
    """A closed table or a round in play is refused; once stopped, the next round is an ordinary one."""
    dealer = Dealer("crown-sydney-2024")
    shut = dealer.say(DirectIdleSpins)
    dealer.open()
    nothing = dealer.say(StopIdleSpins, Rank.DEALER)
    dealer.until(Step.PLACE_BETS)
    busy = dealer.say(DirectIdleSpins)
    dealer.until(Step.PAY)
    dealer.say(DirectIdleSpins)
    dealer.say(StopIdleSpins, Rank.DEALER)
    dealer.until(Step.PAY)

    assert shut == Refused("5.2", "The table is closed. Open it first.")
    assert nothing == Refused("5.2", "There are no spins without wagers to stop.")
    assert busy == Refused("5.2", "Finish round 1 first. Next: Cover.")
    assert dealer.table.spins == 2


def test_a_practice_spin_moves_nothing() -> None:
    """It is recorded, allowed only between rounds, and needs possible dice."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    before = state_hash(dealer.table)
    shown = dealer.say(SpinForPractice, Rank.DEALER, dice=(1, 2, 3))
    same = state_hash(dealer.table)
    impossible = dealer.say(SpinForPractice, Rank.DEALER, dice=(1, 2, 7))
    player = dealer.say(SpinForPractice, None, dice=(1, 2, 3))
    dealer.until(Step.PLACE_BETS)
    busy = dealer.say(SpinForPractice, Rank.DEALER, dice=(1, 2, 3))

    assert before == same
    assert not isinstance(shown, Refusal)
    assert isinstance(shown[0], PracticeSpun)
    assert isinstance(impossible, Refusal)
    assert refusal(player).clause == "5.3"
    assert busy == Refused("5.1", "Finish round 1 first. Next: Cover.")
