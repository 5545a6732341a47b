"""Crown Melbourne 6.1 at the table: the statute's sign for a higher minimum, and how a table closes."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.log_kind import TABLE
from sicbo.table.messages.parts import AreaLimits
from sicbo.table.messages.round import AgreeLimits, CashOut, ChangeLimits, CloseTable, GiveNotice
from tests.refused import Refused
from tests.table.dealer import Answer, Dealer


def opened_table() -> Dealer:
    """Return a table with limits from 5.00 to 500.00 and two players."""
    dealer = Dealer("crown-melbourne-6.1/a")
    dealer.open()
    return dealer


def test_4_3_no_other_limits_without_a_marker() -> None:
    """Unmarked they are refused; marked, minimum and maximum may both differ, from the next round on."""
    dealer = opened_table()
    bare = dealer.say(AgreeLimits, Rank.MANAGER, player="ana", minimum=300, maximum=90_000)
    marked = dealer.say(AgreeLimits, Rank.MANAGER, player="ana", minimum=300, maximum=90_000, marked=True)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 90_000, "big": 300})
    dealer.until(Step.PAY, dice=(1, 2, 4))

    assert bare == Refused("4.3", "Mark the player's position first.")
    assert not isinstance(marked, Refusal)
    assert dealer.table.warned == frozenset()
    assert dealer.rack("ana") == 1_000_000 + 90_000 - 300


@pytest.mark.parametrize("empty", [False, True])
def test_fn1_66_2_a_higher_minimum_needs_figure_and_time_for_twenty_minutes(empty: bool) -> None:
    """Also at an empty table, a sign without the time, or with only nineteen minutes, does not count."""
    dealer = opened_table()
    if empty:
        for player in ("ana", "ben"):
            dealer.say(CashOut, player=player, cents=1_000_000)
    timeless = dealer.say(GiveNotice, subject="limits", minimum=2_500)
    short = dealer.say(GiveNotice, subject="limits", minimum=2_500, in_seconds=1_140)
    unsigned = dealer.say(ChangeLimits, minimum=2_500, maximum=50_000)
    dealer.say(GiveNotice, subject="limits", minimum=2_500, in_seconds=1_200)
    dealer.wait(1_199)
    early = dealer.say(ChangeLimits, minimum=2_500, maximum=50_000)
    dealer.wait(1)
    on_time = dealer.say(ChangeLimits, minimum=2_500, maximum=50_000)
    lower = dealer.say(ChangeLimits, minimum=300, maximum=50_000)

    for answer in (timeless, short, unsigned, early):
        assert isinstance(answer, Refusal)
        assert answer.clause == "fn1/66(2)"
        assert answer.earliest is not None
    assert not isinstance(on_time, Refusal)
    assert not isinstance(lower, Refusal)


def test_9_8_a_table_with_players_closes_after_three_completed_spins() -> None:
    """A Dealer may not; after two spins one is left, after three it closes."""
    dealer = opened_table()
    low = dealer.say(GiveNotice, Rank.DEALER, subject="table")
    unannounced = dealer.say(CloseTable, Rank.SUPERVISOR)
    dealer.say(GiveNotice, Rank.SUPERVISOR, subject="table")
    dealer.until(Step.PAY)
    dealer.until(Step.PAY)
    early = dealer.say(CloseTable, Rank.SUPERVISOR)
    dealer.until(Step.PAY)
    closed = dealer.say(CloseTable, Rank.SUPERVISOR)

    assert isinstance(low, Refusal)
    assert unannounced == Refused(
        "9.8", "Give the players notice first. The change is possible after 3 more completed spins.", spins=3
    )
    assert early == Refused(
        "9.8", "The notice is still running. The change is possible after 1 more completed spin.", spins=1
    )
    assert not isinstance(closed, Refusal)


def test_fn1_66_1_c_the_sign_shows_both_limits_at_every_open_table() -> None:
    """Without a sign no round begins. The sign names both limits, and what will change and when."""
    dealer = Dealer("crown-melbourne-6.1/a")
    bare = dealer.do("place-bets")
    opened = dealer.open(minimum=2_500, maximum=50_000, areas=(AreaLimits("triple", 500, 10_000),))
    announced = dealer.say(GiveNotice, subject="limits", minimum=5_000, in_seconds=1_200)
    dealer.wait(1_200)
    changed = dealer.say(ChangeLimits, minimum=5_000, maximum=None)

    assert isinstance(bare, Refusal)
    assert said(opened) == "the table opens: $25 to $500, $5 to $100 on Triples"
    assert said(announced) == "notice: the limits will be $50 and up in 20 minutes"
    assert said(changed) == "the sign shows $50 and up"


def said(answer: Answer) -> str:
    """Return what the one event of a command says to everyone at the table."""
    assert not isinstance(answer, Refusal)
    ((fact,),) = map(TABLE.narrate, answer)
    return fact.says
