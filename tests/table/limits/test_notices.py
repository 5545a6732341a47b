"""Signs and notices at every rulebook: what must be announced, how long before, and by whom."""

from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.machine.messages import Stamp
from sicbo.table.limits.notices import has_players
from sicbo.table.limits.personal_limits import agree_limits
from sicbo.table.messages.people import LeaveSeat, TakeSeat
from sicbo.table.messages.round import (
    AgreeLimits,
    CashOut,
    ChangeLimits,
    CloseTable,
    DeclareVoid,
    GiveNotice,
    LimitsChanged,
    NoticeGiven,
    WithdrawNotice,
)
from sicbo.table.state import AgreedLimits, LimitsSign, sign_for_player
from tests.refused import Refused
from tests.table.dealer import Dealer

SIGN_FIRST = (
    "Put up a sign with the new minimum and its time first, at an empty table too. "
    "The change is possible in 1,200 seconds."
)
WORD_FIRST = (
    "Give notice of the new limits first, at an empty table too. "
    "No time is laid down: the change can follow at once."
)


def opened_table(layout: str, readings: dict[str, str] | None = None) -> Dealer:
    """Return a table with limits from 5.00 to 500.00 and two players."""
    dealer = Dealer(layout, readings)
    dealer.open()
    return dealer


def empty_table(dealer: Dealer) -> None:
    """Let both players take everything away."""
    for player in ("ana", "ben"):
        dealer.say(CashOut, player=player, cents=dealer.rack(player))


def test_minutes_are_counted_on_elapsed_time_and_never_on_the_wall() -> None:
    """A clock that jumps an hour changes nothing; 1,200 seconds of waiting serve the notice."""
    dealer = opened_table("star-sydney-2016")
    dealer.say(GiveNotice, subject="limits", minimum=1_000, in_seconds=1_200)
    due = dealer.elapsed_time + 1_200_000
    dealer.jump(3_600)
    jumped = dealer.say(ChangeLimits, minimum=1_000, maximum=50_000)
    dealer.jump(-7_200)
    dealer.wait(1_198)
    early = dealer.say(ChangeLimits, minimum=1_000, maximum=50_000)
    on_time = dealer.say(ChangeLimits, minimum=1_000, maximum=50_000)

    assert jumped == Refused(
        "4.5", "The notice is still running. The change is possible in 1,199 seconds.", due
    )
    assert early == Refused("4.5", "The notice is still running. The change is possible in 1 second.", due)
    assert not isinstance(on_time, Refusal)
    assert dealer.table.notices.get("limits") is None


def test_the_time_on_the_sign_is_kept_even_when_it_is_later_than_demanded() -> None:
    """A sign that says forty minutes is in force for forty minutes."""
    dealer = opened_table("star-sydney-2016")
    dealer.say(GiveNotice, subject="table", in_seconds=2_400)
    dealer.wait(1_200)

    assert dealer.say(CloseTable) == Refused(
        "9.8",
        "The notice is still running. The change is possible in 1,200 seconds.",
        dealer.elapsed_time + 1_200_000,
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"subject": "weather"}, "There is no such notice. Choose one of these: Limits change, Table"),
        ({"subject": "limits"}, "The notice names no minimum. Give the new minimum."),
        (
            {"subject": "limits", "minimum": 1_000, "maximum": 900, "in_seconds": 1_200},
            "The minimum must be at least one cent, and the maximum not below it.",
        ),
        ({"subject": "limits", "minimum": 1_000}, "Give the time on the sign: at least 1,200 seconds"),
        (
            {"subject": "limits", "minimum": 1_000, "in_seconds": 1_199},
            "The time on the sign must be 1,200 to 86,400 seconds from now, not 1,199.",
        ),
        (
            {"subject": "table", "in_seconds": 86_401},
            "The time on the sign must be 1,200 to 86,400 seconds from now, not 86,401.",
        ),
    ],
)
def test_a_notice_that_says_too_little_is_none(words: dict[str, Any], says: str) -> None:
    """The refusal says what is missing and the earliest time, that of a notice given now."""
    dealer = opened_table("star-sydney-2016")
    answer = dealer.say(GiveNotice, **words)

    assert isinstance(answer, Refusal)
    assert answer.says.startswith(says)
    assert answer.earliest == (dealer.elapsed_time + 1_200_000 if "time" in says else None)


