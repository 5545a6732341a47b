"""Past rounds: which are kept, which can be reached, and that nothing later is touched."""

from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.log_kind import TABLE, evolve_all
from sicbo.table.messages.faults import DirectIdleSpins, RectifyFault
from sicbo.table.messages.round import (
    CashOut,
    CloseTable,
    CorrectResult,
    DebtSetOff,
    DeclareVoid,
    GiveNotice,
    OpenTable,
)
from sicbo.table.messages.super_streak import BeginGamingDay
from sicbo.table.state import state_hash
from tests.table.dealer import Answer, Dealer
from tests.table.equipment.test_faults import opened_table, refusal

WRONG: dict[str, Any] = {"second": "kim", "reason": "tape"}


def correct_round(dealer: Dealer, number: int | None, dice: tuple[int, int, int] = (4, 5, 6)) -> Answer:
    """Correct a round to dice that lose Small."""
    return dealer.say(CorrectResult, dice=dice, round=number, **WRONG)


@pytest.mark.parametrize(
    ("layout", "clauses"),
    [
        ("crown-sydney-2024", ("7.6", "10.3.2")),
        ("canberra-2005", ("7.1", "10.3")),
        ("crown-melbourne-6.1/a", ("7.5", "9.3")),
        ("star-sydney-2016", ("8.7", "9.4.2")),
    ],
)
def test_elsewhere_no_older_round_is_kept_or_corrected(layout: str, clauses: tuple[str, str]) -> None:
    """Only Singapore's 5.4 and 5.5 reach back past a later round; two others have a clause on late errors."""
    dealer = opened_table(layout)
    dealer.until(Step.PAY)
    dealer.until(Step.PLACE_BETS)
    late = correct_round(dealer, 1)
    void = dealer.say(DeclareVoid, ground="fraud", note="tape", second="kim", round=1)

    assert dealer.table.past == ()
    for answer, clause in zip((late, void), clauses, strict=True):
        assert refusal(answer).clause == clause
        assert refusal(answer).says == "Round 1 is over and its settlement stands. A dispute can be raised."
    assert dealer.rack("ana") == 1_002_500


def test_a_round_may_be_named_while_it_is_in_play_or_just_settled() -> None:
    """Naming the round is the same as leaving it out; a number not yet played is refused."""
    dealer = opened_table("canberra-2005")
    dealer.until(Step.ENTER)
    before = correct_round(dealer, 1, (1, 2, 5))
    ahead = correct_round(dealer, 2)
    dealer.until(Step.PAY)
    settled = correct_round(dealer, 1)
    nothing = dealer.say(DeclareVoid, ground="fraud", note="tape", second="kim", round=0)
    void = dealer.say(DeclareVoid, ground="fraud", note="tape", second="kim", round=1)

    again = correct_round(dealer, 1)

    assert not any(isinstance(answer, Refusal) for answer in (before, settled, void))
    assert refusal(again).says.startswith("Round 1 is over and its settlement stands")
    assert refusal(ahead).says == "Round 2 has not been played. Only round 1 has been played."
    assert refusal(nothing).says.startswith("Round 0 has not been played.")
    assert dealer.rack("ana") == 1_000_000
    assert refusal(correct_round(Dealer("canberra-2005"), 1)).says.endswith("No round has been played yet.")


@pytest.mark.parametrize(
    ("layout", "wrong", "late"),
    [("crown-sydney-2024", "7.3", "7.6"), ("crown-melbourne-6.1/b", "7.3", "7.5")],
)
def test_an_error_is_late_once_a_later_round_has_begun(layout: str, wrong: str, late: str) -> None:
    """With round 2 not played, then with round 1 over and the table closed, neither error is late."""
    dealer = opened_table(layout)
    dealer.until(Step.PAY)
    ahead = correct_round(dealer, 2)
    dealer.say(BeginGamingDay, day="tomorrow")
    over = correct_round(dealer, 1)
    dealer.until(Step.PLACE_BETS)
    nothing = correct_round(dealer, None)
    older = correct_round(dealer, 1)
    never = correct_round(dealer, 0)

    answers = (ahead, over, nothing, older, never)
    assert [refusal(answer).clause for answer in answers] == [wrong, wrong, wrong, late, wrong]


