"""Singapore ETG at the table: interruptions, voids, corrections and matters for a shift manager."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.messages.chips import DispenseTicket
from sicbo.table.messages.faults import RectifyFault, ReportFault
from sicbo.table.messages.people import DecideDispute
from sicbo.table.messages.round import CorrectResult, DeclareVoid, RoundVoided
from tests.clauses.proves import proves
from tests.refused import Refused
from tests.table.dealer import Dealer
from tests.table.equipment.test_faults import opened_table, refusal
from tests.table.people.test_disputes import disputed_table


def table(readings: dict[str, str] | None = None) -> Dealer:
    """Return a table with 25.00 of ana's on Small."""
    return opened_table("singapore-etg/1", readings)


@proves("5.1.1")
@pytest.mark.parametrize("step", [Step.UNCOVER, Step.ENTER, Step.COLLECT])
def test_5_1_an_interruption_after_the_outcome_lets_the_round_be_finished(step: Step) -> None:
    """Ana is paid once; no void can be declared; the next round waits for the power."""
    dealer = table()
    dealer.until(step)
    dealer.say(ReportFault, Rank.DEALER, fault="power")
    void = dealer.say(DeclareVoid, Rank.DEALER, ground="interrupted", second="kim")
    dealer.until(Step.PAY)

    assert void == Refused("5.1.1", "The outcome is established. Finish the round.")
    assert dealer.rack("ana") == 1_002_500
    assert isinstance(dealer.do("place-bets"), Refusal)


@proves("5.1.1")
@pytest.mark.parametrize("step", [None, Step.SPIN, Step.CLOSE])
def test_5_1_2_an_interruption_before_the_outcome_voids_the_round(step: Step | None) -> None:
    """Nothing but the void is left, and every stake goes back; a shift manager lets play go on."""
    dealer = table()
    if step:
        dealer.until(step)
    dealer.say(ReportFault, Rank.DEALER, fault="power")
    stuck = dealer.do("uncover")
    void = dealer.say(DeclareVoid, Rank.DEALER, ground="interrupted")
    low = dealer.say(RectifyFault, Rank.MANAGER, fault="power")
    dealer.say(RectifyFault, fault="power")

    assert refusal(stuck).says.startswith("Declare the round void first")
    assert not isinstance(void, Refusal)
    assert [event.clause for event in void if isinstance(event, RoundVoided)] == ["5.1.2"]
    assert dealer.rack("ana") == 1_000_000
    assert refusal(low).clause == "5.10(a)"
    assert not isinstance(dealer.do("place-bets"), Refusal)


def test_5_1_2_other_readings_let_covered_dice_or_cut_terminals_play() -> None:
    """SG-11 `at-rest` and SG-10 `terminals-play-on`: the spin is done, the round goes on and pays."""
    for readings in ({"SG-11": "at-rest"}, {"SG-10": "terminals-play-on"}):
        dealer = table(readings)
        dealer.until(Step.SPIN)
        dealer.say(ReportFault, Rank.DEALER, fault="power")
        dealer.until(Step.PAY)

        assert dealer.rack("ana") == 1_002_500


@proves("5.2.1", "5.2.2")
def test_5_2_cut_off_terminals_keep_what_is_registered_and_nothing_else() -> None:
    """Ana's registered bet is paid, ben's unregistered one never left him, cleo's terminal plays on."""
    dealer = table()
    reported = dealer.say(ReportFault, Rank.DEALER, fault="terminals", players=("ana", "ben"))
    cut = dealer.bet("ben", {"small": 1_000})
    untouched = dealer.rack("ben")
    others = dealer.bet("cleo", {})
    dealer.until(Step.PAY)
    dealer.until(Step.PLACE_BETS)
    dealer.say(RectifyFault, fault="terminals")
    back = dealer.bet("ben", {"small": 1_000})

    assert not isinstance(reported, Refusal)
    assert reported[0].clause == "5.2"
    assert cut == Refused(
        "5.2", "This terminal is cut off. Wait until it is repaired. Your registered slip stays in play."
    )
    assert untouched == 1_000_000
    assert not isinstance(others, Refusal)
    assert dealer.rack("ana") == 1_002_500
    assert not isinstance(back, Refusal)


