"""Super Streak at the table: placed before the spin, carried across rounds, paid when its run ends."""

from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.machine.messages import Stamp
from sicbo.rulebooks import every_layout
from sicbo.table.messages.faults import ReportFault
from sicbo.table.messages.round import DeclareVoid, GiveNotice
from sicbo.table.messages.super_streak import (
    CallFinalStreaks,
    CloseStreaks,
    PlaceStreak,
    StreakEndForced,
    StreaksAdvanced,
)
from sicbo.table.round.super_streak import close_streaks
from tests.refused import Refused
from tests.table.dealer import Answer, Dealer
from tests.table.pit import BIG_ODD, SMALL_EVEN, SMALL_ODD, TRIPLE, Pit


def refusal_of(answer: Answer) -> Refusal:
    """Return an answer that must be a refusal."""
    assert isinstance(answer, Refusal), answer
    return answer


def test_a_wager_runs_across_rounds_and_is_paid_when_its_run_breaks() -> None:
    """Placed after a Small, then five more and a Big: it is paid 10 to 1 and returned in the round that broke
    it.
    """
    pit = Pit()
    pit.rounds(SMALL_ODD)
    placed = pit.streak()
    held = pit.rack("ana")
    pit.rounds(SMALL_ODD, SMALL_EVEN, TRIPLE, SMALL_ODD, SMALL_EVEN, SMALL_ODD)
    running = pit.counts()
    pit.rounds(BIG_ODD)

    assert not isinstance(placed, Refusal)
    assert held == 1_000_000 - 1_000
    assert running == [("streak-small", 5)]
    assert pit.lines() == [("ana", "streak-small", 5, "won", 10_000)]
    assert pit.rack("ana") == 1_000_000 + 10_000
    assert pit.counts() == []
    assert pit.replays()


def test_two_lines_may_end_in_one_round_for_several_players() -> None:
    """Small and Even run for ana, Small for ben; 4-5-6 ends all three as lost."""
    pit = Pit()
    pit.rounds(SMALL_EVEN)
    pit.streak("ana", "small")
    pit.streak("ana", "even")
    pit.streak("ben", "small")
    pit.rounds(SMALL_EVEN, BIG_ODD)

    assert sorted(pit.lines()) == [
        ("ana", "streak-even", 1, "lost", 0),
        ("ana", "streak-small", 1, "lost", 0),
        ("ben", "streak-small", 1, "lost", 0),
    ]
    assert (pit.rack("ana"), pit.rack("ben")) == (1_000_000 - 2_000, 1_000_000 - 1_000)
    assert pit.replays()


@pytest.mark.parametrize("layout", [layout for layout in every_layout() if "star" not in layout])
def test_elsewhere_there_is_no_super_streak(layout: str) -> None:
    """It can be neither opened, placed, called nor closed."""
    dealer = Dealer(layout)
    shut = refusal_of(dealer.open(streak_stake=1_000))
    dealer.open()
    wager = dealer.say(PlaceStreak, None, player="ana", side="small", cents=1_000, round=1)

    assert shut.says.endswith("has no Super Streak.")
    assert refusal_of(wager).says == shut.says
    assert refusal_of(dealer.say(CallFinalStreaks)).says == shut.says
    assert refusal_of(dealer.say(CloseStreaks)).says == "No rank may close Super Streak under this rulebook."
    assert refusal_of(dealer.say(GiveNotice, subject="super-streak")).says.startswith("No rank may")


def test_no_close_without_rulings_even_with_the_power() -> None:
    """The rulebook's own section on Super Streak decides."""
    table = Dealer("canberra-2005").table

    assert isinstance(close_streaks(table, CloseStreaks(id="x", stamp=Stamp("dana", None, 0, 0))), Refusal)


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ({"streak_stake": 0, "equipment": ("streak screen",)}, "6.7"),
        ({"streak_stake": 1_000, "equipment": ()}, "6.1"),
    ],
)
def test_super_streak_needs_an_amount_and_a_screen(words: dict[str, Any], clause: str) -> None:
    """The table does not open with only one of them."""
    assert refusal_of(Dealer("star-sydney-2016").open(**words)).clause == clause


@pytest.mark.parametrize(
    ("words", "clause", "says"),
    [
        ({"side": "big"}, "6.2", "The new run is Small. Place the wager on Super Streak Small."),
        ({"cents": 900}, "6.7", "A Super Streak wager costs $10."),
        ({"cents": 0}, "6.7", "A Super Streak wager costs $10."),
        ({"side": "any"}, "6.5", "There is no Super Streak on “any”. Choose one of"),
        ({"round": 1}, "6.1", "That wager is for round 1. Send one for round 2."),
        (
            {"instrument": "credit"},
            None,
            "You cannot stake credits here. Use value chips,",
        ),
        ({"instrument": "colour-chip"}, "3.8", "Name the colour of the chips on Super Streak Small"),
        ({"instrument": "colour-chip:red"}, "3.6", "ana has no red chips of this table. Buy some"),
        ({"instrument": "token"}, None, "You need $10 more in tokens."),
    ],
)
def test_a_wager_that_cannot_stand_hears_why(words: dict[str, Any], clause: str | None, says: str) -> None:
    """After one Small, the window of Small is open for exactly the sign's amount."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    answer = refusal_of(pit.streak(**words))

    assert answer.says.startswith(says)
    assert clause is None or answer.clause == clause
    assert pit.rack("ana") == 1_000_000


def test_one_wager_on_an_area_and_none_taken_back() -> None:
    """A second wager on the same area is refused, and a slip cannot name the area."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    second = refusal_of(pit.streak())
    pit.until(Step.PLACE_BETS)
    slip = refusal_of(pit.bet("ana", {"streak-small": 1_000}))

    assert second == Refused("6.7", "ana already has a wager on Super Streak Small. Wait until it ends.")
    assert slip.says.startswith("This layout has no bet “Super Streak Small”")


