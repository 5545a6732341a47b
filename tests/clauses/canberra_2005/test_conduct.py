"""Canberra 2005 at the table: irregularities, the operator's powers, conduct and disputes."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.messages.faults import RectifyFault, ReportFault
from sicbo.table.messages.people import (
    DecideDispute,
    ExcludeFromGame,
    RecordOffence,
    RequestReview,
    ReviewRequested,
    VoidPlayersWagers,
)
from sicbo.table.messages.round import DeclareVoid, RoundVoided
from tests.clauses.proves import proves
from tests.refused import Refused
from tests.table.dealer import Dealer
from tests.table.equipment.test_faults import opened_table, refusal
from tests.table.people.test_disputes import disputed_table


def table() -> Dealer:
    """Return a table with 25.00 of ana's on Small and 10.00 of ben's on Big, after the spin."""
    dealer = opened_table("canberra-2005")
    dealer.bet("ben", {"big": 1_000})
    dealer.until(Step.SPIN)
    return dealer


def offence(dealer: Dealer, offence: str, player: str = "ana") -> str:
    """Record an offence and return its clause."""
    answer = dealer.say(RecordOffence, Rank.DEALER, offence=offence, player=player, note="seen")
    assert not isinstance(answer, Refusal)
    return answer[0].clause


@proves("8.2", "8.3", "8.4")
@pytest.mark.parametrize(
    ("ground", "clause", "waits"),
    [
        ("not-flat", "8.1", False),
        ("dice-broken", "8.2", True),
        ("exposed-early", "8.3", False),
        ("tumbler-fault", "8.4", True),
    ],
)
def test_8_1_a_die_askew_broken_or_seen_and_a_bad_tumbler_void_all_wagers(
    ground: str, clause: str, waits: bool
) -> None:
    """A dealer declares it and every stake goes back; broken equipment is replaced before the next round."""
    dealer = table()

    answer = dealer.say(DeclareVoid, Rank.DEALER, ground=ground)

    assert not isinstance(answer, Refusal)
    assert [event.clause for event in answer if isinstance(event, RoundVoided)] == [clause]
    assert (dealer.rack("ana"), dealer.rack("ben")) == (1_000_000, 1_000_000)
    assert isinstance(dealer.do("place-bets"), Refusal) is waits


def test_8_4_the_next_round_is_blocked_until_the_tumbler_is_put_right() -> None:
    """No rank below the operator lets play go on."""
    dealer = table()
    dealer.say(DeclareVoid, Rank.DEALER, ground="tumbler-fault")
    low = dealer.say(RectifyFault, Rank.MANAGER, fault="tumbler")
    dealer.say(RectifyFault, fault="tumbler", note="exchanged")

    assert refusal(low).clause == "8.4"
    assert not isinstance(dealer.do("place-bets"), Refusal)


@pytest.mark.parametrize("kind", ["lights-dark", "lights-wrong"])
def test_8_5_dark_lights_change_nothing(kind: str) -> None:
    """The fault is on record; the round is settled and the next one begins."""
    dealer = table()
    dealer.until(Step.ENTER)
    dealer.say(ReportFault, Rank.DEALER, fault=kind)
    dealer.until(Step.PAY)

    assert dealer.table.faults[kind].clause == "8.5"
    assert (dealer.rack("ana"), dealer.rack("ben")) == (1_002_500, 999_000)
    assert not isinstance(dealer.do("place-bets"), Refusal)


def test_10_1_the_operator_invalidates_a_disturbed_game_with_its_cause() -> None:
    """Without a cause, or below the operator, it is refused."""
    dealer = table()
    low = dealer.say(DeclareVoid, Rank.MANAGER, ground="disruption", note="fire")
    causeless = dealer.say(DeclareVoid, ground="disruption")
    dealer.say(DeclareVoid, ground="disruption", note="fire")

    assert refusal(low).clause == "10.1"
    assert causeless == Refused("10.1", "This void is a choice. Say in the note what happened.")
    assert dealer.rack("ana") == 1_000_000


@proves("10.2", "10.2(b)")
def test_10_2_a_void_and_exclusion_fall_on_the_offender_only() -> None:
    """Without a recorded breach neither is possible. Ana gets 25.00 back and cannot wager; ben is settled."""
    dealer = table()
    unrecorded = [
        dealer.say(VoidPlayersWagers, player="ana", note="seen"),
        dealer.say(ExcludeFromGame, player="ana", note="seen"),
    ]
    offence(dealer, "side-bet")
    low = dealer.say(ExcludeFromGame, Rank.MANAGER, player="ana", note="seen")
    other = dealer.say(ExcludeFromGame, player="ben", note="seen")
    dealer.say(VoidPlayersWagers, player="ana", note="seen")
    dealer.say(ExcludeFromGame, player="ana", note="seen")
    dealer.until(Step.PAY)
    dealer.until(Step.PLACE_BETS)
    barred, taken = dealer.bet("ana", {"small": 2_500}), dealer.bet("ben", {"small": 2_500})

    assert [refusal(answer).clause for answer in (*unrecorded, low, other, barred)] == [
        "10.2(a)",
        "10.2(b)",
        "10.2(b)",
        "10.2(b)",
        "10.2(b)",
    ]
    assert dealer.rack("ana") == 1_000_000
    assert dealer.rack("ben") == 999_000 - 2_500
    assert not isinstance(taken, Refusal)


def test_10_2_a_an_offenders_wager_is_void_and_goes_back() -> None:
    """25.00 return; the dice change nothing for ana."""
    dealer = table()
    offence(dealer, "influence")
    dealer.say(VoidPlayersWagers, player="ana", note="seen")
    dealer.until(Step.PAY)

    assert dealer.rack("ana") == 1_000_000


@proves("A/void")
@pytest.mark.parametrize("ground", ["fraud", "impractical"])
def test_10_3_the_operator_voids_even_a_settled_round(ground: str) -> None:
    """Payouts and stakes go back as if it had not taken place. A second person must agree."""
    dealer = table()
    dealer.until(Step.PAY)
    low = dealer.say(DeclareVoid, Rank.DEALER, ground=ground, note="a switched die", second="kim")
    alone = dealer.say(DeclareVoid, ground=ground, note="a switched die")
    paid = (dealer.rack("ana"), dealer.rack("ben"))
    dealer.say(DeclareVoid, ground=ground, note="a switched die", second="kim")

    assert refusal(low).clause == refusal(alone).clause == "10.3"
    assert paid == (1_002_500, 999_000)
    assert (dealer.rack("ana"), dealer.rack("ben")) == (1_000_000, 1_000_000)


def test_10_4_the_operators_decision_is_final_unless_the_commission_is_asked() -> None:
    """No rank below the operator decides. The commission holds a review outside the house."""
    dealer, name = disputed_table("canberra-2005")
    low = dealer.say(DecideDispute, Rank.MANAGER, dispute=name, decision="no")
    dealer.say(DecideDispute, dispute=name, decision="no")
    asked = dealer.say(RequestReview, None, dispute=name)

    assert refusal(low).clause == "10.4"
    assert not isinstance(asked, Refusal)
    assert isinstance(asked[0], ReviewRequested)
    assert (asked[0].reviewer, asked[0].clause) == ("commission", "10.4")
    assert not dealer.table.disputes


@proves("10.5(a)", "10.5(b)")
def test_10_5_what_staff_may_not_do_is_recorded_against_them() -> None:
    """Advice and advantage are recorded. Advice that only keeps a player within the rules is lawful."""
    dealer = table()
    rules = dealer.say(
        RecordOffence, offence="advice-by-staff", player="dana", note="seen", excuse="to-keep-the-rules"
    )

    assert offence(dealer, "advice-by-staff", "dana") == "10.5(a)"
    assert offence(dealer, "advantage-by-staff", "dana") == "10.5(b)"
    assert refusal(rules).clause == "10.5(a)"


def test_10_6_influencing_another_player_is_an_offence_even_on_request() -> None:
    """No request makes it lawful here."""
    dealer = table()
    asked = dealer.say(RecordOffence, offence="influence", player="ana", note="seen", excuse="requested")

    assert not isinstance(asked, Refusal)
    assert asked[0].clause == "10.6"


def test_10_7_side_bets_are_an_offence_and_no_wager() -> None:
    """The table has no bet between players, and the attempt is recorded."""
    dealer = opened_table("canberra-2005")

    assert isinstance(dealer.bet("ben", {"against-ana": 1_000}), Refusal)
    assert offence(dealer, "side-bet") == "10.7"


def test_4_4_a_bet_counts_where_it_lies_even_if_the_dealer_put_it_there() -> None:
    """The dealer put ana's chip on Big for her; on 1-4-4 it loses, though she meant Small."""
    dealer = Dealer("canberra-2005")
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"big": 2_500})
    dealer.until(Step.PAY)

    assert dealer.rack("ana") == 997_500
