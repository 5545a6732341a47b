"""Failures found by random evenings, each as a short test."""

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.table.messages.faults import DirectIdleSpins, StopIdleSpins
from sicbo.table.messages.people import RecordOffence, WithholdWinnings
from sicbo.table.messages.round import CashOut, CloseTable, CorrectResult, GiveNotice
from tests.table.dealer import Dealer
from tests.table.evenings.invariants import hold


def test_a_debt_is_not_set_off_against_winnings_that_are_held_back() -> None:
    """Ana took two stakes away; by the dice only a third comes back: 5.00 is set off, 15.00 is owed.

    The 900.00 that the third stake wins is withheld, and pays none of the debt.
    """
    dealer = Dealer("crown-melbourne-6.1/a")
    dealer.open()
    dealer.say(RecordOffence, offence="device", player="ana", note="seen")
    dealer.say(WithholdWinnings, player="ana", note="caught")
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 1_000, "odd": 1_000, "triple-1": 500})
    dealer.until(Step.PAY, dice=(1, 2, 4))
    dealer.say(CashOut, player="ana", cents=dealer.rack("ana"))
    answer = dealer.say(CorrectResult, dice=(1, 1, 1), second="kim", reason="misread")

    assert not isinstance(answer, Refusal)
    assert dealer.rack("ana") == 0
    assert dealer.table.debts["ana"] == 1_500
    assert dict(dealer.table.suspense) == {("ana", "value-chip"): 90_000}
    hold(dealer.start, dealer.journal)


def test_a_notice_given_in_an_idle_round_counts_the_three_spins_after_it() -> None:
    """The idle round does not count, so the notice is not extended for it."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    dealer.say(DirectIdleSpins)
    dealer.until(Step.COVER)
    dealer.say(GiveNotice, subject="table")
    dealer.until(Step.LIGHT)
    dealer.say(StopIdleSpins)
    for _ in range(2):
        dealer.until(Step.PAY)
    early = dealer.say(CloseTable)
    dealer.until(Step.PAY)
    in_time = dealer.say(CloseTable)

    assert isinstance(early, Refusal)
    assert early.says == "The notice is still running. The change is possible after 1 more completed spin."
    assert not isinstance(in_time, Refusal)
    hold(dealer.start, dealer.journal)