def test_5_2_a_second_terminal_that_fails_is_cut_off_too() -> None:
    """The first is still out; a report that names no other terminal changes nothing."""
    dealer = table()
    dealer.say(ReportFault, Rank.DEALER, fault="terminals", players=("ana",))
    again = dealer.say(ReportFault, Rank.DEALER, fault="terminals", players=("ana",))
    more = dealer.say(ReportFault, Rank.DEALER, fault="terminals", players=("ben",))
    cut = [dealer.bet(name, {"small": 1_000}) for name in ("ana", "ben")]

    assert again == Refused("5.2", "This fault is on record already: Terminals. Record when it is repaired.")
    assert not isinstance(more, Refusal)
    assert all(isinstance(one, Refusal) and one.says.startswith("This terminal is cut off") for one in cut)


@proves("5.3.1", "5.3.2", "5.3.3", "5.9")
@pytest.mark.parametrize(
    ("ground", "clause", "tumbles"),
    [("too-few-tumbles", "5.3.1", 2), ("not-flat", "5.3.2", 3), ("exposed-early", "5.3.3", 3)],
)
def test_5_3_three_faults_void_this_round_and_no_earlier_one(ground: str, clause: str, tumbles: int) -> None:
    """Round 1 paid 25.00 and stays; round 2 gives every stake back."""
    dealer = table()
    dealer.until(Step.PAY)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"big": 1_000})
    dealer.until(Step.SPIN, tumbles=tumbles)
    void = dealer.say(DeclareVoid, Rank.DEALER, ground=ground)

    assert not isinstance(void, Refusal)
    assert [event.clause for event in void if isinstance(event, RoundVoided)] == [clause]
    assert dealer.rack("ana") == 1_002_500


def test_5_4_damaged_dice_void_the_round_and_the_one_just_settled() -> None:
    """A shift manager says so; the payout comes back, the stake goes back, play waits for other dice."""
    dealer = table()
    dealer.until(Step.PAY)
    low = dealer.say(DeclareVoid, Rank.MANAGER, ground="dice-damaged", second="kim")
    paid = dealer.rack("ana")
    dealer.say(DeclareVoid, ground="dice-damaged", second="kim")

    assert refusal(low).clause == "5.4"
    assert (paid, dealer.rack("ana")) == (1_002_500, 1_000_000)
    assert isinstance(dealer.do("place-bets"), Refusal)


@proves("5.10(b)")
def test_5_4_damaged_dice_void_an_older_round_and_no_other() -> None:
    """Small won in rounds 1 and 2, round 3 is in play: round 1 alone is undone, by a shift manager."""
    dealer = table()
    dealer.until(Step.PAY)
    for stake in (1_000, 4_000):
        dealer.until(Step.PLACE_BETS)
        dealer.bet("ana", {"small": stake})
        dealer.until(Step.PAY if stake == 1_000 else Step.CLOSE)
    low = dealer.say(DeclareVoid, Rank.MANAGER, ground="dice-damaged", second="kim", round=1)
    void = dealer.say(DeclareVoid, ground="dice-damaged", second="kim", round=1)
    again = dealer.say(DeclareVoid, ground="dice-damaged", second="kim", round=1)
    lying = dealer.rack("ana")
    dealer.say(RectifyFault, fault="dice")
    dealer.until(Step.PAY)

    assert refusal(low).clause == "5.4"
    assert not isinstance(void, Refusal)
    assert [event.round for event in void if isinstance(event, RoundVoided)] == [1]
    says = "Round 1 is void or older than the last 10 rounds."
    who = "Call the Table Games Shift Manager or a higher rank to decide."
    assert again == Refused("5.10", f"{says} {who}")
    assert lying == 1_000_000 + 1_000 - 4_000
    assert dealer.rack("ana") == 1_000_000 + 1_000 + 4_000


def test_5_4_the_other_reading_leaves_an_older_round_as_it_was_settled() -> None:
    """Under SG-12 `this-round` a finished round is a matter for a dispute."""
    dealer = table({"SG-12": "this-round"})
    dealer.until(Step.PAY)
    dealer.until(Step.PLACE_BETS)
    answer = dealer.say(DeclareVoid, ground="dice-damaged", second="kim", round=1)

    assert answer == Refused("5.4", "Round 1 is over and its settlement stands. A dispute can be raised.")
    assert dealer.rack("ana") == 1_002_500


@proves("5.6")
def test_5_5_a_wrong_entry_found_rounds_later_is_settled_by_its_dice_alone() -> None:
    """Round 1 was keyed 4-5-6 and showed 1-2-4; two rounds later Small of round 1 is paid, round 2 stays."""
    dealer = table()
    dealer.until(Step.PAY, dice=(4, 5, 6))
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"big": 1_000})
    dealer.until(Step.PAY, dice=(4, 5, 6))
    dealer.until(Step.CLOSE)
    before = dealer.rack("ana")
    corrected = dealer.say(
        CorrectResult, Rank.SUPERVISOR, dice=(1, 2, 4), second="kim", reason="tape", round=1
    )

    assert before == 1_000_000 - 2_500 + 1_000
    assert not isinstance(corrected, Refusal)
    assert {getattr(event, "round", 1) for event in corrected} == {1}
    assert dealer.rack("ana") == 1_000_000 + 2_500 + 1_000


