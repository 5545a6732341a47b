"""Commands that wait for a second person: how many, how long, and under which id."""

from types import SimpleNamespace
from typing import Any

import pytest

from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.house.entries import CommandRequest
from sicbo.house.identity.keys import sign_command
from sicbo.journal.notes import SigningKey
from sicbo.machine.messages import Stamp, encode_message
from sicbo.server.access.approvals import MOST_APPROVALS, Approvals, must_wait, needs_second
from sicbo.server.access.required_rank import required_rank
from sicbo.server.access.sessions import Session, StaffAccount
from sicbo.server.problems import Problem
from sicbo.table.messages.chips import FillFloat
from sicbo.table.messages.round import ChangeLimits, CorrectResult, DeclareVoid, Perform
from tests.table.dealer import Dealer

KIM = StaffAccount("kim", "Kim", "manager", "secret")
LONG = 600 * 1_000


def order(number: int) -> CommandRequest:
    """Return a fill of this many cents."""
    stamp = Stamp("kim", Rank.MANAGER, 1, 1)
    return CommandRequest(
        "T1", FillFloat(id=f"f{number}", stamp=stamp, cents=100 * number, number=f"F-{number}", second="lee")
    )


def empty_approvals() -> Approvals:
    """Return empty approvals in a house with one manager."""
    return Approvals({"kim": KIM})


def full() -> Approvals:
    """Return approvals that are full."""
    approvals = empty_approvals()
    for number in range(MOST_APPROVALS):
        approvals.add("kim", order(number + 1), 0, signed=False)
    return approvals


def test_so_much_waits_and_no_more() -> None:
    """A thousand commands wait; the next is refused, but one that waits already may be sent again."""
    approvals = full()

    assert len(approvals.waiting_orders(0)) == MOST_APPROVALS == 1_000
    assert approvals.add("kim", order(1), 0, signed=False) is approvals.waiting_orders(0)[0]
    with pytest.raises(Problem):
        approvals.add("kim", order(MOST_APPROVALS + 1), 0, signed=False)


def test_a_waiting_command_expires_after_ten_minutes() -> None:
    """The limit is exact to the millisecond, in the list, by id, and when space is needed."""
    approvals = full()
    name = approvals.waiting_orders(LONG - 1)[0].id

    assert approvals.find(name, "lee", LONG - 1).ends == LONG
    with pytest.raises(Problem):
        approvals.find(name, "lee", LONG)
    assert approvals.waiting_orders(LONG) == []


def test_room_is_made_by_what_has_expired() -> None:
    """Expired commands are dropped before the next one is counted."""
    assert full().add("kim", order(MOST_APPROVALS + 1), LONG, signed=False).ends == 2 * LONG


def test_the_desk_shows_the_person_and_not_the_session() -> None:
    """The list shows the id of the account that gave the order."""
    session = Session(b"", "kim", "Kim", "manager")
    assert empty_approvals().add("kim", order(1), 0, signed=False).shape(session).by == "kim"


def test_a_void_needs_a_second_person_once_the_dice_are_known() -> None:
    """So does a void between rounds; before the dice are known a dealer may void alone, but never correct."""
    dealer, stamp = Dealer("crown-sydney-2024"), Stamp("kim", Rank.MANAGER, 1, 1)
    void = DeclareVoid(id="v", stamp=stamp, ground="not-flat")
    correction = CorrectResult(id="c", stamp=stamp, round=1, dice=(1, 2, 4), second="lee", reason="seen")
    dealer.open()
    asked = [needs_second(dealer.table, void)]
    for last in (Step.CLOSE, Step.ENTER):
        dealer.until(last)
        asked.append(needs_second(dealer.table, void))

    assert asked == [True, False, True]
    assert needs_second(dealer.table, correction)
    assert not needs_second(dealer.table, Perform(id="p", stamp=stamp, step="pay"))


def test_the_required_rank_is_the_lowest_that_changes_the_answer() -> None:
    """A dealer calls for bets, a supervisor agrees limits; an order open to no rank requires none."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    unranked, dan = Stamp("ana", None, 1, 1), Stamp("dan", Rank.DEALER, 1, 1)
    limits = ChangeLimits(id="l", stamp=dan, minimum=500, maximum=40_000)

    assert required_rank(dealer.table, Perform(id="p", stamp=unranked, step="place-bets")) is Rank.DEALER
    assert required_rank(dealer.table, limits) is Rank.MANAGER
    assert required_rank(dealer.table, Perform(id="p", stamp=dan, step="pay")) is None
    assert required_rank(dealer.table, Perform(id="p", stamp=dan, step="place-bets")) is None, (
        "it is not refused"
    )


def test_a_signed_order_waits_for_the_second_hand_and_no_longer() -> None:
    """An order signed by Kim waits for Lee, whom it names, but not if both signed or none is named."""
    dealer, stamp = Dealer("crown-sydney-2024"), Stamp("kim", Rank.MANAGER, 1, 1)
    place: Any = SimpleNamespace(state=dealer.table, founding=SimpleNamespace(signed=("correct-result",)))
    named, unnamed = (
        CorrectResult(id="c", stamp=stamp, round=1, dice=(1, 2, 4), second=second, reason="seen")
        for second in ("lee", "")
    )
    kim, lee = (
        sign_command(SigningKey.new(name), "T1", name, encode_message(named)) for name in ("kim", "lee")
    )

    assert must_wait(place, CommandRequest("T1", named, (kim,)))
    assert not must_wait(place, CommandRequest("T1", named, (kim, lee)))
    assert not must_wait(place, CommandRequest("T1", named))
    assert not must_wait(place, CommandRequest("T1", unnamed, (kim,)))
