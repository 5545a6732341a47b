"""Crown Melbourne 6.1 at the table: no-spins, malfunctions, sanctions, seats and disputes."""

from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.i18n import say
from sicbo.machine.accounts import TABLE_FLOAT
from sicbo.table.messages.faults import DirectIdleSpins, NotifyPerson, RectifyFault, ReportFault
from sicbo.table.messages.people import (
    DecideDispute,
    Detain,
    DetermineSuspense,
    DisputeDecided,
    ExcludeFromGame,
    LeaveSeat,
    RecordOffence,
    RequireToVacate,
    VoidPlayersWagers,
    WinningsFreed,
    WithholdWinnings,
)
from sicbo.table.messages.round import CorrectResult, DeclareVoid, RoundVoided
from tests.clauses.proves import proves
from tests.refused import Refused
from tests.table.dealer import Dealer
from tests.table.equipment.test_faults import opened_table, refusal
from tests.table.people.test_disputes import disputed_table
from tests.table.people.test_seats import full, play

BOOK = "crown-melbourne-6.1/a"


def offence(dealer: Dealer, offence: str, player: str = "ana") -> str:
    """Record an offence and return its clause."""
    answer = dealer.say(RecordOffence, Rank.DEALER, offence=offence, player=player, note="seen")
    assert not isinstance(answer, Refusal)
    return answer[0].clause


def house_chips(dealer: Dealer) -> int:
    """Return what the table float has received from the game and from players, in value chips."""
    return dealer.table.balances.amount_of(TABLE_FLOAT, "value-chip")


@pytest.mark.parametrize("rank", list(Rank))
def test_1_1_every_rank_above_a_dealer_may_deal(rank: Rank) -> None:
    """Each spins and enters, and the journal names the rank."""
    dealer = opened_table(BOOK)
    for step in ("cover", "spin", "close", "uncover", "call", "enter"):
        answer = dealer.do(step, rank=rank, **_words(step))
        assert not isinstance(answer, Refusal)
        assert answer[0].stamp.rank is rank


def _words(step: str) -> dict[str, Any]:
    known: dict[str, dict[str, Any]] = {"spin": {"tumbles": 3}, "enter": {"dice": (1, 4, 4)}}
    return known.get(step, {})


def test_3_4_a_chip_counts_where_it_lies_even_if_the_dealer_put_it_there() -> None:
    """The dealer put ana's chip on total 8; on a total of 9 it loses, whatever she meant."""
    dealer = Dealer(BOOK)
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"total-8": 2_500})
    dealer.until(Step.PAY, dice=(1, 4, 4))

    assert dealer.rack("ana") == 997_500


@proves("5.1.7(a)", "5.1.7(b)", "5.1.7(c)")
def test_5_1_7_spins_without_wagers_keep_every_step_on_an_area_managers_direction() -> None:
    """Once open, at any time between wagers, on and on with an empty settlement, until ana wagers."""
    dealer = Dealer(BOOK)
    dealer.open()
    low = dealer.say(DirectIdleSpins, Rank.SUPERVISOR)
    dealer.say(DirectIdleSpins, Rank.MANAGER)
    for _ in range(3):
        dealer.until(Step.LIGHT)
        assert dealer.table.round is not None
        dealer.until(Step.PAY)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.PAY)
    again = dealer.say(DirectIdleSpins, Rank.MANAGER)

    assert refusal(low).clause == "5.1.7"
    assert dealer.rack("ana") == 1_002_500
    assert not isinstance(again, Refusal)


def test_5_2_only_a_dealer_or_above_spins_or_enters() -> None:
    """A player cannot use the tumbler or the panel, and the attempt is an offence."""
    dealer = opened_table(BOOK)
    dealer.do("cover")
    spin = dealer.do("spin", rank=None, tumbles=3)

    assert refusal(spin).clause == "5.2"
    assert offence(dealer, "interference") == "5.2"


