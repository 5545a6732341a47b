"""Rounds at every layout, in the order of each rulebook."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.rulebooks import every_layout
from sicbo.table.log_kind import evolve_all
from sicbo.table.messages.faults import ReportFault
from sicbo.table.messages.round import (
    BuyIn,
    CashOut,
    CloseTable,
    CorrectResult,
    DeclareVoid,
    OpenTable,
    RoundVoided,
    StepPerformed,
    WagersCollected,
    WagersPaid,
)
from sicbo.table.state import state_hash
from tests.refused import Refused
from tests.table.dealer import Dealer

CROWN = "place-bets cover spin close uncover call enter light collect pay"
ORDERS = {
    "crown-sydney-2024": CROWN,
    "crown-melbourne-6.1/a": CROWN,
    "crown-melbourne-6.1/b": CROWN,
    "canberra-2005": CROWN,
    "singapore-etg/1": "place-bets cover spin close uncover enter collect pay",
    "singapore-etg/2": "place-bets cover spin close uncover enter collect pay",
    "singapore-etg/3": "place-bets cover spin close uncover enter collect pay",
    "star-sydney-2016": "cover spin place-bets close press-close uncover call enter light collect pay",
}


@pytest.mark.parametrize("layout", every_layout())
def test_the_round_runs_in_the_order_of_its_text(layout: str) -> None:
    """Every step is taken once, in order, with its clause; any other step is refused with the next one."""
    dealer = Dealer(layout)
    dealer.open()
    wrong = dealer.do("pay")

    dealer.until(Step.PAY)

    assert isinstance(wrong, Refusal)
    assert wrong.says.startswith("Next: ")
    assert not any(dealer.table.has_done(step) for step in Step), "the round is over, and none has begun"
    steps = [event for event in dealer.journal if isinstance(event, StepPerformed)]
    assert [event.step for event in steps] == ORDERS[layout].split()
    assert all(event.clause for event in steps)
    assert dealer.table.round is None


@pytest.mark.parametrize("layout", every_layout())
def test_a_step_that_names_its_round_is_done_in_no_other(layout: str) -> None:
    """An entry for round 1 that arrives when round 2 awaits its own is refused."""
    dealer = Dealer(layout)
    dealer.open()
    first = dealer.table.due_stage.step
    early = dealer.do(enum_key(first), tumbles=3, round=2)
    dealer.until(Step.PAY)
    while dealer.table.due_stage.step is not Step.ENTER or dealer.table.round is None:
        dealer.until(dealer.table.due_stage.step)

    late = dealer.do("enter", dice=(6, 6, 6), round=1)
    entered = dealer.do("enter", dice=(1, 2, 4), round=2)

    assert isinstance(early, Refusal) and isinstance(late, Refusal)
    assert early.says == "That step is for round 2. The round due is 1."
    assert late == Refused(late.clause, "That step is for round 1. The round due is 2.")
    assert not isinstance(entered, Refusal)
    assert dealer.table.round is not None and dealer.table.round.dice == (1, 2, 4)


@pytest.mark.parametrize("layout", every_layout())
def test_a_slip_is_settled_by_the_dice(layout: str) -> None:
    """With 25.00 on Small, 10.00 on Big and dice 1-4-4, Small pays even money and Big is collected."""
    dealer = Dealer(layout)
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_500, "big": 1_000})
    held = dealer.rack("ana")

    dealer.until(Step.PAY)

    assert held == 1_000_000 - 3_500
    assert dealer.rack("ana") == 1_000_000 + 2_500 - 1_000
    collected = next(event for event in dealer.journal if isinstance(event, WagersCollected))
    paid = next(event for event in dealer.journal if isinstance(event, WagersPaid))
    assert [line.stake.bet for line in collected.lines] == ["big"]
    assert [(line.stake.bet, line.winnings, line.returned) for line in paid.lines] == [
        ("small", 2_500, 2_500)
    ]


@pytest.mark.parametrize("layout", every_layout())
def test_no_slip_before_the_invitation_nor_after_the_close(layout: str) -> None:
    """The cutoff is a point in the order of events; a late slip is refused whole."""
    dealer = Dealer(layout)
    dealer.open()
    early = dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.PLACE_BETS)
    taken = dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.CLOSE)
    late = dealer.bet("ben", {"big": 2_500})
    change = dealer.bet("ana", {})

    assert isinstance(early, Refusal)
    assert not isinstance(taken, Refusal)
    assert late == Refused(
        dealer.table.rules.wagers.late.clause, "No more bets in this round. Wait for the next one."
    )
    assert isinstance(change, Refusal)
    assert dealer.rack("ben") == 1_000_000


def test_a_slip_replaces_the_one_before_and_names_its_round_and_version() -> None:
    """Clearing returns everything; an old version or another round is refused, never moved."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_500})
    old = dealer.bet("ana", {"big": 500}, version=1)
    other = dealer.bet("ana", {"big": 500}, round=7)
    dealer.bet("ana", {})

    assert old == Refused("3.6", "Your slip is at version 1. Send version 2.")
    assert other == Refused("3.6", "That slip is for round 7. Send one for round 1.")
    assert dealer.rack("ana") == 1_000_000


