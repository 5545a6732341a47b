"""Canberra 2005 at the table: notice of any change of limits, the marked maximum, and closing."""

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.table.messages.round import AgreeLimits, ChangeLimits, CloseTable, GiveNotice, WithdrawNotice
from tests.refused import Refused
from tests.table.dealer import Dealer


def opened_table() -> Dealer:
    """Return a table with limits from 5.00 to 500.00 and two players."""
    dealer = Dealer("canberra-2005")
    dealer.open()
    return dealer


def test_3_1_any_change_of_limits_follows_a_notice_of_just_that() -> None:
    """Even a lower maximum: refused without a notice, or with another; at once after its own."""
    dealer = opened_table()
    unannounced = dealer.say(ChangeLimits, minimum=500, maximum=30_000)
    dealer.say(GiveNotice, subject="limits", minimum=500, maximum=None)
    another = dealer.say(ChangeLimits, minimum=500, maximum=30_000)
    dealer.say(WithdrawNotice, subject="limits")
    dealer.say(GiveNotice, subject="limits", minimum=500, maximum=30_000)
    low = dealer.say(ChangeLimits, Rank.MANAGER, minimum=500, maximum=30_000)
    wrong = dealer.say(ChangeLimits, minimum=400, maximum=30_000)
    announced = dealer.say(ChangeLimits, minimum=500, maximum=30_000)

    assert unannounced == Refused(
        "3.1", "Give the players notice first. No time is laid down: the change can follow at once."
    )
    assert another == Refused(
        "3.1",
        "The notice announces a minimum of $5 and no maximum. "
        "Set these, or withdraw the notice and give another.",
    )
    assert isinstance(low, Refusal)
    assert isinstance(wrong, Refusal)
    assert "a maximum of $300" in wrong.says
    assert not isinstance(announced, Refusal)
    assert dealer.table.sign is not None
    assert dealer.table.sign.maximum == 30_000


def test_3_2_only_a_higher_maximum_and_only_with_the_marker_in_place() -> None:
    """Another minimum, a lower maximum or a missing marker is refused; 1,000.00 with the marker is agreed."""
    dealer = opened_table()
    minimum = dealer.say(AgreeLimits, player="ana", minimum=300, maximum=100_000, marked=True)
    lower = dealer.say(AgreeLimits, player="ana", maximum=40_000, marked=True)
    same = dealer.say(AgreeLimits, player="ana", maximum=50_000, marked=True)
    bare = dealer.say(AgreeLimits, player="ana", maximum=100_000)
    low = dealer.say(AgreeLimits, Rank.MANAGER, player="ana", maximum=100_000, marked=True)
    agreed = dealer.say(AgreeLimits, player="ana", maximum=100_000, marked=True)

    assert minimum == Refused("3.2", "Only the maximum can be agreed. Leave out the minimum.")
    assert lower == same == Refused("3.2", "The agreed maximum must be above that of the sign.")
    assert bare == Refused("3.2", "Put the marker with the new limit beside the player first.")
    assert isinstance(low, Refusal)
    assert not isinstance(agreed, Refusal)
    assert dealer.table.limits_of("ana").bounds.maximum == 100_000
    assert dealer.table.limits_of("ben").bounds.maximum == 50_000


def test_9_2_a_table_closes_once_the_players_were_told() -> None:
    """Without notice it is refused; after notice it closes at once, and only by the operator."""
    dealer = opened_table()
    unannounced = dealer.say(CloseTable)
    low = dealer.say(GiveNotice, Rank.MANAGER, subject="table")
    dealer.say(GiveNotice, subject="table")
    closed = dealer.say(CloseTable)

    assert unannounced == Refused(
        "9.2", "Give the players notice first. No time is laid down: the change can follow at once."
    )
    assert isinstance(low, Refusal)
    assert not isinstance(closed, Refusal)