@proves("7.1.1", "7.1.2", "7.1.3", "9.5")
@pytest.mark.parametrize("ground", ["not-flat", "tumbler-fault", "exposed-early"])
def test_7_1_a_dealer_declares_a_no_spin_and_wagers_go_back(ground: str) -> None:
    """A player cannot declare it. Afterwards no rank can enter the result of that spin."""
    clauses = {"not-flat": "5.1.5, 7.1.1", "tumbler-fault": "7.1.2", "exposed-early": "7.1.3"}
    dealer = opened_table(BOOK)
    dealer.until(Step.SPIN)
    player = dealer.say(DeclareVoid, None, ground=ground)
    void = dealer.say(DeclareVoid, Rank.DEALER, ground=ground)
    entry = dealer.do("enter", dice=(1, 2, 3))

    assert refusal(player).clause == "7.1"
    assert not isinstance(void, Refusal)
    assert [event.clause for event in void if isinstance(event, RoundVoided)] == [clauses[ground]]
    assert isinstance(entry, Refusal)
    assert dealer.rack("ana") == 1_000_000


def test_7_2_after_a_no_spin_the_tumbler_runs_again_under_a_new_number() -> None:
    """A result is entered only after another spin."""
    dealer = opened_table(BOOK)
    dealer.until(Step.SPIN)
    dealer.say(DeclareVoid, Rank.DEALER, ground="not-flat")
    dealer.until(Step.SPIN)

    assert dealer.table.round is not None
    assert dealer.table.round.number == 2


@pytest.mark.parametrize("kind", ["lights-dark", "lights-wrong"])
def test_7_3_wrong_lights_leave_the_dice_to_decide(kind: str) -> None:
    """Small is paid on 1-4-4; nothing is void."""
    dealer = opened_table(BOOK)
    dealer.until(Step.LIGHT)
    dealer.say(ReportFault, Rank.DEALER, fault=kind)
    dealer.until(Step.PAY)

    assert dealer.rack("ana") == 1_002_500


def test_7_4_an_area_manager_is_told_and_play_stops_until_the_repair() -> None:
    """Unfixed, the next round is refused; untold, the repair is; below a TG Area Manager too."""
    dealer = opened_table(BOOK)
    dealer.until(Step.ENTER)
    dealer.say(ReportFault, Rank.DEALER, fault="lights-dark")
    dealer.until(Step.PAY)
    waits = dealer.do("place-bets")
    untold = dealer.say(RectifyFault, Rank.MANAGER, fault="lights-dark")
    dealer.say(NotifyPerson, Rank.DEALER, fault="lights-dark", whom="manager", name="kim")
    low = dealer.say(RectifyFault, Rank.SUPERVISOR, fault="lights-dark")
    dealer.say(RectifyFault, Rank.MANAGER, fault="lights-dark")

    assert refusal(waits).clause == refusal(low).clause == "7.4"
    assert (
        refusal(untold).says == "Tell the manager of the fault first, and record it: Winning areas stay dark."
    )
    assert not isinstance(dealer.do("place-bets"), Refusal)


@pytest.mark.parametrize("fault", ["tumbler", "equipment", "dice"])
def test_7_4_whatever_fails_an_area_manager_is_told_before_play_goes_on(fault: str) -> None:
    """Not the lights alone: between two spins anything that fails stops play until it is mended."""
    dealer = opened_table(BOOK)
    dealer.until(Step.PAY)
    reported = dealer.say(ReportFault, Rank.DEALER, fault=fault)
    waits = dealer.do("place-bets")
    untold = dealer.say(RectifyFault, Rank.MANAGER, fault=fault)

    assert not isinstance(reported, Refusal)
    assert refusal(waits).clause == refusal(untold).clause == "7.4"
    name = say(f"fault.{fault}")
    assert refusal(untold).says == f"Tell the manager of the fault first, and record it: {name}."


def test_7_5_an_error_found_in_the_next_spin_changes_no_later_one() -> None:
    """Round 1 was entered wrongly; in round 2 nothing of it is corrected and round 2 pays as it fell."""
    dealer = opened_table(BOOK)
    dealer.until(Step.PAY, dice=(4, 5, 6))
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 1_000})
    late = dealer.say(CorrectResult, dice=(1, 2, 4), second="kim", reason="misread", round=1)
    dealer.until(Step.PAY)

    assert late == Refused("7.5", "Round 1 is over and its settlement stands. A dispute can be raised.")
    assert dealer.rack("ana") == 997_500 + 1_000


def test_9_1_a_device_is_an_offence_that_nothing_excuses() -> None:
    """It goes on record with player, note and clause."""
    assert offence(opened_table(BOOK), "device") == "9.1"


