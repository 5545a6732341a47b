"""Crown Sydney 2024 at the table: no-spins, malfunctions, sanctions, seats and disputes."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.messages.faults import DirectIdleSpins, NotifyPerson, RectifyFault, ReportFault
from sicbo.table.messages.people import (
    DecideDispute,
    ExcludeFromCasino,
    ExcludeFromGame,
    LeaveSeat,
    RecordOffence,
    Refer,
    RefuseWager,
    RequestReview,
    RequireToVacate,
    VoidPlayersWagers,
)
from sicbo.table.messages.round import CorrectResult, DeclareVoid, RoundVoided
from tests.clauses.proves import proves
from tests.refused import Refused
from tests.table.dealer import Dealer
from tests.table.equipment.test_faults import opened_table, refusal
from tests.table.people.test_disputes import disputed_table
from tests.table.people.test_seats import full, play

BOOK = "crown-sydney-2024"


def offence(dealer: Dealer, offence: str, player: str = "ana") -> str:
    """Record an offence and return its clause."""
    answer = dealer.say(RecordOffence, Rank.DEALER, offence=offence, player=player, note="seen")
    assert not isinstance(answer, Refusal)
    return answer[0].clause


def test_3_7_a_chip_counts_where_it_lies_even_if_the_dealer_put_it_there() -> None:
    """The dealer put ana's chip on total 8; on a total of 9 it loses, whatever she meant."""
    dealer = Dealer(BOOK)
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"total-8": 2_500})
    dealer.until(Step.PAY, dice=(1, 4, 4))

    assert dealer.rack("ana") == 997_500


@proves("5.2.1", "5.2.2", "5.2.3")
def test_5_2_spins_without_wagers_are_an_area_managers_direction() -> None:
    """Once open, at any time between wagers, on and on to the lights, until ana wagers."""
    dealer = Dealer(BOOK)
    dealer.open()
    low = dealer.say(DirectIdleSpins, Rank.SUPERVISOR)
    dealer.say(DirectIdleSpins, Rank.MANAGER)
    for _ in range(3):
        dealer.until(Step.LIGHT)
        assert dealer.table.round is None
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.PAY)
    again = dealer.say(DirectIdleSpins, Rank.MANAGER)

    assert refusal(low).clause == "5.2"
    assert dealer.rack("ana") == 1_002_500
    assert not isinstance(again, Refusal)


def test_5_3_only_a_dealer_or_above_spins_or_enters() -> None:
    """A player cannot use the tumbler or the panel; every rank of the house can."""
    dealer = opened_table(BOOK)
    dealer.do("cover")
    spin = dealer.do("spin", rank=None, tumbles=3)
    dealer.until(Step.CALL)
    enter = dealer.do("enter", rank=None, dice=(1, 2, 3))

    assert refusal(spin).clause == refusal(enter).clause == "5.3"
    assert offence(dealer, "interference") == "5.3"
    for rank in Rank:
        other = opened_table(BOOK)
        assert not isinstance(other.do("cover", rank=rank), Refusal)


@proves("7.1.1", "7.1.2", "7.1.3", "10.4")
@pytest.mark.parametrize(
    ("ground", "clause"),
    [("not-flat", "7.1.1"), ("tumbler-fault", "7.1.2"), ("exposed-early", "7.1.3")],
)
def test_7_1_a_dealer_declares_a_no_spin_and_wagers_go_back(ground: str, clause: str) -> None:
    """A player cannot declare it. Afterwards no rank can enter the result of that spin."""
    dealer = opened_table(BOOK)
    dealer.until(Step.SPIN)
    player = dealer.say(DeclareVoid, None, ground=ground)
    void = dealer.say(DeclareVoid, Rank.DEALER, ground=ground)
    entry = dealer.do("enter", dice=(1, 2, 3))

    assert refusal(player).clause == "7.1"
    assert not isinstance(void, Refusal)
    assert [event.clause for event in void if isinstance(event, RoundVoided)] == [clause]
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


def test_7_4_a_higher_duties_dealer_may_void_for_equipment_and_says_which() -> None:
    """A dealer may not; then the fault has to be put right."""
    dealer = opened_table(BOOK)
    dealer.until(Step.UNCOVER)
    low = dealer.say(DeclareVoid, Rank.DEALER, ground="equipment", note="the panel")
    silent = dealer.say(DeclareVoid, Rank.SUPERVISOR, ground="equipment")
    dealer.say(DeclareVoid, Rank.SUPERVISOR, ground="equipment", note="the panel")

    assert refusal(low).clause == refusal(silent).clause == "7.4"
    assert dealer.rack("ana") == 1_000_000
    assert "equipment" in dealer.table.faults