@pytest.mark.parametrize(
    ("stakes", "clause", "says"),
    [
        ({"odd": 500}, "6.3", "This layout has no bet “Odd”. Choose another."),
        ({"small": 499}, "4.2.1", "The minimum is $5. Raise the wager to it or take it back."),
        ({"small": 60_000}, "4.2.4", "The maximum is $500. Take back $100."),
        ({"small": 0}, "3.1, 3.4", "A stake on Small is at least one cent and at most $10,000,000,000,000."),
        (
            {
                f"domino-{pair}": 50_000
                for pair in ("12", "13", "14", "15", "16", "23", "24", "25", "26", "34", "35")
            }
            | {f"total-{total}": 50_000 for total in range(4, 14)},
            "3.1, 3.4",
            "You need $500 more in value chips. Buy in or reduce your bets.",
        ),
    ],
)
def test_a_slip_that_cannot_stand_hears_why(stakes: dict[str, int], clause: str, says: str) -> None:
    """The refusal says what was wrong, by which clause, and what to do; nothing is placed."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    dealer.until(Step.PLACE_BETS)

    assert dealer.bet("ana", stakes) == Refused(clause, says)
    assert dealer.rack("ana") == 1_000_000


def test_kinds_of_stake_are_those_of_the_rulebook() -> None:
    """Crown Sydney does not take credits, and a bet is named once."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    dealer.until(Step.PLACE_BETS)

    credit = dealer.bet("ana", {"small": 500}, instrument="credit")

    assert credit == Refused(
        "3.1, 3.4", "You cannot stake credits here. Use value chips, colour chips, tokens."
    )


@pytest.mark.parametrize(("layout", "clause"), [("singapore-etg/1", "5.3.1"), ("star-sydney-2016", "8.3")])
def test_fewer_than_three_tumbles_leave_only_a_void(layout: str, clause: str) -> None:
    """If three tumbles are required, a shorter spin can only be voided; stakes are returned."""
    dealer = Dealer(layout)
    dealer.open()
    if layout.startswith("singapore"):
        dealer.until(Step.PLACE_BETS)
        dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.SPIN, tumbles=2)
    stuck = dealer.do(dealer.table.due_stage.step.name.lower().replace("_", "-"))
    slip = dealer.bet("ben", {"small": 2_500})
    dealer.say(ReportFault, Rank.DEALER, fault="display-wrong")
    due = dealer.table.round and dealer.table.round.void_due
    answer = dealer.say(DeclareVoid, Rank.DEALER, ground="too-few-tumbles")

    assert due == "TOO_FEW_TUMBLES"
    assert isinstance(stuck, Refusal)
    assert stuck.says.startswith("Declare the round void first")
    assert isinstance(slip, Refusal)
    assert not isinstance(answer, Refusal)
    assert answer[-1].clause == clause
    assert dealer.rack("ana") == 1_000_000


def test_a_void_needs_a_ground_and_the_rank_that_its_clause_names() -> None:
    """At Crown Sydney disruption needs an Assistant Casino Manager, and there is no button."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    idle = dealer.say(DeclareVoid, ground="not-flat")
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_500})

    low = dealer.say(DeclareVoid, Rank.MANAGER, ground="disruption")
    unknown = dealer.say(DeclareVoid, ground="button-not-pressed")
    done = dealer.say(DeclareVoid, Rank.SENIOR_MANAGER, ground="disruption", note="a brawl")

    assert idle == Refused("7.1.1", "No round is in play. There is nothing to void.")
    assert low == Refused(
        "10.3.1",
        "Your rank may not void a round on this ground. Call the Assistant Casino Manager or a higher rank.",
    )
    assert isinstance(unknown, Refusal)
    assert unknown.says.startswith("“The no-more-bets button was not pressed” does not void a round here")
    assert not isinstance(done, Refusal)
    assert isinstance(done[-1], RoundVoided)
    assert dealer.rack("ana") == 1_000_000


def test_a_wrong_entry_is_corrected_to_the_dice_until_the_next_round() -> None:
    """Entered 4-5-6, dice 1-2-4: Small is paid, the wrong loss is returned, and two people confirm it."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    early = dealer.say(CorrectResult, dice=(1, 2, 4), second="kim", reason="no result yet")
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.PAY, dice=(4, 5, 6))
    wrong = dealer.rack("ana")
    alone = dealer.say(CorrectResult, dice=(1, 2, 4), second="dana", reason="slip of the finger")
    impossible = dealer.say(CorrectResult, dice=(1, 2, 7), second="kim", reason="slip of the finger")
    dealer.say(CorrectResult, dice=(1, 2, 4), second="kim", reason="slip of the finger")
    right = dealer.rack("ana")
    dealer.until(Step.PLACE_BETS)
    late = dealer.say(CorrectResult, dice=(1, 1, 1), second="kim", reason="too late")

    assert (wrong, right) == (1_000_000 - 2_500, 1_000_000 + 2_500)
    assert isinstance(early, Refusal)
    assert alone == Refused("7.3", "A correction needs a second person. Name one who saw the dice.")
    assert isinstance(impossible, Refusal)
    assert isinstance(late, Refusal)