@pytest.mark.parametrize("seconds", [1_200, 86_400])
def test_a_sign_stands_for_what_its_clause_demands_up_to_a_day(seconds: int) -> None:
    """The time on the sign is valid from the shortest to the longest, to the second."""
    answer = opened_table("star-sydney-2016").say(GiveNotice, subject="table", in_seconds=seconds)

    assert not isinstance(answer, Refusal)


def test_a_notice_stands_once_and_can_be_withdrawn() -> None:
    """A second notice would hide when the first began; after a withdrawal, the time starts from zero."""
    dealer = opened_table("star-sydney-2016")
    nothing = dealer.say(WithdrawNotice, subject="table")
    dealer.say(GiveNotice, subject="table", in_seconds=1_200)
    again = dealer.say(GiveNotice, subject="table", in_seconds=1_200)
    low = dealer.say(WithdrawNotice, Rank.DEALER, subject="table")
    dealer.wait(1_200)
    withdrawn = dealer.say(WithdrawNotice, subject="table")
    closing = dealer.say(CloseTable)

    assert nothing == Refused("9.8", "That notice has not been given.")
    assert again == Refused("9.8", "That notice has already been given. Withdraw it before you give another.")
    assert isinstance(low, Refusal)
    assert low.clause == "9.8"
    assert not isinstance(withdrawn, Refusal)
    assert closing == Refused(
        "9.8",
        "Give the players notice first. The change is possible in 1,200 seconds.",
        dealer.elapsed_time + 1_200_000,
    )


def test_nothing_is_announced_or_changed_at_a_closed_table() -> None:
    """Every one of these commands is refused until the table is open."""
    dealer = Dealer("star-sydney-2016")

    for answer in (
        dealer.say(GiveNotice, subject="table", in_seconds=1_200),
        dealer.say(ChangeLimits, minimum=1_000, maximum=None),
        dealer.say(AgreeLimits, player="ana", minimum=500, maximum=90_000, marked=True),
    ):
        assert isinstance(answer, Refusal)
        assert answer.says == "The table is closed. Open it first."


def test_a_changed_sign_governs_the_next_round_and_not_the_one_in_play() -> None:
    """With minimum 2.00 from the next round on, a stake of 3.00 is refused now and taken then."""
    dealer = opened_table("crown-sydney-2024")
    dealer.until(Step.PLACE_BETS)
    changed = dealer.say(ChangeLimits, minimum=200, maximum=20_000, unit=100, chip=50)
    now = dealer.bet("ana", {"small": 300})
    most = dealer.bet("ana", {"small": 50_000})
    dealer.until(Step.PAY)
    won = dealer.rack("ana")
    dealer.until(Step.PLACE_BETS)
    then = dealer.bet("ana", {"small": 300})
    more = dealer.bet("ana", {"small": 50_000})

    assert not isinstance(changed, Refusal)
    assert isinstance(changed[0], LimitsChanged)
    assert isinstance(now, Refusal)
    assert not isinstance(most, Refusal)
    assert won == 1_000_000 + 50_000
    assert not isinstance(then, Refusal)
    assert isinstance(more, Refusal)


def test_a_sign_that_makes_no_sense_is_not_put_up() -> None:
    """A maximum under the minimum, no unit, and less than the approved minimum are refused."""
    dealer = opened_table("crown-sydney-2024")
    upside_down = dealer.say(ChangeLimits, minimum=400, maximum=300)
    no_unit = dealer.say(ChangeLimits, minimum=400, maximum=50_000, unit=0)
    unapproved = dealer.say(ChangeLimits, minimum=100, maximum=50_000)

    assert isinstance(upside_down, Refusal)
    assert isinstance(no_unit, Refusal)
    assert unapproved == Refused("4.2.2", "The approved minimum is $2. Set at least that.")


def test_the_change_is_what_the_sign_announced() -> None:
    """A notice of 10.00 allows a minimum of 10.00, not 20.00; a lower minimum needs no notice."""
    dealer = opened_table("star-sydney-2016")
    dealer.say(GiveNotice, subject="limits", minimum=1_000, in_seconds=1_200)
    lower = dealer.say(ChangeLimits, minimum=300, maximum=50_000)
    dealer.wait(1_200)
    other = dealer.say(ChangeLimits, minimum=2_000, maximum=50_000)
    same = dealer.say(ChangeLimits, minimum=1_000, maximum=60_000)

    assert not isinstance(lower, Refusal)
    assert other == Refused(
        "4.5", "The notice announces a minimum of $10. Set that, or withdraw the notice and give another."
    )
    assert not isinstance(same, Refusal)


