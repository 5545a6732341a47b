"""Super Streak at the table: corrections, readings, gaming days and the closing of the option."""

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.table.messages.faults import ReportFault
from sicbo.table.messages.people import (
    ExcludeFromGame,
    PlayerSanctioned,
    RecordOffence,
    RequireToVacate,
    TakeSeat,
    VoidPlayersWagers,
)
from sicbo.table.messages.round import BuyIn, CashOut, CloseTable, CorrectResult, GiveNotice
from sicbo.table.messages.super_streak import (
    BeginGamingDay,
    CallFinalStreaks,
    CloseStreaks,
    StreakReturned,
    StreakReversed,
    StreaksAdvanced,
)
from tests.table.dealer import EQUIPMENT, Answer, Dealer
from tests.table.pit import BIG_EVEN, BIG_ODD, SMALL_EVEN, SMALL_ODD, TRIPLE, Pit


def refusal_of(answer: Answer) -> Refusal:
    """Return an answer that must be a refusal."""
    assert isinstance(answer, Refusal), answer
    return answer


def test_a_correction_counts_the_round_again_by_the_dice() -> None:
    """Entered Big, ana lost at four and ben bet the new run; by the dice, Small, both are counted again."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.rounds(SMALL_ODD, SMALL_ODD, SMALL_ODD, BIG_ODD)
    lost = pit.rack("ana")
    pit.streak("ben", "big")
    answer = pit.say(CorrectResult, dice=SMALL_ODD, second="kim", reason="misread")

    assert lost == 1_000_000 - 1_000
    assert not isinstance(answer, Refusal)
    assert [event.player for event in answer if isinstance(event, StreakReturned)] == ["ben"]
    assert [event.player for event in answer if isinstance(event, StreakReversed)] == ["ana"]
    assert pit.counts() == [("streak-small", 4)]
    assert pit.table.streaks.runs[0].length == 5
    assert pit.rack("ben") == 1_000_000
    pit.rounds(BIG_ODD)
    assert pit.rack("ana") == 1_000_000 + 6_000
    assert pit.replays()


def test_a_corrected_round_can_be_corrected_again() -> None:
    """Won by the entry, running by the dice, won after all: the last correction decides the money."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.rounds(SMALL_ODD, SMALL_ODD, SMALL_ODD, SMALL_ODD, BIG_ODD)
    racks = [pit.rack("ana")]
    for dice in (SMALL_EVEN, TRIPLE, BIG_EVEN):
        pit.say(CorrectResult, dice=dice, second="kim", reason="misread")
        racks.append(pit.rack("ana"))

    assert racks == [1_006_000, 999_000, 999_000, 1_006_000]
    assert pit.replays()


def test_a_correction_before_settlement_needs_nothing_undone() -> None:
    """Entered Big, corrected to Small before settlement: the run goes on."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.until(Step.ENTER, dice=BIG_ODD)
    answer = pit.say(CorrectResult, dice=SMALL_ODD, second="kim", reason="misread")
    pit.until(Step.PAY)

    assert not isinstance(answer, Refusal)
    assert len(answer) == 1
    assert pit.counts() == [("streak-small", 1)]


def test_the_readings_of_a_wrong_entry_and_of_the_screen() -> None:
    """ST-18 may treat it as a lighting fault; ST-25 may let the screen's count decide."""
    as_lights = {"ST-18": "as-lights"}
    after_pay, before_pay, screen = Pit(as_lights), Pit(as_lights), Pit({"ST-25": "screen"})
    for pit in (after_pay, before_pay, screen):
        pit.rounds(SMALL_ODD)
        pit.streak()
        pit.until(Step.ENTER, dice=SMALL_EVEN)
        if pit is not before_pay:
            pit.until(Step.PAY)
        pit.say(CorrectResult, dice=SMALL_ODD, second="kim", reason="misread")
    before_pay.until(Step.PAY)

    assert after_pay.lines() == before_pay.lines() == [("ana", "streak-small", 1, "lost", 0)]
    assert screen.counts() == [("streak-small", 1)]
    assert not screen.lines()


