"""Winnings withheld or kept of a round that is corrected or void: Crown Melbourne 9.2.3 and 7.3."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.machine.accounts import layout_account
from sicbo.table.log_kind import TABLE, evolve, evolve_all
from sicbo.table.messages.people import DetermineSuspense, WinningsFreed, WithholdWinnings
from sicbo.table.messages.round import CashOut, CorrectResult, DeclareVoid
from sicbo.table.round.corrections import settlement_reversals
from sicbo.table.state import state_hash
from tests.table.dealer import Dealer
from tests.table.equipment.test_faults import opened_table
from tests.table.people.test_conduct import offend


def correction_events(dealer: Dealer, dice: tuple[int, int, int]) -> list[str]:
    """Return the events of a correction."""
    answer = dealer.say(CorrectResult, dice=dice, second="kim", reason="misread")
    assert not isinstance(answer, Refusal), answer
    return [type(event).__name__ for event in answer]


def held_back() -> Dealer:
    """Return a table where ana's 25.00 on Small won 25.00, which are withheld."""
    dealer = opened_table("crown-melbourne-6.1/a")
    offend(dealer)
    dealer.say(WithholdWinnings, player="ana", note="a device")
    dealer.until(Step.PAY)
    return dealer


def test_a_correction_takes_winnings_out_of_suspense_before_it_takes_them_back() -> None:
    """Lost by the dice, won again and withheld once: rack and suspense are as after the first payment."""
    dealer = held_back()
    lost = correction_events(dealer, (4, 5, 6))
    empty = (dealer.rack("ana"), dict(dealer.table.suspense), dict(dealer.table.debts))
    won = correction_events(dealer, (1, 2, 4))
    again = correction_events(dealer, (1, 2, 5))

    assert lost == ["WinningsFreed", "SettlementReversed", "ResultCorrected", "WagersCollected"]
    assert won == ["SettlementReversed", "ResultCorrected", "WagersPaid", "WinningsWithheld"]
    assert again == ["WinningsFreed", *won]
    assert empty == (997_500, {}, {})
    assert dealer.rack("ana") == 1_000_000
    assert dict(dealer.table.suspense) == {("ana", "value-chip"): 2_500}
    assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)


def test_a_correction_frees_no_winnings_of_another_round_nor_another_players() -> None:
    """Ana's 25.00 of round 1 and ben's of round 2 stay withheld; only ana's of round 2 come out."""
    dealer = held_back()
    offend(dealer, player="ben")
    dealer.say(WithholdWinnings, player="ben", note="a device")
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 1_000})
    dealer.bet("ben", {"odd": 1_500})
    dealer.until(Step.PAY, dice=(1, 2, 4))
    both = dict(dealer.table.suspense)
    correction_events(dealer, (4, 5, 6))

    assert both == {("ana", "value-chip"): 3_500, ("ben", "value-chip"): 1_500}
    assert dict(dealer.table.suspense) == {("ana", "value-chip"): 2_500, ("ben", "value-chip"): 1_500}
    assert (dealer.rack("ana"), dealer.rack("ben")) == (999_000, 1_000_000)


def test_winnings_that_were_determined_are_taken_back_from_the_player() -> None:
    """Released winnings are on ana's rack: nothing comes out of suspense, and her rack gives back all."""
    dealer = held_back()
    dealer.say(DetermineSuspense, player="ana", release=True, note="no device")
    events = correction_events(dealer, (4, 5, 6))

    assert "WinningsFreed" not in events
    assert dealer.rack("ana") == 997_500
    assert not dealer.table.suspense


def table_with_kept_winnings() -> Dealer:
    """Return a table where ana's 25.00 on Small won 25.00, which the house kept."""
    dealer = held_back()
    dealer.say(DetermineSuspense, player="ana", release=False, note="a device it was")
    return dealer


def test_winnings_that_the_house_kept_are_not_taken_from_the_player() -> None:
    """By the dice Small lost: the winnings come from the house and return to it, and ana loses her stake."""
    dealer = table_with_kept_winnings()
    events = correction_events(dealer, (4, 5, 6))

    assert events == ["WinningsFreed", "SettlementReversed", "ResultCorrected", "WagersCollected"]
    assert (dealer.rack("ana"), dict(dealer.table.suspense), dict(dealer.table.debts)) == (997_500, {}, {})