def test_older_rounds_outlive_the_day_and_the_closing() -> None:
    """A wrong entry can be corrected at a closed table on the next gaming day."""
    dealer = opened_table("singapore-etg/1")
    dealer.until(Step.PAY)
    dealer.say(BeginGamingDay, day="tomorrow")
    assert dealer.table.last is None
    dealer.until(Step.PAY)
    dealer.say(CloseTable)
    assert [one.number for one in dealer.table.past] == [1, 2]
    closed = correct_round(dealer, 1)
    dealer.say(OpenTable, minimum=500)
    dealer.until(Step.PAY)
    opened_again = correct_round(dealer, 1, (1, 2, 5))

    assert not isinstance(closed, Refusal)
    assert not isinstance(opened_again, Refusal)
    assert dealer.rack("ana") == 1_002_500
    assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)


def test_an_older_round_keeps_the_limits_under_which_it_was_played() -> None:
    """25.00 would be too little under the new sign; the older round is settled under its own."""
    dealer = opened_table("singapore-etg/1")
    dealer.until(Step.PAY, dice=(4, 5, 6))
    dealer.say(CloseTable)
    dealer.say(OpenTable, minimum=5_000)
    dealer.until(Step.PLACE_BETS)
    correct_round(dealer, 1, (1, 2, 4))

    assert dealer.rack("ana") == 1_002_500


def test_a_void_of_an_older_round_touches_no_wager_of_the_round_in_play() -> None:
    """Single wagers cannot be voided there; slips, version and step stay the same."""
    dealer = opened_table("singapore-etg/1")
    dealer.until(Step.PAY)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"big": 1_000})
    now = dealer.table.round
    dealer.say(DeclareVoid, ground="dice-damaged", second="kim", round=1)

    assert dealer.table.round == now
    assert dealer.rack("ana") == 999_000
    assert dealer.table.past == ()
    dealer.say(RectifyFault, fault="dice")
    dealer.until(Step.PAY, dice=(4, 5, 6))
    assert dealer.rack("ana") == 1_001_000


def test_a_debt_is_set_off_against_what_the_same_correction_pays() -> None:
    """Small was paid wrongly and cashed out; by the dice Big wins: 50.00 less 30.00, so 20.00 is owed."""
    dealer = opened_table("crown-sydney-2024")
    dealer.bet("ana", {"small": 2_500, "big": 1_500})
    dealer.until(Step.PAY)
    dealer.say(CashOut, player="ana", cents=dealer.rack("ana"))
    answer = correct_round(dealer, None)

    assert not isinstance(answer, Refusal)
    sets = [event for event in answer if isinstance(event, DebtSetOff)]
    assert [(event.player, event.instrument, event.cents) for event in sets] == [("ana", "value-chip", 3_000)]
    assert dealer.rack("ana") == 0
    assert dealer.table.debts["ana"] == 2_000
    balances = TABLE.evolve_all(dealer.start, dealer.journal).balances
    assert balances.accounts_with_wrong_sign() == []


def test_a_debt_that_is_wholly_set_off_is_none() -> None:
    """25.00 was paid wrongly and cashed out; the dice pay as much on Big: nothing is owed."""
    dealer = opened_table("crown-sydney-2024")
    dealer.bet("ana", {"small": 2_500, "big": 2_500})
    dealer.until(Step.PAY)
    dealer.say(CashOut, player="ana", cents=dealer.rack("ana"))
    correct_round(dealer, None)

    assert "ana" not in dealer.table.debts
    assert dealer.rack("ana") == 0


def test_a_round_just_settled_is_settled_again_while_idle_spins_are_directed() -> None:
    """Spins without wagers end with the lights; the round before them was collected and paid."""
    dealer = opened_table("crown-sydney-2024")
    dealer.until(Step.PAY, dice=(4, 5, 6))
    dealer.say(DirectIdleSpins)
    assert dealer.table.idle
    correct_round(dealer, None, (1, 2, 4))

    assert dealer.rack("ana") == 1_002_500


def test_only_a_void_of_the_round_in_play_brings_a_notice_nearer() -> None:
    """A notice given in round 2 is unchanged when round 1 becomes void."""
    dealer = opened_table("singapore-etg/1")
    dealer.until(Step.PAY)
    dealer.until(Step.PLACE_BETS)
    dealer.say(GiveNotice, subject="table")
    posted = dealer.table.notices["table"]
    dealer.say(DeclareVoid, ground="dice-damaged", second="kim", round=1)

    assert dealer.table.notices["table"] == posted
    assert not isinstance(dealer.say(RectifyFault, Rank.SENIOR_MANAGER, fault="dice"), Refusal)