def test_each_rung_is_paid_on_the_way_by_that_reading() -> None:
    """ST-09 may pay every length: 6 to 1 at four, 10 to 1 at five, the stake at the end."""
    pit = Pit({"ST-09": "each-rung"})
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.rounds(SMALL_ODD, SMALL_ODD, SMALL_ODD, SMALL_ODD)
    at_four = pit.rack("ana")
    pit.rounds(SMALL_ODD)
    at_five = pit.rack("ana")
    pit.rounds(BIG_ODD)

    assert (at_four, at_five, pit.rack("ana")) == (1_005_000, 1_015_000, 1_016_000)
    assert pit.replays()


def test_a_token_wins_chips_and_stays_with_the_house_where_tokens_do() -> None:
    """A token on a run of four wins 60.00 in chips."""
    pit = Pit()
    pit.say(BuyIn, player="ana", cents=1_000, instrument="token")
    pit.rounds(SMALL_ODD)
    pit.streak(instrument="token")
    pit.rounds(SMALL_ODD, SMALL_ODD, SMALL_ODD, SMALL_ODD, BIG_ODD)

    assert pit.rack("ana") == 1_006_000


def test_a_new_gaming_day_restarts_the_runs_and_holds_wagers() -> None:
    """The window is shut until the day's first result; an earlier wager runs on; no round may be in play."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.rounds(SMALL_ODD)
    pit.until(Step.COVER)
    running = refusal_of(pit.say(BeginGamingDay, day="2016-08-18"))
    pit.until(Step.PAY, dice=SMALL_EVEN)
    pit.say(BeginGamingDay, day="2016-08-18")
    runs = [(run.side, run.length) for run in pit.table.streaks.runs]
    shut = refusal_of(pit.streak("ben"))
    late = refusal_of(pit.say(CorrectResult, dice=BIG_ODD, second="kim", reason="too late"))
    pit.rounds(SMALL_EVEN)

    assert running.says.startswith("Finish round 3 first")
    assert runs == [(None, 0), (None, 0)]
    assert shut.clause == "6.2"
    assert late.says == "There is no result to correct. Name a round that has one."
    assert pit.counts() == [("streak-small", 3)]
    assert not isinstance(pit.streak("ben"), Refusal)
    assert pit.replays()


def test_a_new_gaming_day_ends_warnings_that_last_a_day() -> None:
    """Canberra: the next wager under the minimum is settled again; elsewhere nothing changes."""
    dealer = Dealer("canberra-2005")
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 300})
    dealer.until(Step.PAY)
    warned = dealer.table.warned
    dealer.say(BeginGamingDay, day="2005-07-02")
    sydney = Dealer("crown-sydney-2024")
    sydney.open()

    assert warned == {"ana"}
    assert dealer.table.warned == frozenset()
    assert not isinstance(sydney.say(BeginGamingDay, day="2024-07-02"), Refusal)


def test_closing_by_the_reading_settles_on_the_next_result() -> None:
    """ST-11 may end them with the first result after the final call: lost at one."""
    pit = Pit({"ST-11": "next-result"})
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.say(GiveNotice, subject="super-streak", in_seconds=1_200)
    pit.say(CallFinalStreaks)
    pit.rounds(SMALL_ODD)

    assert pit.lines() == [("ana", "streak-small", 1, "lost", 0)]
    assert pit.replays()


def test_an_empty_table_closes_super_streak_at_once() -> None:
    """An empty table needs no sign and no call; a stake on a run counts as a player."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.say(CashOut, player="ben", cents=1_000_000)
    pit.say(CashOut, player="ana", cents=999_000)
    pit.streak()
    staked = refusal_of(pit.say(CloseStreaks))
    pit.rounds(BIG_ODD)
    closed = pit.say(CloseStreaks)
    shut = pit.say(CloseTable)
    pit.open(equipment=(*EQUIPMENT, "streak screen"), streak_stake=2_000)
    reopened = pit.streak(side="big", cents=2_000)

    assert staked.says == "Give the players notice first. The change is possible in 1,200 seconds."
    assert not isinstance(closed, Refusal)
    assert not isinstance(shut, Refusal)
    assert not isinstance(reopened, Refusal)
    assert pit.replays()


