"""The Star Sydney 2016 at the table: no-results, malfunctions, sanctions, seats and disputes."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.messages.faults import NotifyPerson, RectifyFault, ReportFault
from sicbo.table.messages.people import (
    DecideDispute,
    ExcludeFromCasino,
    ExcludeFromGame,
    LeaveSeat,
    RecordOffence,
    RefuseWager,
    RequestReview,
    RequireToVacate,
    ReviewDispute,
    VoidPlayersWagers,
    WagersForfeited,
)
from sicbo.table.messages.round import DeclareVoid, RoundVoided, SettlementReversed, WagersReturned
from tests.clauses.proves import proves
from tests.refused import Refused
from tests.table.dealer import Dealer
from tests.table.equipment.test_faults import opened_table, refusal
from tests.table.people.test_disputes import disputed_table
from tests.table.people.test_seats import full, play

BOOK = "star-sydney-2016"


def offence(dealer: Dealer, offence: str, player: str = "ana") -> str:
    """Record an offence and return its clause."""
    answer = dealer.say(RecordOffence, Rank.DEALER, offence=offence, player=player, note="seen")
    assert not isinstance(answer, Refusal)
    return answer[0].clause


def test_3_12_a_bet_counts_where_it_lies_even_if_the_dealer_put_it_there() -> None:
    """The dealer put ana's chip on Big on her word; on 1-4-4 it loses, though she meant Small."""
    dealer = Dealer(BOOK)
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"big": 2_500})
    dealer.until(Step.PAY)

    assert dealer.rack("ana") == 997_500


def test_5_6_only_dealer_or_supervisor_works_the_tumbler() -> None:
    """A player's command is refused, and interference goes on record."""
    dealer = Dealer(BOOK)
    dealer.open()
    dealer.do("cover")
    spin = dealer.do("spin", rank=None, tumbles=3)

    assert isinstance(spin, Refusal)
    assert offence(dealer, "interference") == "5.6"
    assert not isinstance(dealer.do("spin", tumbles=3), Refusal)


@proves("8.2", "8.3", "8.5", "8.6")
@pytest.mark.parametrize(
    ("ground", "clause", "waits"),
    [
        ("not-flat", "8.1", False),
        ("tumbler-fault", "8.2", True),
        ("not-activated", "8.3", False),
        ("exposed-early", "8.3", False),
        ("dice-broken", "8.5", True),
        ("tumbler-broken", "8.5", True),
    ],
)
def test_8_1_a_dealer_announces_no_result_and_wagers_are_void(ground: str, clause: str, waits: bool) -> None:
    """A player cannot announce it. Stakes go back, and broken equipment is replaced before the next game."""
    dealer = opened_table(BOOK)
    player = dealer.say(DeclareVoid, None, ground=ground)
    void = dealer.say(DeclareVoid, Rank.DEALER, ground=ground)

    assert isinstance(player, Refusal)
    assert not isinstance(void, Refusal)
    assert [event.clause for event in void if isinstance(event, RoundVoided)] == [clause]
    assert dealer.rack("ana") == 1_000_000
    assert isinstance(dealer.do("cover"), Refusal) is waits


def test_8_3_two_tumbles_leave_only_no_result() -> None:
    """Nothing else can be done with the game."""
    dealer = Dealer(BOOK)
    dealer.open()
    dealer.until(Step.SPIN, tumbles=2)
    stuck = dealer.do("place-bets")
    void = dealer.say(DeclareVoid, Rank.DEALER, ground="too-few-tumbles")

    assert refusal(stuck).says.startswith("Declare the round void first")
    assert not isinstance(void, Refusal)
    assert void[-1].clause == "8.3"


def test_8_4_an_unpressed_button_is_no_result_at_a_touch_screen_only() -> None:
    """If the button was pressed, or the table has none, the game goes on."""
    dealer = opened_table(BOOK)
    dealer.until(Step.CLOSE)
    void = dealer.say(DeclareVoid, Rank.DEALER, ground="button-not-pressed")
    pressed = opened_table(BOOK)
    pressed.until(Step.PRESS_CLOSE)
    goes_on = pressed.say(DeclareVoid, Rank.DEALER, ground="button-not-pressed")

    assert not isinstance(void, Refusal)
    assert void[-1].clause == "8.4"
    assert dealer.rack("ana") == 1_000_000
    assert refusal(goes_on).clause == "8.4"


@pytest.mark.parametrize("kind", ["lights-dark", "lights-wrong"])
def test_8_7_wrong_lights_leave_the_dice_to_decide(kind: str) -> None:
    """Small is paid on 1-4-4, and the next game waits."""
    dealer = opened_table(BOOK)
    dealer.until(Step.LIGHT)
    dealer.say(ReportFault, Rank.DEALER, fault=kind)
    dealer.until(Step.PAY)

    assert dealer.rack("ana") == 1_002_500
    assert isinstance(dealer.do("cover"), Refusal)