@proves("9.2.1", "9.2.2", "9.2.3", "9.2.4")
def test_9_2_an_assistant_casino_manager_sanctions_a_recorded_breach() -> None:
    """An Area Manager cannot; the wager waits in suspense, ben is settled, ana's next slip is refused."""
    dealer = opened_table(BOOK)
    dealer.bet("ben", {"small": 1_000})
    offence(dealer, "device")
    low = dealer.say(ExcludeFromGame, Rank.MANAGER, player="ana", note="a device")
    done = [
        dealer.say(VoidPlayersWagers, player="ana", note="a device"),
        dealer.say(ExcludeFromGame, player="ana", note="a device"),
        dealer.say(WithholdWinnings, player="ana", note="a device"),
        dealer.say(Detain, player="ana", note="a device", place="room 3"),
    ]
    dealer.until(Step.PAY)
    dealer.until(Step.PLACE_BETS)
    barred = dealer.bet("ana", {"small": 2_500})
    held = dealer.rack("ana")
    dealer.say(DetermineSuspense, player="ana", release=True, note="no device was found")

    assert refusal(low).clause == refusal(barred).clause == "9.2.2"
    clauses = [answer[-1].clause for answer in done if not isinstance(answer, Refusal)]
    assert clauses == ["9.2.1", "9.2.2", "9.2.3", "9.2.4"]
    assert (held, dealer.rack("ana"), dealer.rack("ben")) == (997_500, 1_000_000, 1_001_000)


def test_9_2_3_suspect_winnings_wait_for_the_determination() -> None:
    """25.00 won with a device go into suspense when they are paid; only the stake comes back."""
    dealer = opened_table(BOOK)
    offence(dealer, "device")
    dealer.say(WithholdWinnings, player="ana", note="a device")
    dealer.until(Step.PAY)

    assert dealer.rack("ana") == 1_000_000
    assert dict(dealer.table.suspense) == {("ana", "value-chip"): 2_500}


def test_9_2_3_only_a_device_lets_winnings_be_withheld() -> None:
    """For a side bet nothing is withheld: a device has to be on record, and ana is paid."""
    dealer = opened_table(BOOK)
    offence(dealer, "side-bet")
    withheld = dealer.say(WithholdWinnings, player="ana", note="a side bet")
    dealer.until(Step.PAY)

    assert refusal(withheld).clause == "9.2.3"
    assert refusal(withheld).says.startswith("Record this offence of ana first")
    assert dealer.rack("ana") == 1_002_500


@proves("7.3")
def test_9_2_3_a_corrected_spin_gives_up_what_was_withheld_of_it() -> None:
    """By the dice Small lost: nothing waits any longer; entered right after all, 25.00 wait, not 50.00."""
    dealer = opened_table(BOOK)
    offence(dealer, "device")
    dealer.say(WithholdWinnings, player="ana", note="a device")
    dealer.until(Step.PAY)
    wrong = {"second": "kim", "reason": "misread"}
    lost = dealer.say(CorrectResult, Rank.SUPERVISOR, dice=(4, 5, 6), **wrong)
    after_it = (dealer.rack("ana"), dict(dealer.table.suspense))
    dealer.say(CorrectResult, Rank.SUPERVISOR, dice=(1, 4, 4), **wrong)
    held = (dealer.rack("ana"), dict(dealer.table.suspense))
    dealer.say(DetermineSuspense, player="ana", release=True, note="no device was found")

    assert not isinstance(lost, Refusal)
    assert {event.clause for event in lost if isinstance(event, WinningsFreed)} == {"7.3"}
    assert after_it == (997_500, {})
    assert held == (1_000_000, {("ana", "value-chip"): 2_500})
    assert dealer.rack("ana") == 1_002_500


@proves("7.3")
def test_9_2_3_winnings_that_the_house_kept_come_back_out_of_the_house() -> None:
    """The house kept 25.00 won on Small; by the dice Small lost: ana loses her 25.00 stake and no more."""
    dealer = opened_table(BOOK)
    offence(dealer, "device")
    dealer.say(WithholdWinnings, player="ana", note="a device")
    dealer.until(Step.PAY)
    dealer.say(DetermineSuspense, player="ana", release=False, note="a device it was")
    before = house_chips(dealer)
    lost = dealer.say(CorrectResult, Rank.SUPERVISOR, dice=(4, 5, 6), second="kim", reason="misread")

    assert not isinstance(lost, Refusal)
    freed = [event for event in lost if isinstance(event, WinningsFreed)]
    assert [(event.cents, event.kept, event.clause) for event in freed] == [(2_500, True, "7.3")]
    assert dealer.rack("ana") == 997_500
    assert not dealer.table.debts and not dealer.table.suspense
    assert house_chips(dealer) == before + 2_500


