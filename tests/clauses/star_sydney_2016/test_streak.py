"""The Star 2016 at the table: Super Streak from opening to closing, signs, and the close of a table."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.messages.chips import IssueColours
from sicbo.table.messages.round import AgreeLimits, CashOut, ChangeLimits, CloseTable, GiveNotice
from sicbo.table.messages.super_streak import CallFinalStreaks, CloseStreaks, StreakSettled
from tests.clauses.proves import proves
from tests.refused import Refused
from tests.table.dealer import Answer, Dealer
from tests.table.pit import BIG_EVEN, BIG_ODD, SMALL_EVEN, SMALL_ODD, TRIPLE, Pit

ODDS = {4: 6, 5: 10, 6: 15, 7: 20, 8: 35, 9: 50, 10: 75, 11: 100}


def refusal_of(answer: Answer) -> Refusal:
    """Return a refusal, which the answer must be."""
    assert isinstance(answer, Refusal), answer
    return answer


def test_4_5_a_higher_minimum_waits_for_the_time_on_its_sign() -> None:
    """Nineteen minutes are refused, twenty do; a lower one at once; a dealer may change nothing."""
    dealer = Dealer("star-sydney-2016")
    dealer.open()
    low = refusal_of(dealer.say(ChangeLimits, Rank.DEALER, minimum=400, maximum=50_000))
    lower = dealer.say(ChangeLimits, Rank.SUPERVISOR, minimum=400, maximum=60_000)
    dealer.say(GiveNotice, Rank.SUPERVISOR, subject="limits", minimum=1_000, in_seconds=1_200)
    due = dealer.elapsed_time + 1_200_000
    dealer.wait(1_140)
    early = dealer.say(ChangeLimits, Rank.SUPERVISOR, minimum=1_000, maximum=60_000)
    dealer.wait(60)
    on_time = dealer.say(ChangeLimits, Rank.SUPERVISOR, minimum=1_000, maximum=60_000)

    assert low.clause == "4.5"
    assert not isinstance(lower, Refusal)
    assert early == Refused("4.5", "The notice is still running. The change is possible in 60 seconds.", due)
    assert not isinstance(on_time, Refusal)


@proves("6.7")
def test_3_3_a_super_streak_is_placed_in_colour_checks_too() -> None:
    """All wagers may be: two red at 5.00 are the 10.00 of the sign, and blue at 4.00 cannot be.

    The two stay hers while they run, and come back with the 60.00 that four Small win.
    """
    pit = Pit(colours=("red", "blue", "green"))
    pit.say(IssueColours, player="ana", colour="red", pieces=2, value=500)
    pit.say(IssueColours, player="ben", colour="blue", pieces=5, value=400)
    pit.rounds(SMALL_ODD)
    broken = refusal_of(pit.streak("ben", instrument="colour-chip:blue"))
    other = refusal_of(pit.streak("ben", instrument="colour-chip:red"))
    placed = pit.streak(instrument="colour-chip:red")
    again = refusal_of(pit.streak(side="odd", instrument="colour-chip:red"))
    pit.rounds(SMALL_ODD)
    taken = refusal_of(
        pit.say(IssueColours, player="ben", colour="red", pieces=2, value=400, consent=("ana",))
    )
    pit.rounds(SMALL_ODD, SMALL_ODD, SMALL_ODD, BIG_ODD)

    assert (broken.clause, other.clause, again.clause) == ("3.8", "3.6", "3.3")
    assert broken.says == "Stake whole pieces on Super Streak Small. A blue chip is worth $4."
    assert not isinstance(placed, Refusal)
    assert taken.says == "A red piece is worth $5 here. Sell it at that value, or sell another colour."
    assert pit.lines() == [("ana", "streak-small", 4, "won", 6_000)]
    assert (pit.rack("ana", "colour-chip:red"), pit.rack("ana")) == (1_000, 1_000_000 - 1_000 + 6_000)
    assert pit.replays()


def test_6_2_read_as_always_in_progress_it_is_never_open_and_no_player_has_to_wait() -> None:
    """ST-06 `never`: before the first result and after it there is nothing to wait for."""
    pit = Pit({"ST-06": "never"})
    before = refusal_of(pit.streak())
    pit.rounds(SMALL_ODD)
    after = refusal_of(pit.streak())

    assert before == after
    assert after == Refused("6.2", "Super Streak never opens under this reading of the rule.")


def test_4_6_the_sign_for_one_player_shows_both_limits_and_a_higher_maximum() -> None:
    """Without the minimum, without more than the table's maximum, without the sign: refused."""
    dealer = Dealer("star-sydney-2016")
    dealer.open()
    half = refusal_of(dealer.say(AgreeLimits, player="ana", maximum=90_000, marked=True))
    less = refusal_of(dealer.say(AgreeLimits, player="ana", minimum=500, maximum=40_000, marked=True))
    bare = refusal_of(dealer.say(AgreeLimits, player="ana", minimum=500, maximum=90_000))

    assert {half.clause, less.clause, bare.clause} == {"4.6"}
    assert half.says == "Give the player's minimum too. The sign shows both limits."
    assert less.says == "The agreed maximum must be above that of the sign."
    assert bare.says == "Put up the sign with both of the player's limits first."