def test_what_a_round_brings_in_place_of_kept_winnings_waits_again() -> None:
    """They are withheld at every correction until they are determined to be hers; later rounds are paid."""
    dealer = table_with_kept_winnings()
    correction_events(dealer, (1, 2, 4))
    correction_events(dealer, (4, 5, 6))
    events = correction_events(dealer, (1, 2, 5))
    waits = (dealer.rack("ana"), dict(dealer.table.suspense))
    dealer.say(DetermineSuspense, player="ana", release=True, note="none after all")
    paid = correction_events(dealer, (1, 2, 4))
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 1_000})
    dealer.until(Step.PAY)

    assert events[-1] == "WinningsWithheld"
    assert waits == (1_000_000, {("ana", "value-chip"): 2_500})
    assert paid == ["SettlementReversed", "ResultCorrected", "WagersPaid"]
    assert (dealer.rack("ana"), dict(dealer.table.suspense)) == (1_003_500, {})


def test_only_what_was_kept_of_the_corrected_round_comes_back() -> None:
    """25.00 of round 1 and 10.00 of round 2 were kept together: a correction of round 2 gives back 10.00."""
    dealer = held_back()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 1_000})
    dealer.until(Step.PAY, dice=(1, 2, 4))
    dealer.say(DetermineSuspense, player="ana", release=False, note="a device it was")
    answer = dealer.say(CorrectResult, dice=(4, 5, 6), second="kim", reason="misread")

    assert not isinstance(answer, Refusal)
    freed = [event for event in answer if isinstance(event, WinningsFreed)]
    assert [(event.round, event.cents, event.kept) for event in freed] == [(2, 1_000, True)]
    assert dealer.rack("ana") == 999_000


def test_kept_winnings_are_not_owed_by_a_player_who_left_with_all() -> None:
    """Ana cashed out: she owes the stake returned in error, not the winnings she never had."""
    dealer = table_with_kept_winnings()
    dealer.say(CashOut, player="ana", cents=dealer.rack("ana"))
    correction_events(dealer, (4, 5, 6))

    assert (dealer.rack("ana"), dict(dealer.table.debts)) == (0, {"ana": 2_500})
    assert not TABLE.evolve_all(dealer.start, dealer.journal).balances.accounts_with_wrong_sign()


def test_a_settled_round_that_is_undone_after_a_determination_costs_the_player_nothing() -> None:
    """If a text voided it, 25.00 would come from the house and return to it, and her stake come back."""
    dealer = table_with_kept_winnings()
    assert dealer.table.last is not None
    command = DeclareVoid(id="v", stamp=dealer.journal[-1].stamp, ground="not-flat")
    undone = [*settlement_reversals(command, dealer.table.last, "7.1")]
    table, books = dealer.table, TABLE.evolve_all(dealer.start, dealer.journal).balances
    for event in undone:
        books = books.after_transfers(TABLE.transfers(event, table))
        table = evolve(table, event)

    assert [type(event).__name__ for event in undone] == ["WinningsFreed", "SettlementReversed"]
    assert (table.rack("ana", "value-chip"), books.amount_of(layout_account("ana"), "value-chip")) == (
        997_500,
        2_500,
    )
    assert not table.debts and not books.accounts_with_wrong_sign() and not books.unbalanced_kinds()


def test_winnings_that_are_cashed_and_held_back_are_owed_once() -> None:
    """Ana took 25.00 and the winnings away: her debt stays the same through every correction."""
    dealer = opened_table("crown-melbourne-6.1/a")
    dealer.until(Step.PAY)
    dealer.say(CashOut, player="ana", cents=dealer.rack("ana"))
    offend(dealer)
    dealer.say(WithholdWinnings, player="ana", note="a device")
    held = (dict(dealer.table.debts), dict(dealer.table.suspense))
    correction_events(dealer, (1, 2, 5))
    again = (dict(dealer.table.debts), dict(dealer.table.suspense))
    correction_events(dealer, (4, 5, 6))

    assert held == again == ({"ana": 2_500}, {("ana", "value-chip"): 2_500})
    assert (dict(dealer.table.debts), dict(dealer.table.suspense)) == ({"ana": 5_000}, {})


@pytest.mark.parametrize("determined", [False, True])
def test_winnings_of_a_round_are_held_back_once(determined: bool) -> None:
    """A second order is recorded but withholds nothing more, even of determined winnings."""
    dealer = held_back()
    if determined:
        dealer.say(DetermineSuspense, player="ana", release=False, note="a device it was")
    second = dealer.say(WithholdWinnings, player="ana", note="another device")

    assert not isinstance(second, Refusal)
    assert [type(event).__name__ for event in second] == ["PlayerSanctioned"]
    assert dealer.rack("ana") == 1_000_000
    assert sum(dealer.table.suspense.values()) == (0 if determined else 2_500)