def test_8_8_an_inspector_is_told_and_no_game_begins_before_the_repair() -> None:
    """Mended at once it waits too: for the notice to the inspector, then for a supervisor's record."""
    dealer = opened_table(BOOK)
    dealer.until(Step.LIGHT)
    dealer.say(ReportFault, Rank.DEALER, fault="lights-dark", mended=True)
    dealer.until(Step.PAY)
    untold = dealer.say(RectifyFault, Rank.SUPERVISOR, fault="lights-dark")
    dealer.say(NotifyPerson, Rank.DEALER, fault="lights-dark", whom="inspector", name="kim")
    waits = dealer.do("cover")
    low = dealer.say(RectifyFault, Rank.DEALER, fault="lights-dark")
    dealer.say(RectifyFault, Rank.SUPERVISOR, fault="lights-dark")

    assert (
        refusal(untold).says
        == "Tell the inspector of the fault first, and record it: Winning areas stay dark."
    )
    assert refusal(waits).clause == refusal(low).clause == "8.8"
    assert not isinstance(dealer.do("cover"), Refusal)


def test_8_9_a_wrong_display_is_disregarded() -> None:
    """On record, and nothing stops."""
    dealer = opened_table(BOOK)
    dealer.until(Step.LIGHT)
    dealer.say(ReportFault, Rank.DEALER, fault="display-wrong")
    dealer.until(Step.PAY)

    assert dealer.table.faults["display-wrong"].clause == "8.9"
    assert dealer.rack("ana") == 1_002_500
    assert not isinstance(dealer.do("cover"), Refusal)


@proves("9.2")
def test_9_1_a_device_is_an_offence_but_of_people_on_duty() -> None:
    """A player's device is recorded; that of an inspector on duty is not an offence."""
    dealer = opened_table(BOOK)
    duty = dealer.say(RecordOffence, offence="device", player="ivy", note="seen", excuse="on-duty")

    assert offence(dealer, "device") == "9.1"
    assert refusal(duty).clause == "9.1"


@proves("9.3.1", "9.3.2", "9.3.3")
def test_9_3_a_supervisor_sanctions_the_use_of_a_device_and_nothing_else() -> None:
    """A side bet permits no sanction; a device permits all three, the last with its reference."""
    dealer = opened_table(BOOK)
    dealer.bet("ben", {"small": 1_000})
    offence(dealer, "side-bet")
    minor = dealer.say(ExcludeFromGame, Rank.SUPERVISOR, player="ana", note="side bets")
    offence(dealer, "device")
    low = dealer.say(VoidPlayersWagers, Rank.DEALER, player="ana", note="a device")
    bare = dealer.say(ExcludeFromCasino, Rank.SUPERVISOR, player="ana", note="a device", reference="")
    done = [
        dealer.say(VoidPlayersWagers, Rank.SUPERVISOR, player="ana", note="a device"),
        dealer.say(ExcludeFromGame, Rank.SUPERVISOR, player="ana", note="a device"),
        dealer.say(ExcludeFromCasino, Rank.SUPERVISOR, player="ana", note="a device", reference="s 79"),
    ]
    barred = dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.PAY)

    assert [refusal(answer).clause for answer in (minor, low, bare, barred)] == [
        "9.3.2",
        "9.3.1",
        "9.3.3",
        "9.3.2",
    ]
    clauses = [answer[-1].clause for answer in done if not isinstance(answer, Refusal)]
    assert clauses == ["9.3.1", "9.3.2", "9.3.3"]
    assert (dealer.rack("ana"), dealer.rack("ben")) == (1_000_000, 1_001_000)


@proves("9.4.1", "9.4.2")
@pytest.mark.parametrize(("ground", "clause"), [("disruption", "9.4.1"), ("fraud", "9.4.2")])
def test_9_4_a_supervisor_invalidates_a_game_on_two_grounds_with_an_opinion(ground: str, clause: str) -> None:
    """A dealer cannot, and a supervisor needs the reason; other grounds are refused."""
    dealer = opened_table(BOOK)
    low = dealer.say(DeclareVoid, Rank.DEALER, ground=ground, note="seen")
    silent = dealer.say(DeclareVoid, Rank.SUPERVISOR, ground=ground)
    other = dealer.say(DeclareVoid, Rank.SUPERVISOR, ground="impractical", note="power failure")
    dealer.say(DeclareVoid, Rank.SUPERVISOR, ground=ground, note="seen")

    assert refusal(low).clause == refusal(silent).clause == clause
    assert refusal(other).says.startswith("“The round cannot go on” does not void a round here")
    assert dealer.rack("ana") == 1_000_000


def test_9_5_a_fraudsters_stake_may_be_forfeited_and_all_others_go_back() -> None:
    """Named, ana loses 25.00 to the house and ben gets 10.00 back; not named, both are refunded."""
    named, unnamed = opened_table(BOOK), opened_table(BOOK)
    for dealer in (named, unnamed):
        dealer.bet("ben", {"small": 1_000})
    answer = named.say(DeclareVoid, Rank.SUPERVISOR, ground="fraud", note="a switched die", forfeits="ana")
    unnamed.say(DeclareVoid, Rank.SUPERVISOR, ground="fraud", note="a switched die")

    assert not isinstance(answer, Refusal)
    assert [event.clause for event in answer if isinstance(event, WagersForfeited)] == ["9.5"]
    assert [event.clause for event in answer if isinstance(event, WagersReturned)] == ["9.5"]
    assert (named.rack("ana"), named.rack("ben")) == (997_500, 1_000_000)
    assert (unnamed.rack("ana"), unnamed.rack("ben")) == (1_000_000, 1_000_000)