def test_6_1_it_needs_a_screen_and_is_placed_before_the_tumble() -> None:
    """No screen, no Super Streak; while the area flashes it is taken; once the dice tumbled it is not."""
    bare = refusal_of(Dealer("star-sydney-2016").open(streak_stake=1_000))
    pit = Pit()
    pit.rounds(SMALL_ODD)
    taken = pit.streak()
    pit.until(Step.SPIN)

    assert bare.clause == "6.1"
    assert not isinstance(taken, Refusal)
    assert refusal_of(pit.streak("ben")) == Refused("6.1", "The tumbler has run. Wait for the next round.")


def test_6_2_the_window_of_a_day_opens_and_shuts_with_the_results() -> None:
    """None: shut. Triple: shut. Small: open. Small again: shut. Big: open, for Big only."""
    pit = Pit()
    shut = [refusal_of(pit.streak()).clause]
    pit.rounds(TRIPLE)
    shut.append(refusal_of(pit.streak()).clause)
    pit.rounds(SMALL_ODD)
    first = pit.streak()
    pit.rounds(SMALL_EVEN)
    shut.append(refusal_of(pit.streak("ben")).clause)
    pit.rounds(BIG_EVEN)
    shut.append(refusal_of(pit.streak("ben", "small")).clause)
    broken = pit.streak("ben", "big")

    assert shut == ["6.2", "6.2", "6.2", "6.2"]
    assert not isinstance(first, Refusal)
    assert not isinstance(broken, Refusal)


@proves("6.4", "6.4.1")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_6_4_1_three_or_fewer_lose_with_their_clause(count: int) -> None:
    """A triple on the way changes nothing; the stake is collected when the run breaks."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.rounds(*[SMALL_EVEN] * count, TRIPLE, BIG_ODD)

    assert pit.lines() == [("ana", "streak-small", count, "lost", 0)]
    assert pit.clauses() == ["6.4.1"]
    assert pit.rack("ana") == 1_000_000 - 1_000


@proves("6.4", "6.4.2", "7.2", *(f"7.2/{count}" for count in ODDS))
@pytest.mark.parametrize("count", ODDS)
def test_6_4_2_four_to_eleven_are_paid_when_they_break(count: int) -> None:
    """10.00 at the odds of its length, and the stake back; a triple on the way changes nothing."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.rounds(TRIPLE, *[SMALL_EVEN] * count, BIG_ODD)

    assert pit.lines() == [("ana", "streak-small", count, "won", 1_000 * ODDS[count])]
    assert pit.clauses() == [f"6.4.2, 7.2/{count}"]
    assert pit.rack("ana") == 1_000_000 + 1_000 * ODDS[count]


