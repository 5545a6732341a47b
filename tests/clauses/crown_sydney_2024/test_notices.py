"""Crown Sydney 2024 at the table: changes of limits, their notice, and how a table closes."""

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.messages.round import CashOut, ChangeLimits, CloseTable, DeclareVoid, GiveNotice
from tests.refused import Refused
from tests.table.dealer import Dealer


def opened_table() -> Dealer:
    """Return a table with limits from 5.00 to 500.00 and two players."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    return dealer


def test_4_5_an_area_manager_changes_limits_at_any_time_but_raises_none_unannounced() -> None:
    """A Higher Duties Dealer may not; a lower minimum or other maximum is free, a higher minimum is not."""
    dealer = opened_table()
    low = dealer.say(ChangeLimits, Rank.SUPERVISOR, minimum=300, maximum=50_000)
    lower = dealer.say(ChangeLimits, Rank.MANAGER, minimum=300, maximum=50_000)
    other = dealer.say(ChangeLimits, Rank.MANAGER, minimum=300, maximum=10_000)
    higher = dealer.say(ChangeLimits, Rank.MANAGER, minimum=500, maximum=10_000)

    assert low == Refused(
        "4.5", "Your rank may not change the limits of the table. Call the Area Manager or a higher rank."
    )
    assert not isinstance(lower, Refusal)
    assert not isinstance(other, Refusal)
    assert isinstance(higher, Refusal)
    assert (lower[0].clause, other[0].clause, higher.clause) == ("4.5", "4.5", "4.5.2")
    assert dealer.table.sign is not None
    assert (dealer.table.sign.minimum, dealer.table.sign.maximum) == (300, 10_000)


def test_4_5_1_at_an_empty_table_the_minimum_rises_for_the_next_round() -> None:
    """With one player left it does not rise; with none it does, and a stake of 9.00 is then too small."""
    dealer = opened_table()
    dealer.say(CashOut, player="ben", cents=1_000_000)
    one_left = dealer.say(ChangeLimits, Rank.MANAGER, minimum=1_000, maximum=50_000)
    dealer.say(CashOut, player="ana", cents=1_000_000)
    empty = dealer.say(ChangeLimits, Rank.MANAGER, minimum=1_000, maximum=50_000)
    dealer.until(Step.PLACE_BETS)
    stake = dealer.bet("ana", {"small": 900})

    assert isinstance(one_left, Refusal)
    assert not isinstance(empty, Refusal)
    assert empty[0].clause == "4.5.1"
    assert stake == Refused("4.2.1", "The minimum is $10. Raise the wager to it or take it back.")


def test_4_5_2_with_players_present_the_sign_stands_for_twenty_minutes() -> None:
    """Without a sign, or after 1,199 seconds, it is refused with the time left; after 1,200 it rises."""
    dealer = opened_table()
    unsigned = dealer.say(ChangeLimits, Rank.MANAGER, minimum=1_000, maximum=50_000)
    at_once = dealer.elapsed_time + 1_200_000
    low = dealer.say(GiveNotice, Rank.SUPERVISOR, subject="limits", minimum=1_000)
    dealer.say(GiveNotice, Rank.MANAGER, subject="limits", minimum=1_000)
    due = dealer.elapsed_time + 1_200_000
    dealer.wait(1_199)
    early = dealer.say(ChangeLimits, Rank.MANAGER, minimum=1_000, maximum=50_000)
    dealer.wait(1)
    on_time = dealer.say(ChangeLimits, Rank.MANAGER, minimum=1_000, maximum=50_000)

    assert unsigned == Refused(
        "4.5.2", "Give the players notice first. The change is possible in 1,200 seconds.", at_once
    )
    assert isinstance(low, Refusal)
    assert early == Refused("4.5.2", "The notice is still running. The change is possible in 1 second.", due)
    assert not isinstance(on_time, Refusal)


def test_4_5_2_until_the_change_the_old_minimum_counts() -> None:
    """The sign for 10.00 is up: 9.00 on Small is still taken."""
    dealer = opened_table()
    dealer.say(GiveNotice, Rank.MANAGER, subject="limits", minimum=1_000)
    dealer.until(Step.PLACE_BETS)

    assert not isinstance(dealer.bet("ana", {"small": 900}), Refusal)


def test_10_5_a_table_with_players_closes_after_three_completed_spins() -> None:
    """A Dealer may not; two spins and a void one do not do; the third completed one does."""
    dealer = opened_table()
    unannounced = dealer.say(CloseTable, Rank.SUPERVISOR)
    low = dealer.say(GiveNotice, Rank.DEALER, subject="table")
    dealer.say(GiveNotice, Rank.SUPERVISOR, subject="table")
    dealer.until(Step.PAY)
    dealer.until(Step.PAY)
    dealer.until(Step.UNCOVER)
    dealer.say(DeclareVoid, Rank.DEALER, ground="not-flat")
    early = dealer.say(CloseTable, Rank.SUPERVISOR)
    dealer.until(Step.PAY)
    by_dealer = dealer.say(CloseTable, Rank.DEALER)
    closed = dealer.say(CloseTable, Rank.SUPERVISOR)

    assert unannounced == Refused(
        "10.5", "Give the players notice first. The change is possible after 3 more completed spins.", spins=3
    )
    assert isinstance(low, Refusal)
    assert early == Refused(
        "10.5", "The notice is still running. The change is possible after 1 more completed spin.", spins=1
    )
    assert isinstance(by_dealer, Refusal)
    assert not isinstance(closed, Refusal)