def test_singapore_asks_for_no_notice() -> None:
    """No clause provides for changes or closing; a notice does no harm."""
    dealer = opened_table("singapore-etg/1")
    given = dealer.say(GiveNotice, subject="limits", minimum=1_000)
    raised = dealer.say(ChangeLimits, minimum=2_000, maximum=50_000)
    personal = dealer.say(AgreeLimits, player="ana", maximum=90_000, marked=True)
    closed = dealer.say(CloseTable)

    assert not isinstance(given, Refusal)
    assert isinstance(given[0], NoticeGiven)
    assert not isinstance(raised, Refusal)
    assert isinstance(personal, Refusal)
    assert personal.says == "No rank may agree limits with one player under this rulebook."
    assert not isinstance(closed, Refusal)


def test_no_ruling_no_personal_limits() -> None:
    """Even with the power, Singapore's ruling refuses."""
    table = opened_table("singapore-etg/1").table
    command = AgreeLimits(
        id="x", stamp=Stamp("dana", Rank.SENIOR_MANAGER, 0, 0), player="ana", maximum=90_000, marked=True
    )

    assert agree_limits(table, command) == Refused("3.3", "This rulebook has no limits for single players.")


def test_spins_count_when_completed_and_from_the_next_round_on() -> None:
    """Given in round 1, which is then void, rounds 2, 3 and 4 count; the same if round 1 ends."""
    for void in (True, False):
        dealer = opened_table("crown-sydney-2024")
        dealer.until(Step.PLACE_BETS)
        dealer.say(GiveNotice, subject="table")
        if void:
            dealer.until(Step.UNCOVER)
            dealer.say(DeclareVoid, Rank.DEALER, ground="not-flat")
        else:
            dealer.until(Step.PAY)
        left = []
        for _ in range(3):
            answer = dealer.say(CloseTable)
            assert isinstance(answer, Refusal)
            left.append(answer.says)
            dealer.until(Step.PAY)

        assert left == [
            "The notice is still running. The change is possible after 3 more completed spins.",
            "The notice is still running. The change is possible after 2 more completed spins.",
            "The notice is still running. The change is possible after 1 more completed spin.",
        ]
        assert not isinstance(dealer.say(CloseTable), Refusal)


def test_a_void_does_not_shorten_a_notice_that_it_did_not_interrupt() -> None:
    """A notice given between rounds is not shortened by a void round."""
    dealer = opened_table("crown-sydney-2024")
    dealer.say(GiveNotice, subject="table")
    dealer.until(Step.UNCOVER)
    dealer.say(DeclareVoid, Rank.DEALER, ground="not-flat")

    assert dealer.say(CloseTable) == Refused(
        "10.5", "The notice is still running. The change is possible after 3 more completed spins.", spins=3
    )


@pytest.mark.parametrize(
    "layout", ["crown-sydney-2024", "crown-melbourne-6.1/a", "canberra-2005", "star-sydney-2016"]
)
def test_an_empty_table_closes_without_notice(layout: str) -> None:
    """Notice is owed to players, and no player is present."""
    dealer = opened_table(layout)
    empty_table(dealer)

    assert not isinstance(dealer.say(CloseTable), Refusal)


def test_chips_on_the_layout_are_players_present() -> None:
    """With everything staked and nothing on the rack, the minimum may not rise without its notice."""
    dealer = opened_table("crown-sydney-2024")
    dealer.say(CashOut, player="ben", cents=1_000_000)
    dealer.say(CashOut, player="ana", cents=950_000)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 50_000})
    held, due = (
        dealer.say(ChangeLimits, minimum=1_000, maximum=50_000),
        dealer.elapsed_time + 1_200_000,
    )
    dealer.until(Step.PAY, dice=(4, 5, 6))
    free = dealer.say(ChangeLimits, minimum=1_000, maximum=50_000)

    assert held == Refused(
        "4.5.2", "Give the players notice first. The change is possible in 1,200 seconds.", due
    )
    assert not isinstance(free, Refusal)


