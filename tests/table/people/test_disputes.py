"""Disputes: raised by players, decided by rank, final or reviewed as each rulebook says."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.rulebooks import every_layout
from sicbo.table.log_kind import evolve_all
from sicbo.table.messages.people import (
    DecideDispute,
    DisputeRaised,
    RaiseDispute,
    RequestReview,
    ReviewDispute,
)
from sicbo.table.state import state_hash
from tests.refused import Refused
from tests.table.dealer import Dealer
from tests.table.equipment.test_faults import opened_table, refusal


def disputed_table(layout: str, matter: str = "dispute") -> tuple[Dealer, str]:
    """Return a table with a dispute of ana's, and its name."""
    dealer = opened_table(layout)
    answer = dealer.say(RaiseDispute, None, player="ana", about="my chip lay on total 9", matter=matter)
    assert not isinstance(answer, Refusal)
    assert isinstance(answer[0], DisputeRaised)
    assert answer[0].round == 1
    return dealer, answer[0].command


@pytest.mark.parametrize("layout", every_layout())
def test_a_dispute_is_decided_once_and_a_satisfied_player_closes_it(layout: str) -> None:
    """A closed dispute leaves nothing in the state."""
    dealer, name = disputed_table(layout)
    empty = dealer.say(DecideDispute, dispute=name, decision="", satisfied=True)
    done = dealer.say(DecideDispute, dispute=name, decision="paid as total 9", satisfied=True)
    twice = dealer.say(DecideDispute, dispute=name, decision="no", satisfied=True)

    assert refusal(empty).says == "Write the decision."
    assert not isinstance(done, Refusal)
    assert refusal(twice).says == "No dispute waits for a decision."
    assert not dealer.table.disputes
    assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)


def test_a_dispute_says_what_it_is_about_and_of_which_kind() -> None:
    """Canberra has no clause for unforeseen matters; a table that has not dealt has no round."""
    dealer = Dealer("canberra-2005")
    silent = dealer.say(RaiseDispute, None, player="ana", about="")
    unforeseen = dealer.say(RaiseDispute, None, player="ana", about="a bird", matter="unforeseen")
    early = dealer.say(RaiseDispute, None, player="ana", about="the sign")
    other = dealer.say(DecideDispute, dispute="c9", decision="no")

    assert silent == Refused("10.4", "Write what the matter is about.")
    assert unforeseen == Refused(
        "10.4", "These rules do not provide for this matter. Choose one of: a dispute."
    )
    assert not isinstance(early, Refusal)
    assert isinstance(early[0], DisputeRaised)
    assert early[0].round is None
    assert other == Refused("10.4", "Dispute c9 does not wait for a decision. These do: c3.")


@pytest.mark.parametrize("layout", ["crown-sydney-2024", "crown-melbourne-6.1/a", "singapore-etg/1"])
def test_where_no_review_is_provided_none_is_held(layout: str) -> None:
    """The decision is final in the house."""
    dealer, name = disputed_table(layout)
    dealer.say(DecideDispute, dispute=name, decision="no", told_of_inspector=True)
    asked = dealer.say(RequestReview, None, dispute=name)
    held = dealer.say(ReviewDispute, dispute=name, decision="yes")

    assert refusal(asked).says == "These rules provide for no review. The decision stands."
    assert refusal(held).says == "The house does not review decisions under these rules."
    assert not dealer.table.disputes


def test_a_review_is_held_on_request_once_by_another_of_rank() -> None:
    """The Star 9.12: a review is refused before a decision, without a request, by the first decider or by a
    low rank.
    """
    dealer, name = disputed_table("star-sydney-2016")
    early = dealer.say(RequestReview, None, dispute=name)
    dealer.say(DecideDispute, Rank.SUPERVISOR, dispute=name, decision="no", told_of_inspector=True, by="kim")
    unasked = dealer.say(ReviewDispute, Rank.MANAGER, dispute=name, decision="yes", satisfied=True)
    dealer.say(RequestReview, None, dispute=name)
    twice = dealer.say(RequestReview, None, dispute=name)
    low = dealer.say(ReviewDispute, Rank.SUPERVISOR, dispute=name, decision="yes", satisfied=True)
    same = dealer.say(ReviewDispute, Rank.MANAGER, dispute=name, decision="yes", satisfied=True, by="kim")
    untold = dealer.say(ReviewDispute, Rank.MANAGER, dispute=name, decision="yes")
    done = dealer.say(ReviewDispute, Rank.MANAGER, dispute=name, decision="yes", satisfied=True)

    says = "A dispute is reviewed once, after its decision."
    assert early == twice == Refused("9.13", says)
    assert unasked == Refused("9.13", "No review of this dispute was requested. Wait for the request.")
    assert refusal(low).clause == "9.12"
    assert same == Refused("9.13", "You decided this dispute. Another person has to review it.")
    assert untold == Refused("9.13", "Tell the player how to reach an inspector first, and record it.")
    assert not isinstance(done, Refusal)
    assert not dealer.table.disputes