def test_7_5_an_area_manager_is_told_and_play_stops_until_the_repair() -> None:
    """Unfixed, the next round is refused; untold, the repair is; below an Area Manager too."""
    dealer = opened_table(BOOK)
    dealer.until(Step.ENTER)
    dealer.say(ReportFault, Rank.DEALER, fault="lights-dark")
    dealer.until(Step.PAY)
    waits = dealer.do("place-bets")
    untold = dealer.say(RectifyFault, Rank.MANAGER, fault="lights-dark")
    dealer.say(NotifyPerson, Rank.DEALER, fault="lights-dark", whom="manager", name="kim")
    low = dealer.say(RectifyFault, Rank.SUPERVISOR, fault="lights-dark")
    dealer.say(RectifyFault, Rank.MANAGER, fault="lights-dark")

    assert refusal(waits).clause == refusal(low).clause == "7.5"
    assert (
        refusal(untold).says == "Tell the manager of the fault first, and record it: Winning areas stay dark."
    )
    assert not isinstance(dealer.do("place-bets"), Refusal)


def test_7_6_an_error_found_in_the_next_spin_changes_no_later_one() -> None:
    """Round 1 was entered wrongly; in round 2 nothing of it is corrected and round 2 pays as it fell."""
    dealer = opened_table(BOOK)
    dealer.until(Step.PAY, dice=(4, 5, 6))
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 1_000})
    late = dealer.say(CorrectResult, dice=(1, 2, 4), second="kim", reason="misread", round=1)
    dealer.until(Step.PAY)

    assert late == Refused("7.6", "Round 1 is over and its settlement stands. A dispute can be raised.")
    assert dealer.rack("ana") == 997_500 + 1_000


def test_10_1_a_device_is_an_offence_that_nothing_excuses() -> None:
    """It goes on record with player, note and clause."""
    assert offence(opened_table(BOOK), "device") == "10.1"


@proves("10.2.1", "10.2.2", "10.2.3", "10.2.4")
def test_10_2_an_assistant_casino_manager_sanctions_a_recorded_breach() -> None:
    """An Area Manager cannot; ana's wager goes back, ben is settled, ana's next slip is refused."""
    dealer = opened_table(BOOK)
    dealer.bet("ben", {"small": 1_000})
    offence(dealer, "device")
    low = dealer.say(ExcludeFromGame, Rank.MANAGER, player="ana", note="a device")
    done = [
        dealer.say(VoidPlayersWagers, player="ana", note="a device"),
        dealer.say(ExcludeFromGame, player="ana", note="a device"),
        dealer.say(ExcludeFromCasino, player="ana", note="a device", reference="s 79 order 12"),
        dealer.say(Refer, player="ana", note="a device", to="inspector"),
    ]
    dealer.until(Step.PAY)
    dealer.until(Step.PLACE_BETS)
    barred = dealer.bet("ana", {"small": 2_500})

    assert refusal(low).clause == refusal(barred).clause == "10.2.2"
    clauses = [answer[-1].clause for answer in done if not isinstance(answer, Refusal)]
    assert clauses == ["10.2.1", "10.2.2", "10.2.3", "10.2.4"]
    assert (dealer.rack("ana"), dealer.rack("ben")) == (1_000_000, 1_001_000)


@proves("10.3.1", "10.3.2")
@pytest.mark.parametrize(("ground", "clause"), [("disruption", "10.3.1"), ("fraud", "10.3.2")])
def test_10_3_an_assistant_casino_manager_voids_a_spin_or_a_wager(ground: str, clause: str) -> None:
    """Below that rank it is refused; of one wager the other bets play on, of a spin all go back."""
    one, whole = opened_table(BOOK), opened_table(BOOK)
    for dealer in (one, whole):
        dealer.bet("ben", {"small": 1_000})
    low = one.say(DeclareVoid, Rank.MANAGER, ground=ground, note="a brawl")
    one.say(DeclareVoid, ground=ground, note="a brawl", player="ana")
    one.until(Step.PAY)
    whole.say(DeclareVoid, ground=ground, note="a brawl")

    assert refusal(low).clause == clause
    assert (one.rack("ana"), one.rack("ben")) == (1_000_000, 1_001_000)
    assert (whole.rack("ana"), whole.rack("ben")) == (1_000_000, 1_000_000)