def test_5_5_wrong_winnings_of_an_older_round_that_are_gone_are_owed() -> None:
    """Small was paid 25.00 by a wrong entry, and all was taken as a ticket: 50.00 are owed two rounds on."""
    dealer = table()
    dealer.until(Step.PAY)
    dealer.say(DispenseTicket, None, player="ana", number="A1")
    dealer.until(Step.PAY)
    dealer.say(CorrectResult, Rank.SUPERVISOR, dice=(4, 5, 6), second="kim", reason="tape", round=1)

    assert dealer.rack("ana") == 0
    assert dealer.table.debts["ana"] == 5_000


@proves("5.10(a)")
def test_5_5_what_is_older_than_ten_rounds_is_for_the_shift_manager() -> None:
    """Round 1 is reached while ten rounds are kept; one more, and only a shift manager can decide it."""
    dealer = table()
    for _ in range(11):
        dealer.until(Step.PAY)
    words = {"dice": (4, 5, 6), "second": "kim", "reason": "tape", "round": 1}
    reached = dealer.say(CorrectResult, Rank.SUPERVISOR, **words)
    dealer.until(Step.PLACE_BETS)
    too_old = dealer.say(CorrectResult, Rank.SUPERVISOR, **words)

    assert not isinstance(reached, Refusal)
    assert refusal(too_old).clause == "5.10"
    assert refusal(too_old).says.endswith("Call the Table Games Shift Manager or a higher rank to decide.")
    assert len(dealer.table.past) == 10


def test_5_5_the_other_reading_ends_with_the_next_round() -> None:
    """Under SG-13 `until-next-round` the result is then final, like any error that is found late."""
    dealer = table({"SG-13": "until-next-round"})
    dealer.until(Step.PAY)
    dealer.until(Step.PLACE_BETS)
    late = dealer.say(CorrectResult, dice=(4, 5, 6), second="kim", reason="tape", round=1)

    assert late == Refused("5.6", "Round 1 is over and its settlement stands. A dispute can be raised.")
    assert dealer.rack("ana") == 1_002_500


@proves("5.6")
def test_5_5_a_wrong_entry_gives_way_to_the_dice_and_touches_no_later_round() -> None:
    """Keyed 4-5-6, the dice showed 1-2-4: Small is paid; the round after it pays as its own dice fell."""
    dealer = table()
    dealer.until(Step.PAY, dice=(4, 5, 6))
    wrong = dealer.rack("ana")
    dealer.say(CorrectResult, Rank.SUPERVISOR, dice=(1, 2, 4), second="kim", reason="misread")
    right = dealer.rack("ana")
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 1_000})
    dealer.say(CorrectResult, Rank.SUPERVISOR, dice=(4, 5, 6), second="kim", reason="misread")
    dealer.until(Step.PAY)

    assert (wrong, right) == (997_500, 1_002_500)
    assert dealer.rack("ana") == 1_003_500


def test_5_8_a_wrong_display_is_recorded_and_changes_nothing() -> None:
    """The table decides; the next round begins."""
    dealer = table()
    dealer.until(Step.ENTER)
    for kind in ("display-wrong", "lights-wrong"):
        dealer.say(ReportFault, Rank.DEALER, fault=kind)
        assert dealer.table.faults[kind].clause == "5.8"
    dealer.until(Step.PAY)

    assert dealer.rack("ana") == 1_002_500
    assert not isinstance(dealer.do("place-bets"), Refusal)


@proves("5.10(a)", "5.10(b)")
@pytest.mark.parametrize("matter", ["unforeseen", "dispute"])
def test_5_10_what_the_rules_leave_open_is_decided_by_a_shift_manager(matter: str) -> None:
    """No rank below a shift manager decides an omitted case or a question of meaning."""
    dealer, name = disputed_table("singapore-etg/1", matter)
    low = dealer.say(DecideDispute, Rank.MANAGER, dispute=name, decision="as registered")
    done = dealer.say(DecideDispute, Rank.SENIOR_MANAGER, dispute=name, decision="as registered")

    assert refusal(low).clause == "5.10"
    assert not isinstance(done, Refusal)
    assert done[0].clause == "5.10"
