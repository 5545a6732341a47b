"""Singapore's electronic table as it is dealt: the round, the place of a bet, and a void round."""

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.messages.round import DeclareVoid, WagersReturned
from tests.refused import Refused
from tests.table.dealer import Dealer


def opened_table() -> Dealer:
    """Return a table with two players, before its first notice."""
    dealer = Dealer("singapore-etg/1")
    dealer.open()
    return dealer


def test_1_8_round_of_play_runs_from_the_notice_to_the_last_settlement() -> None:
    """Before the notice there is nothing to bet on or to void; the payment of all ends the round."""
    dealer = opened_table()
    early = dealer.bet("ana", {"small": 2_500})
    nothing = dealer.say(DeclareVoid, ground="not-flat")
    numbers = []
    for step in (Step.PLACE_BETS, Step.CLOSE, Step.COLLECT, Step.PAY, Step.PLACE_BETS):
        dealer.until(step)
        numbers.append(dealer.table.round.number if dealer.table.round else None)

    assert early == Refused("3.5", "Bets are not open yet. Wait for “Place your bets”.")
    assert nothing == Refused("5.3.2", "No round is in play. There is nothing to void.")
    assert numbers == [1, 1, 1, None, 2]


def test_5_4_damaged_dice_void_a_settled_round_and_its_payouts_come_back() -> None:
    """25.00 won on Small and then found damage: the stake stays hers, the winnings go back."""
    dealer = opened_table()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.PAY, dice=(1, 2, 4))
    won = dealer.rack("ana")
    low = dealer.say(DeclareVoid, Rank.MANAGER, ground="dice-damaged", second="kim")
    dealer.say(DeclareVoid, Rank.SENIOR_MANAGER, ground="dice-damaged", second="kim")

    assert isinstance(low, Refusal)
    assert (won, dealer.rack("ana")) == (1_002_500, 1_000_000)


def test_5_7_a_bet_settles_where_it_stood_when_betting_closed_and_no_later() -> None:
    """10.00 on Big by mistake cannot go to Small once betting is closed: 1-2-4 collects it."""
    dealer = opened_table()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"big": 1_000})
    dealer.until(Step.CLOSE)
    moved = dealer.bet("ana", {"small": 1_000})
    dealer.until(Step.PAY, dice=(1, 2, 4))

    assert moved == Refused("3.5", "No more bets in this round. Wait for the next one.")
    assert dealer.rack("ana") == 1_000_000 - 1_000


def test_5_9_a_void_round_returns_every_bet_and_no_earlier_one() -> None:
    """Round 1 took 10.00 from ana; round 2 is void and gives back all that lay on the layout."""
    dealer = opened_table()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"big": 1_000})
    dealer.until(Step.PAY, dice=(1, 2, 4))
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"big": 1_000, "total-4": 500})
    dealer.bet("ben", {"small": 2_500})
    dealer.until(Step.UNCOVER)
    dealer.say(DeclareVoid, ground="not-flat")

    returned = [event for event in dealer.journal if isinstance(event, WagersReturned)]
    assert [
        (event.player, event.round, sum(stake.cents for stake in event.stakes)) for event in returned
    ] == [
        ("ana", 2, 1_500),
        ("ben", 2, 2_500),
    ]
    assert {event.clause for event in returned} == {"5.9"}
    assert (dealer.rack("ana"), dealer.rack("ben")) == (999_000, 1_000_000)
