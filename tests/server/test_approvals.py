"""What waits for a second person: how much at once, how long, and under which name."""

import pytest

from sicbo.game.authority import Rank
from sicbo.house.entries import Asked
from sicbo.server.approvals import APPROVAL_SECONDS, MOST_APPROVALS, Approvals
from sicbo.server.problems import Problem
from sicbo.table.chip_commands import FillFloat
from sicbo.table.messages import Stamp

LONG = APPROVAL_SECONDS * 1_000_000


def order(number: int) -> Asked:
    """A fill of so many cents."""
    stamp = Stamp("kim", Rank.MANAGER, 1, 1)
    return Asked(
        "T1", FillFloat(id=f"f{number}", stamp=stamp, cents=100 * number, number=f"F-{number}", second="lee")
    )


def full() -> Approvals:
    """As much as may wait at once."""
    approvals = Approvals()
    for number in range(MOST_APPROVALS):
        approvals.wait("kim", order(number + 1), 0)
    return approvals


def test_so_much_waits_and_no_more() -> None:
    """A thousand; one more is refused, and one that waits already may be asked for again."""
    approvals = full()

    assert len(approvals.waiting(0)) == MOST_APPROVALS
    assert approvals.wait("kim", order(1), 0) is approvals.waiting(0)[0]
    with pytest.raises(Problem):
        approvals.wait("kim", order(MOST_APPROVALS + 1), 0)


def test_what_nobody_agrees_to_is_gone_after_ten_minutes() -> None:
    """To the microsecond, whoever looks: the list, the name, or somebody who needs the room."""
    approvals = full()
    name = approvals.waiting(LONG - 1)[0].id

    assert approvals.one(name, "lee", LONG - 1).ends == LONG
    with pytest.raises(Problem):
        approvals.one(name, "lee", LONG)
    assert approvals.waiting(LONG) == []


def test_room_is_made_by_what_has_expired() -> None:
    """Before the next one is counted."""
    assert full().wait("kim", order(MOST_APPROVALS + 1), LONG).ends == 2 * LONG


def test_the_desk_shows_the_person_and_not_the_session() -> None:
    """What follows the sign belongs to the session."""
    assert Approvals().wait("kim#7", order(1), 0).shape().by == "kim"