@pytest.mark.parametrize("readings", [{}, {"ST-14": "literal"}])
def test_9_5_an_invalidated_game_is_refunded_by_its_own_clause(readings: dict[str, str]) -> None:
    """After a brawl 9.5 returns the stake, even after a result and under every reading of 8.6."""
    dealer = opened_table(BOOK, readings)
    dealer.until(Step.COLLECT, dice=(4, 5, 6))
    answer = dealer.say(DeclareVoid, Rank.SUPERVISOR, ground="disruption", note="a brawl", second="kim")

    assert not isinstance(answer, Refusal)
    back = [event for event in answer if isinstance(event, SettlementReversed | WagersReturned)]
    assert [event.clause for event in back] == ["9.5", "9.5"]
    assert dealer.rack("ana") == 1_000_000


@proves("9.7", "9.10")
def test_9_6_advice_influence_and_side_bets_are_offences() -> None:
    """Each has its clause. Influence on request is not an offence."""
    dealer = opened_table(BOOK)
    requested = dealer.say(RecordOffence, offence="influence", player="ana", note="seen", excuse="requested")

    assert offence(dealer, "advice-by-staff", "dana") == "9.6"
    assert offence(dealer, "influence") == "9.7"
    assert offence(dealer, "side-bet") == "9.10"
    assert refusal(requested).clause == "9.7"


def test_9_9_three_rounds_without_a_wager_at_a_full_table_may_cost_the_seat() -> None:
    """Two rounds are too few, and with a free seat no player has to go; then ana has to."""
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


def test_9_11_a_supervisor_refuses_a_wager_before_the_close() -> None:
    """With a reason the wager goes back; a dealer cannot refuse it, and after the close no rank can."""
    dealer = opened_table(BOOK)
    low = dealer.say(RefuseWager, Rank.DEALER, player="ana", reason="late stacking")
    dealer.say(RefuseWager, Rank.SUPERVISOR, player="ana", reason="late stacking")
    back = dealer.rack("ana")
    dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.CLOSE)
    late = dealer.say(RefuseWager, Rank.SUPERVISOR, player="ana", reason="late stacking")

    assert refusal(low).clause == refusal(late).clause == "9.11"
    assert back == 1_000_000


def test_9_12_a_games_supervisor_decides_first_and_another_of_rank_reviews_on_request() -> None:
    """A dealer cannot decide. The review is held on request."""
    dealer, name = disputed_table(BOOK)
    low = dealer.say(DecideDispute, Rank.DEALER, dispute=name, decision="no")
    dealer.say(DecideDispute, Rank.SUPERVISOR, dispute=name, decision="no", told_of_inspector=True, by="kim")
    dealer.say(RequestReview, None, dispute=name)
    done = dealer.say(ReviewDispute, Rank.MANAGER, dispute=name, decision="yes", satisfied=True)

    assert refusal(low).clause == "9.12"
    assert not isinstance(done, Refusal)
    assert done[0].clause == "9.12"


def test_9_13_who_is_not_satisfied_hears_of_the_inspector_before_it_is_closed() -> None:
    """Without the notice the decision is refused; with it, and without a review, the decision is final."""
    dealer, name = disputed_table(BOOK)
    untold = dealer.say(DecideDispute, Rank.SUPERVISOR, dispute=name, decision="no")
    told = dealer.say(DecideDispute, Rank.SUPERVISOR, dispute=name, decision="no", told_of_inspector=True)

    assert untold == Refused("9.13", "Tell the player how to reach an inspector first, and record it.")
    assert not isinstance(told, Refusal)


def test_10_11_a_dispute_about_a_promotion_is_decided_for_good_by_the_operator() -> None:
    """A casino supervisor cannot decide. A dissatisfied person hears of the inspector; no review follows."""
    dealer, name = disputed_table("star-sydney-2016", "promotion")
    low = dealer.say(DecideDispute, Rank.MANAGER, dispute=name, decision="no prize")
    untold = dealer.say(DecideDispute, Rank.SENIOR_MANAGER, dispute=name, decision="no prize")
    done = dealer.say(
        DecideDispute, Rank.SENIOR_MANAGER, dispute=name, decision="no prize", told_of_inspector=True
    )
    review = dealer.say(RequestReview, None, dispute=name)

    assert refusal(low).clause == refusal(untold).clause == "10.11"
    assert refusal(untold).says.startswith("Tell the player how to reach an inspector first")
    assert not isinstance(done, Refusal)
    assert (done[0].clause, dealer.table.disputes.get(name)) == ("10.11", None)
    assert isinstance(review, Refusal)