def test_a_new_gaming_day_gives_wagers_back_by_that_reading() -> None:
    """ST-07 may refund them: the stake is back before ana."""
    pit = Pit({"ST-07": "refunded"})
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.say(BeginGamingDay, day="2016-08-18")

    assert pit.lines() == [("ana", "streak-small", 0, "returned", 0)]
    assert pit.rack("ana") == 1_000_000
    assert pit.replays()


def test_an_excluded_player_places_none() -> None:
    """A player excluded from the game cannot place a Super Streak either."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.say(RecordOffence, offence="device", player="ana", note="a counter in the sleeve")
    pit.say(ExcludeFromGame, player="ana", note="a counter in the sleeve")

    assert "is excluded" in refusal_of(pit.streak("ana")).says
    assert not isinstance(pit.streak("ben"), Refusal)


def catch_with_device(pit: Pit) -> Answer:
    """Record that ana has a device, and void her wagers."""
    pit.say(RecordOffence, player="ana", offence="device", note="seen")
    return pit.say(VoidPlayersWagers, player="ana", note="a device")


def test_9_3_1_an_offenders_super_streak_is_void_too() -> None:
    """It covers any wager of the player: a running stake is returned, and no correction restores it."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.streak("ben")
    pit.rounds(SMALL_ODD)
    answer = catch_with_device(pit)
    again = pit.say(VoidPlayersWagers, player="ana", note="a device")
    pit.say(CorrectResult, dice=SMALL_EVEN, second="kim", reason="misread")

    assert not isinstance(answer, Refusal)
    assert [(type(event), event.clause) for event in answer] == [
        (StreakReturned, "9.3.1"),
        (PlayerSanctioned, "9.3.1"),
    ]
    assert refusal_of(again).says == "ana has no wager on the layout."
    assert pit.rack("ana") == 1_000_000
    assert [len(mine) for mine in pit.table.streaks.wagers.values()] == [1]
    assert pit.replays()


def test_8_7_1_lights_found_dark_after_the_payment_end_every_super_streak() -> None:
    """Ana's four are paid at once, ben's wager for the next round is returned, and nothing runs on."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.rounds(SMALL_ODD, SMALL_ODD, SMALL_ODD, SMALL_EVEN)
    pit.streak("ben", "even")
    answer = pit.say(ReportFault, fault="lights-dark")
    paid = pit.rack("ana")
    again = pit.say(ReportFault, fault="lights-wrong")
    pit.say(CorrectResult, dice=BIG_ODD, second="kim", reason="misread")

    assert not isinstance(answer, Refusal)
    assert not isinstance(again, Refusal)
    assert [event.player for event in answer if isinstance(event, StreakReturned)] == ["ben"]
    assert not any(isinstance(event, StreakReturned | StreaksAdvanced) for event in again)
    assert paid == 1_000_000 + 6_000
    assert pit.rack("ben") == 1_000_000
    assert pit.rack("ana") == 1_000_000 - 1_000
    assert not pit.table.streaks.wagers
    assert pit.replays()


def test_9_9_a_super_streak_is_a_wager_of_the_round_it_was_placed_for() -> None:
    """Ana stakes only one for the second round: after the fourth she has abstained from two."""
    pit = Pit(seats=2)
    for seat, player in enumerate(("ana", "ben"), 1):
        pit.say(TakeSeat, None, player=player, seat=seat)
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.rounds(SMALL_ODD, SMALL_ODD, SMALL_ODD)
    two = pit.say(RequireToVacate, player="ana")
    pit.rounds(SMALL_ODD)

    assert refusal_of(two).says == "ana has not wagered for 2 rounds. The seat may be asked for after 3."
    assert not isinstance(pit.say(RequireToVacate, player="ana"), Refusal)