def test_9_3_an_assistant_casino_manager_voids_a_spin_or_a_wager_for_fraud() -> None:
    """An Area Manager cannot; of one wager the other bets play on."""
    dealer = opened_table(BOOK)
    dealer.bet("ben", {"small": 1_000})
    low = dealer.say(DeclareVoid, Rank.MANAGER, ground="fraud", note="a switched die")
    dealer.say(DeclareVoid, ground="fraud", note="a marked chip", player="ana")
    dealer.until(Step.PAY)

    assert refusal(low).clause == "9.3"
    assert (dealer.rack("ana"), dealer.rack("ben")) == (1_000_000, 1_001_000)


def test_9_4_a_supervisor_voids_a_disrupted_spin_but_never_one_wager() -> None:
    """A dealer cannot; the whole spin goes back."""
    dealer = opened_table(BOOK)
    low = dealer.say(DeclareVoid, Rank.DEALER, ground="disruption", note="fire")
    single = dealer.say(DeclareVoid, Rank.SUPERVISOR, ground="disruption", note="fire", player="ana")
    dealer.say(DeclareVoid, Rank.SUPERVISOR, ground="disruption", note="fire")

    assert refusal(low).clause == "9.4"
    assert single == Refused("9.4", "On this ground only the whole round is void. Leave the player out.")
    assert dealer.rack("ana") == 1_000_000


@proves("9.7", "9.13")
def test_9_6_advice_influence_and_side_bets_are_offences() -> None:
    """Each has its clause. Influence on request is not an offence; influence by mere permission is."""
    dealer = opened_table(BOOK)
    permitted, requested = (
        dealer.say(RecordOffence, offence="influence", player="ana", note="seen", excuse=excuse)
        for excuse in ("permitted", "requested")
    )

    assert offence(dealer, "advice-by-staff", "dana") == "9.6"
    assert offence(dealer, "side-bet") == "9.13"
    assert refusal(requested).clause == "9.7"
    assert not isinstance(permitted, Refusal)


def test_9_9_three_spins_without_a_wager_at_a_full_table_may_cost_the_place() -> None:
    """Two spins are too few, and with a free place no player has to go; then ana has to."""
    dealer = full(BOOK)
    play(dealer, 2, "ben")
    two = dealer.say(RequireToVacate, Rank.DEALER, player="ana")
    play(dealer, 1, "ben")
    three = dealer.say(RequireToVacate, Rank.DEALER, player="ana")
    roomy = full(BOOK)
    play(roomy, 3)
    roomy.say(LeaveSeat, None, player="ben")
    free = roomy.say(RequireToVacate, Rank.DEALER, player="ana")

    assert refusal(two).clause == refusal(free).clause == "9.9"
    assert not isinstance(three, Refusal)
    assert "ana" not in dealer.table.seated


def test_9_9_a_wager_starts_the_count_again() -> None:
    """Ana sits out two spins, wagers, and sits out two more: never three one after the other."""
    dealer = full(BOOK)
    play(dealer, 2, "ben")
    play(dealer, 1, "ana")
    play(dealer, 2, "ben")
    two = dealer.say(RequireToVacate, Rank.DEALER, player="ana")

    assert refusal(two).clause == "9.9"
    assert "ana" in dealer.table.seated


@proves("9.11")
def test_9_10_an_area_manager_decides_and_tells_of_the_inspector() -> None:
    """A supervisor cannot; an unresolved dispute closes only with the notice on record."""
    dealer, name = disputed_table(BOOK)
    low = dealer.say(DecideDispute, Rank.SUPERVISOR, dispute=name, decision="no", told_of_inspector=True)
    untold = dealer.say(DecideDispute, Rank.MANAGER, dispute=name, decision="no")
    done = dealer.say(DecideDispute, Rank.MANAGER, dispute=name, decision="no", told_of_inspector=True)

    assert refusal(low).clause == "9.10"
    assert refusal(untold).clause == "9.10, 9.11"
    assert not isinstance(done, Refusal)
    assert isinstance(done[0], DisputeDecided)
    assert done[0].final