@proves("10.7", "10.8", "10.9")
def test_10_6_advice_influence_proxies_and_side_bets_are_offences() -> None:
    """Each has its clause. Influence that the player permits is not an offence."""
    dealer = opened_table(BOOK)
    permitted, requested = (
        dealer.say(RecordOffence, offence="influence", player="ana", note="seen", excuse=excuse)
        for excuse in ("permitted", "requested")
    )

    assert offence(dealer, "advice-by-staff", "dana") == "10.6"
    assert offence(dealer, "proxy") == "10.8"
    assert offence(dealer, "side-bet") == "10.9"
    assert refusal(permitted).clause == "10.7"
    assert not isinstance(requested, Refusal)


def test_10_10_three_spins_without_a_wager_at_a_full_table_may_cost_the_seat() -> None:
    """Two spins are too few, and with a free seat no player has to go; then ana has to."""
    dealer = full(BOOK)
    play(dealer, 2, "ben")
    two = dealer.say(RequireToVacate, Rank.DEALER, player="ana")
    play(dealer, 1, "ben")
    three = dealer.say(RequireToVacate, Rank.DEALER, player="ana")
    roomy = full(BOOK)
    play(roomy, 3)
    roomy.say(LeaveSeat, None, player="ben")
    free = roomy.say(RequireToVacate, Rank.DEALER, player="ana")

    assert refusal(two).clause == "10.10"
    assert not isinstance(three, Refusal)
    assert "ana" not in dealer.table.seated
    assert free == Refused("10.10", "Another seat is free. Offer that one.")


def test_10_11_a_higher_duties_dealer_refuses_a_wager_before_the_close() -> None:
    """With a reason the wager goes back; without one, by a dealer or after the close it stays."""
    dealer = opened_table(BOOK)
    low = dealer.say(RefuseWager, Rank.DEALER, player="ana", reason="late stacking")
    silent = dealer.say(RefuseWager, Rank.SUPERVISOR, player="ana", reason="")
    dealer.say(RefuseWager, Rank.SUPERVISOR, player="ana", reason="late stacking")
    back = dealer.rack("ana")
    dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.CLOSE)
    late = dealer.say(RefuseWager, Rank.SUPERVISOR, player="ana", reason="late stacking")

    assert refusal(low).clause == refusal(silent).clause == refusal(late).clause == "10.11"
    assert back == 1_000_000


def test_10_12_an_area_manager_decides_and_tells_of_the_inspector() -> None:
    """A supervisor cannot decide. Until a dissatisfied player is informed, the dispute stays open."""
    dealer, name = disputed_table(BOOK)
    low = dealer.say(DecideDispute, Rank.SUPERVISOR, dispute=name, decision="no", told_of_inspector=True)
    untold = dealer.say(DecideDispute, Rank.MANAGER, dispute=name, decision="no")
    done = dealer.say(DecideDispute, Rank.MANAGER, dispute=name, decision="no", told_of_inspector=True)

    assert refusal(low).clause == refusal(untold).clause == "10.12"
    assert not isinstance(done, Refusal)
    assert not dealer.table.disputes


def test_9_9_a_dispute_about_a_promotion_is_decided_for_good_by_management() -> None:
    """A supervisor cannot decide. A dissatisfied person is informed of the inspector; no review follows."""
    dealer, name = disputed_table("crown-sydney-2024", "promotion")
    low = dealer.say(DecideDispute, Rank.SUPERVISOR, dispute=name, decision="no prize")
    untold = dealer.say(DecideDispute, Rank.MANAGER, dispute=name, decision="no prize")
    done = dealer.say(DecideDispute, Rank.MANAGER, dispute=name, decision="no prize", told_of_inspector=True)
    review = dealer.say(RequestReview, None, dispute=name)

    assert refusal(low).clause == refusal(untold).clause == "9.9"
    assert refusal(untold).says.startswith("Tell the player how to reach an inspector first")
    assert not isinstance(done, Refusal)
    assert (done[0].clause, dealer.table.disputes.get(name)) == ("9.9", None)
    assert isinstance(review, Refusal)