def test_without_an_amount_on_the_sign_it_is_not_offered() -> None:
    """A table of The Star that opened without it has nothing to call or close."""
    dealer = Dealer("star-sydney-2016")
    dealer.open()
    dealer.until(Step.PAY)
    wager = dealer.say(PlaceStreak, None, player="ana", side="small", cents=1_000, round=2)

    assert refusal_of(wager).clause == "6.7"
    assert refusal_of(dealer.say(CallFinalStreaks)).clause == "6.6"
    assert refusal_of(dealer.say(CloseStreaks)).clause == "6.6"
    assert dealer.table.streaks.runs == ()
    assert not any(isinstance(event, StreaksAdvanced) for event in dealer.journal)


def test_before_the_tumbler_runs_or_while_bets_are_open_by_the_reading() -> None:
    """By default a wager is taken while the dice are covered but not after the tumble; ST-12 differs."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.until(Step.COVER)
    in_time = pit.streak()
    pit.until(Step.SPIN)
    late = refusal_of(pit.streak("ben"))

    with_bets = Pit({"ST-12": "with-other-bets"})
    with_bets.rounds(SMALL_ODD)
    early = refusal_of(with_bets.streak())
    with_bets.until(Step.PLACE_BETS)
    open_now = with_bets.streak()
    with_bets.until(Step.CLOSE)
    closed = refusal_of(with_bets.streak("ben"))

    assert not isinstance(in_time, Refusal)
    assert late == Refused("6.1", "The tumbler has run. Wait for the next round.")
    assert early.says == closed.says == "Bets are not open yet. Wait for “Place your bets”."
    assert not isinstance(open_now, Refusal)


def test_no_wager_for_a_round_that_can_only_be_void() -> None:
    """After two tumbles the round can only be void; the next round takes the wager."""
    pit = Pit({"ST-12": "with-other-bets"})
    pit.rounds(SMALL_ODD)
    pit.until(Step.SPIN, tumbles=2)

    assert refusal_of(pit.streak()).says == "This round will be void. Wait for the next one."


def test_a_void_round_holds_runs_and_wagers() -> None:
    """Not flat: stakes of the round are returned, Super Streak waits, and 8.6 is recorded for it."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.rounds(SMALL_EVEN)
    pit.until(Step.UNCOVER)
    answer = pit.say(DeclareVoid, Rank.DEALER, ground="not-flat")
    held = pit.counts()
    pit.rounds(BIG_ODD)

    assert not isinstance(answer, Refusal)
    assert [event.clause for event in answer if isinstance(event, StreaksAdvanced)] == ["8.6"]
    assert held == [("streak-small", 1)]
    assert pit.lines() == [("ana", "streak-small", 1, "lost", 0)]
    assert pit.replays()


def test_an_invalidated_round_holds_them_by_its_own_clause() -> None:
    """A brawl: 9.5 does not mention Super Streak, so it waits."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.until(Step.PLACE_BETS)
    answer = pit.say(DeclareVoid, ground="disruption", note="a brawl")

    assert not isinstance(answer, Refusal)
    assert [event.clause for event in answer if isinstance(event, StreaksAdvanced)] == ["9.5"]
    assert pit.counts() == [("streak-small", 0)]


def test_a_lighting_fault_ends_nothing_where_super_streak_is_not_offered() -> None:
    """At a table of The Star without it, the fault is recorded and no streak ends."""
    dealer = Dealer("star-sydney-2016")
    dealer.open()
    dealer.until(Step.ENTER)
    answer = dealer.say(ReportFault, fault="lights-dark")

    assert not isinstance(answer, Refusal)
    assert not any(isinstance(event, StreakEndForced) for event in answer)


def test_a_lighting_fault_ends_every_one_with_its_round() -> None:
    """Four counted and the fifth under failed lights: it is paid for five; a new one is lost at zero."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.rounds(SMALL_ODD, SMALL_ODD, SMALL_ODD, SMALL_EVEN)
    pit.streak("ben", "even")
    pit.until(Step.ENTER, dice=SMALL_ODD)
    forced = pit.say(ReportFault, fault="lights-dark")
    again = pit.say(ReportFault, fault="lights-wrong")
    pit.until(Step.PAY)

    assert not isinstance(forced, Refusal)
    assert [event.clause for event in forced if isinstance(event, StreakEndForced)] == ["8.7.1"]
    assert not isinstance(again, Refusal)
    assert not any(isinstance(event, StreakEndForced) for event in again)
    assert pit.lines() == [("ana", "streak-small", 5, "won", 10_000), ("ben", "streak-even", 0, "lost", 0)]
    assert not pit.table.streaks.wagers
    assert pit.replays()
