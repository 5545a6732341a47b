"""Winnings held back of a round that is settled anew: Crown Melbourne 9.2.3 and 7.3."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.table.commands import CashOut, CorrectResult
from sicbo.table.conduct_messages import DetermineSuspense, WithholdWinnings
from sicbo.table.evolve import after
from sicbo.table.state import state_hash
from tests.table.dealer import Dealer
from tests.table.test_conduct import offend
from tests.table.test_faults import opened


def corrected(dealer: Dealer, dice: tuple[int, int, int]) -> list[str]:
    """What a correction led to, event by event."""
    answer = dealer.say(CorrectResult, dice=dice, second="kim", reason="misread")
    assert not isinstance(answer, Refusal), answer
    return [type(event).__name__ for event in answer]


def held_back() -> Dealer:
    """25.00 of ana's on Small have won 25.00, which are held back."""
    dealer = opened("crown-melbourne-6.1/a")
    offend(dealer)
    dealer.say(WithholdWinnings, player="ana", note="a device")
    dealer.until(Step.PAY)
    return dealer


def test_a_correction_takes_winnings_out_of_suspense_before_it_takes_them_back() -> None:
    """They are lost by the dice, won again, and held back once: rack and suspense as after the first pay."""
    dealer = held_back()
    lost = corrected(dealer, (4, 5, 6))
    empty = (dealer.rack("ana"), dict(dealer.table.suspense), dict(dealer.table.owed))
    won = corrected(dealer, (1, 2, 4))
    again = corrected(dealer, (1, 2, 5))

    assert lost == ["WinningsFreed", "SettlementReversed", "ResultCorrected", "WagersCollected"]
    assert won == ["SettlementReversed", "ResultCorrected", "WagersPaid", "WinningsWithheld"]
    assert again == ["WinningsFreed", *won]
    assert empty == (997_500, {}, {})
    assert dealer.rack("ana") == 1_000_000
    assert dict(dealer.table.suspense) == {("ana", "value-chip"): 2_500}
    assert state_hash(after(dealer.start, dealer.journal)) == state_hash(dealer.table)


def test_a_correction_frees_no_winnings_of_another_round_nor_another_players() -> None:
    """Ana's 25.00 of round 1 and ben's of round 2 stay; hers of round 2 come out."""
    dealer = held_back()
    offend(dealer, player="ben")
    dealer.say(WithholdWinnings, player="ben", note="a device")
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 1_000})
    dealer.bet("ben", {"odd": 1_500})
    dealer.until(Step.PAY, dice=(1, 2, 4))
    both = dict(dealer.table.suspense)
    corrected(dealer, (4, 5, 6))

    assert both == {("ana", "value-chip"): 3_500, ("ben", "value-chip"): 1_500}
    assert dict(dealer.table.suspense) == {("ana", "value-chip"): 2_500, ("ben", "value-chip"): 1_500}
    assert (dealer.rack("ana"), dealer.rack("ben")) == (999_000, 1_000_000)


def test_winnings_that_were_determined_are_taken_back_from_the_player() -> None:
    """Released, they lie before ana: nothing comes out of suspense, and her rack gives back all."""
    dealer = held_back()
    dealer.say(DetermineSuspense, player="ana", release=True, note="no device")
    events = corrected(dealer, (4, 5, 6))

    assert "WinningsFreed" not in events
    assert dealer.rack("ana") == 997_500
    assert not dealer.table.suspense


def test_winnings_that_are_cashed_and_held_back_are_owed_once() -> None:
    """Ana took 25.00 and the winnings away: what she owes for them stays as it was, whatever is corrected."""
    dealer = opened("crown-melbourne-6.1/a")
    dealer.until(Step.PAY)
    dealer.say(CashOut, player="ana", cents=dealer.rack("ana"))
    offend(dealer)
    dealer.say(WithholdWinnings, player="ana", note="a device")
    held = (dict(dealer.table.owed), dict(dealer.table.suspense))
    corrected(dealer, (1, 2, 5))
    again = (dict(dealer.table.owed), dict(dealer.table.suspense))
    corrected(dealer, (4, 5, 6))

    assert held == again == ({"ana": 2_500}, {("ana", "value-chip"): 2_500})
    assert (dict(dealer.table.owed), dict(dealer.table.suspense)) == ({"ana": 5_000}, {})


@pytest.mark.parametrize("determined", [False, True])
def test_winnings_of_a_round_are_held_back_once(determined: bool) -> None:
    """A second order is on record and holds nothing more, not even what was determined."""
    dealer = held_back()
    if determined:
        dealer.say(DetermineSuspense, player="ana", release=False, note="a device it was")
    second = dealer.say(WithholdWinnings, player="ana", note="another device")

    assert not isinstance(second, Refusal)
    assert [type(event).__name__ for event in second] == ["PlayerSanctioned"]
    assert dealer.rack("ana") == 1_000_000
    assert sum(dealer.table.suspense.values()) == (0 if determined else 2_500)