def test_wrong_winnings_that_are_gone_are_owed() -> None:
    """What was paid in error and cashed out is a recorded debt, never a hidden negative."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.PAY, dice=(1, 2, 4))
    dealer.say(CashOut, player="ana", cents=1_002_500)
    dealer.say(CorrectResult, dice=(4, 5, 6), second="kim", reason="misread")

    assert dealer.rack("ana") == 0
    assert dealer.table.debts["ana"] == 5_000


def test_a_warning_is_given_once_and_then_the_wager_goes_back() -> None:
    """Canberra 3.4: the first wager under the minimum is settled, the next is returned."""
    dealer = Dealer("canberra-2005")
    dealer.open()
    for _ in range(2):
        dealer.until(Step.PLACE_BETS)
        dealer.bet("ana", {"small": 300})
        dealer.until(Step.PAY, dice=(4, 5, 6))

    assert dealer.table.warned == {"ana"}
    assert dealer.rack("ana") == 1_000_000 - 300


def test_a_token_wins_chips_and_stays_with_the_house() -> None:
    """Crown Sydney: a token of 10.00 on Small wins 10.00 in chips and is kept."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    dealer.say(BuyIn, player="ana", cents=1_000, instrument="token")
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 1_000}, instrument="token")
    dealer.until(Step.PAY, dice=(1, 2, 4))

    assert (dealer.rack("ana"), dealer.rack("ana", "token")) == (1_001_000, 0)


@pytest.mark.parametrize("cents", [0, -5, 2**53])
def test_nothing_and_too_much_cannot_be_brought(cents: int) -> None:
    """A buy-in is at least one cent, and at most what a number on the wire can carry."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()

    answer = dealer.say(BuyIn, player="ana", cents=cents)

    assert isinstance(answer, Refusal)
    assert answer.says == "Buy in for at least one cent."
    assert dealer.rack("ana") == 1_000_000


def test_opening_and_closing() -> None:
    """Crown Sydney's approved minimum has no default; a table closes between rounds, by rank."""
    dealer = Dealer("crown-sydney-2024")
    shut = dealer.do("place-bets")
    bare = dealer.say(OpenTable, minimum=500)
    upside_down = dealer.say(OpenTable, minimum=500, maximum=400, approved_minimum=200)
    no_chip = dealer.say(OpenTable, minimum=500, chip=0, approved_minimum=200)
    low = dealer.say(OpenTable, Rank.DEALER, minimum=500, approved_minimum=200)
    dealer.open()
    again = dealer.open()
    dealer.until(Step.PLACE_BETS)
    running = dealer.say(CloseTable)
    dealer.until(Step.PAY)
    sudden = dealer.say(CloseTable)
    for player in ("ana", "ben"):
        dealer.say(CashOut, player=player, cents=dealer.rack(player))
    closed = dealer.say(CloseTable)
    twice = dealer.say(CloseTable)

    assert shut == Refused("5.1.1", "The table is closed. Open it first.")
    assert bare == Refused("4.2.2", "Give the minimum that the regulator approved.")
    assert all(isinstance(answer, Refusal) for answer in (upside_down, no_chip, low, again, twice))
    assert running == Refused("10.5", "Finish round 1 first. Next: Cover.")
    assert sudden == Refused(
        "10.5", "Give the players notice first. The change is possible after 3 more completed spins.", spins=3
    )
    assert not isinstance(closed, Refusal)


@pytest.mark.parametrize("layout", every_layout())
def test_replaying_the_events_gives_the_same_state(layout: str) -> None:
    """The same events give the same bytes."""
    dealer = Dealer(layout)
    dealer.open()
    for dice in ((1, 4, 4), (6, 6, 6), (2, 3, 5)):
        dealer.until(Step.PLACE_BETS)
        dealer.bet("ana", {"small": 2_500, "any-triple" if "/b" not in layout else "any-symbol-triple": 500})
        dealer.bet("ben", {"total-10": 1_000})
        dealer.until(Step.PAY, dice=dice)

    assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)