@proves("6.3", "7.2/12")
def test_7_2_12_is_paid_at_once_and_ends() -> None:
    """The twelfth like result pays 500 to 1; the run itself goes on without the wager."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.rounds(*[SMALL_EVEN] * 12)

    assert pit.lines() == [("ana", "streak-small", 12, "won", 500_000)]
    assert pit.clauses() == ["6.4.2, 7.2/12"]
    assert pit.counts() == []


def test_6_5_the_lines_end_by_themselves_or_together() -> None:
    """Small and Even running: total 7 ends Even only, total 12 Small only, total 15 both."""
    for roll, ended in ((SMALL_ODD, {"even"}), (BIG_EVEN, {"small"}), (BIG_ODD, {"small", "even"})):
        pit = Pit()
        pit.rounds(SMALL_EVEN)
        pit.streak(side="small")
        pit.streak(side="even")
        pit.rounds(roll)

        assert {bet.removeprefix("streak-") for _, bet, *_ in pit.lines()} == ended


def test_6_6_sign_final_call_and_what_runs_plays_on() -> None:
    """No call before the sign, nothing new after it, no closing before twenty minutes are over."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    early_call = refusal_of(pit.say(CallFinalStreaks, Rank.DEALER))
    unsigned = refusal_of(pit.say(CloseStreaks, Rank.SUPERVISOR))
    timeless = refusal_of(pit.say(GiveNotice, Rank.SUPERVISOR, subject="super-streak"))
    pit.say(GiveNotice, Rank.SUPERVISOR, subject="super-streak", in_seconds=1_200)
    uncalled = pit.streak("ben")
    called = pit.say(CallFinalStreaks, Rank.DEALER)
    again = refusal_of(pit.say(CallFinalStreaks, Rank.DEALER))
    new = refusal_of(pit.streak("ben", "odd"))
    pit.rounds(SMALL_EVEN)
    early = refusal_of(pit.say(CloseStreaks, Rank.SUPERVISOR))

    assert {early_call.clause, unsigned.clause, timeless.clause, again.clause, new.clause} == {"6.6"}
    assert not isinstance(uncalled, Refusal)
    assert not isinstance(called, Refusal)
    assert new.says == "The final call for Super Streak was made. Wait until the table opens again."
    assert "The change is possible in " in early.says
    assert pit.counts() == [("streak-small", 1)]


@proves("6.6")
def test_6_6_neither_super_streak_nor_the_table_closes_while_one_runs() -> None:
    """Twenty minutes have passed, one still runs: play on. When it ended, both close."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    for subject in ("super-streak", "table"):
        pit.say(GiveNotice, subject=subject, in_seconds=1_200)
    pit.wait(1_201)
    uncalled = refusal_of(pit.say(CloseStreaks, Rank.SUPERVISOR))
    pit.say(CallFinalStreaks, Rank.DEALER)
    by_dealer = refusal_of(pit.say(CloseStreaks, Rank.DEALER))
    running = refusal_of(pit.say(CloseStreaks, Rank.SUPERVISOR))
    table = refusal_of(pit.say(CloseTable))
    pit.rounds(SMALL_EVEN, BIG_EVEN)
    closed = pit.say(CloseStreaks, Rank.SUPERVISOR)
    shut = pit.say(CloseTable)

    assert uncalled == Refused("6.6", "Make the final call for Super Streak first.")
    assert by_dealer.clause == "6.6"
    assert running == Refused("6.6", "1 Super Streak wager is still running. Wait until it ends.")
    assert table == running
    assert [type(event) for event in pit.journal].count(StreakSettled) == 1
    assert not isinstance(closed, Refusal)
    assert not isinstance(shut, Refusal)


def test_6_7_the_stake_is_just_what_the_sign_shows() -> None:
    """9.99 and 10.01 are refused; without an amount the table does not offer it."""
    pit = Pit()
    pit.rounds(SMALL_ODD)

    for cents in (999, 1_001):
        assert refusal_of(pit.streak(cents=cents)) == Refused("6.7", "A Super Streak wager costs $10.")
    assert not isinstance(pit.streak(cents=1_000), Refusal)


def test_9_8_a_table_with_players_closes_after_twenty_minutes_of_its_sign() -> None:
    """Nineteen minutes are refused with what is left, twenty do; an empty table closes at once."""
    dealer, empty = Dealer("star-sydney-2016"), Dealer("star-sydney-2016")
    dealer.open()
    empty.open()
    for player in ("ana", "ben"):
        empty.say(CashOut, player=player, cents=1_000_000)
    low = refusal_of(dealer.say(GiveNotice, Rank.DEALER, subject="table", in_seconds=1_200))
    unsigned = refusal_of(dealer.say(CloseTable, Rank.SUPERVISOR))
    dealer.say(GiveNotice, Rank.SUPERVISOR, subject="table", in_seconds=1_200)
    due = dealer.elapsed_time + 1_200_000
    dealer.wait(1_140)
    early = dealer.say(CloseTable, Rank.SUPERVISOR)
    dealer.wait(60)
    closed = dealer.say(CloseTable, Rank.SUPERVISOR)

    assert low.clause == unsigned.clause == "9.8"
    assert early == Refused("9.8", "The notice is still running. The change is possible in 60 seconds.", due)
    assert not isinstance(closed, Refusal)
    assert not isinstance(empty.say(CloseTable, Rank.SUPERVISOR), Refusal)