def test_one_who_took_a_wager_back_does_not_hide_another_who_has_not() -> None:
    """With empty racks, players are present while one slip has stakes, and not in a round without any."""
    dealer = opened_table("crown-sydney-2024")
    for player in ("ana", "ben"):
        dealer.say(CashOut, player=player, cents=950_000)
    dealer.until(Step.PLACE_BETS)
    for player in ("ana", "ben"):
        dealer.bet(player, {"small": 50_000})
    dealer.bet("ana", {})
    dealer.say(CashOut, player="ana", cents=50_000)
    one = has_players(dealer.table)
    dealer.bet("ben", {})
    dealer.say(CashOut, player="ben", cents=50_000)

    assert (one, has_players(dealer.table)) == (True, False)
    empty_table(dealer := opened_table("crown-sydney-2024"))
    dealer.until(Step.PLACE_BETS)
    assert dealer.table.round is not None and not has_players(dealer.table)


@pytest.mark.parametrize("layout", ["crown-sydney-2024", "star-sydney-2016", "crown-melbourne-6.1/a"])
def test_a_seated_player_is_present_without_a_chip(layout: str) -> None:
    """A player who has just lost everything may buy in again: neither limits nor closing skip the notice."""
    dealer = Dealer(layout)
    dealer.open(seats=4)
    empty_table(dealer)
    dealer.say(TakeSeat, None, player="ana", seat=1)
    raised = dealer.say(ChangeLimits, minimum=1_000, maximum=50_000)
    closed = dealer.say(CloseTable)
    dealer.say(LeaveSeat, None, player="ana")

    assert isinstance(raised, Refusal)
    assert isinstance(closed, Refusal)
    assert not isinstance(dealer.say(CloseTable), Refusal)


def test_agreed_limits_end_when_they_are_taken_back_and_when_the_table_closes() -> None:
    """Without figures the marker goes; a player without a marker is refused."""
    dealer = opened_table("crown-sydney-2024")
    dealer.say(AgreeLimits, player="ana", maximum=90_000, marked=True)
    agreed = dealer.table.agreed.get("ana")
    ended = dealer.say(AgreeLimits, player="ana")
    unmarked = dealer.say(AgreeLimits, player="ana")
    dealer.say(AgreeLimits, player="ben", minimum=300, marked=True)
    upside_down = dealer.say(AgreeLimits, player="ana", minimum=60_000, marked=True)
    empty_table(dealer)
    dealer.say(CloseTable)

    assert agreed == AgreedLimits(500, 90_000)
    assert not isinstance(ended, Refusal)
    assert unmarked == Refused("4.4", "ana has no personal limits.")
    assert isinstance(upside_down, Refusal)
    assert not dealer.table.agreed


def test_a_marked_maximum_never_falls_under_the_sign() -> None:
    """Canberra marks only the maximum: the higher one counts, and no maximum is higher than any."""
    sign, open_ended = LimitsSign(500, 50_000, 1, 1, None), LimitsSign(500, None, 1, 1, None)

    assert sign_for_player(sign, AgreedLimits(None, 90_000)).maximum == 90_000
    assert sign_for_player(sign, AgreedLimits(None, 20_000)).maximum == 50_000
    assert sign_for_player(open_ended, AgreedLimits(None, 20_000)).maximum is None
    assert sign_for_player(sign, AgreedLimits(1_000, None)) == LimitsSign(1_000, None, 1, 1, None)


@pytest.mark.parametrize(
    ("layout", "clause", "says"),
    [
        ("crown-melbourne-6.1/a", "fn1/66(2)", SIGN_FIRST),
        ("star-sydney-2016", "4.5", SIGN_FIRST),
        ("canberra-2005", "3.1", WORD_FIRST),
    ],
)
def test_an_empty_table_hears_what_its_own_clause_demands(layout: str, clause: str, says: str) -> None:
    """No player is present, but the notice is still required, and the refusal says when it is served."""
    dealer = opened_table(layout)
    empty_table(dealer)
    answer = dealer.say(ChangeLimits, minimum=1_000, maximum=50_000)
    earliest = dealer.elapsed_time + 1_200_000 if says == SIGN_FIRST else None

    assert answer == Refused(clause, says, earliest)


def test_a_notice_runs_to_its_last_millisecond() -> None:
    """One millisecond before its time, a notice is not served."""
    dealer = opened_table("star-sydney-2016")
    dealer.say(GiveNotice, subject="limits", minimum=1_000, in_seconds=1_200)
    dealer.wait(1_200)
    dealer.waited -= 1
    early = dealer.say(ChangeLimits, minimum=1_000, maximum=50_000)

    assert isinstance(early, Refusal) and early.says.endswith("possible in 1 second.")
    assert not isinstance(dealer.say(ChangeLimits, minimum=1_000, maximum=50_000), Refusal)
