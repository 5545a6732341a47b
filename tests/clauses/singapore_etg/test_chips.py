"""Singapore's electronic table: credits and tickets, no chips, and what must be confirmed."""

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.table.messages.chips import (
    BuyCredits,
    DispenseTicket,
    IssueColours,
    RedeemForeignColours,
    TicketDispensed,
)
from tests.refused import Refused
from tests.table.dealer import Dealer

KEY = "singapore-etg/1"


def test_1_7_player_terminal_sells_credits_and_pays_the_balance_out_as_one_ticket() -> None:
    """100 bought, 10 lost on Small: one ticket of 90, and the balance is nothing."""
    dealer = Dealer(KEY)
    dealer.open()
    dealer.say(BuyCredits, None, player="cat", cents=10_000)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("cat", {"small": 1_000})
    dealer.until(Step.PAY, dice=(4, 5, 6))
    answer = dealer.say(DispenseTicket, None, player="cat", number="T1")

    assert not isinstance(answer, Refusal)
    (ticket,) = answer
    assert isinstance(ticket, TicketDispensed)
    assert (ticket.cents, ticket.number, ticket.clause) == (9_000, "T1", "1.7/player-terminal")
    assert dealer.rack("cat", "credit") == 0


def test_1_7_player_terminal_knows_no_colour_chips() -> None:
    """No colour chips are sold or changed."""
    dealer = Dealer(KEY)
    dealer.open()
    sold = dealer.say(IssueColours, player="ana", colour="red", pieces=1, value=500)
    changed = dealer.say(
        RedeemForeignColours,
        player="ana",
        issuer="T2",
        issuer_closed=True,
        colour="red",
        pieces=1,
        traced=500,
    )

    no_colours = Refused("1.7/player-terminal", "This table has no colour chips. Play with credits.")
    assert sold == changed == no_colours


def test_2_2_1_the_floor_opens_only_when_the_dice_are_confirmed() -> None:
    """An opening without any confirmation is refused and names them first."""
    answer = Dealer(KEY).open(profile="floor")

    assert isinstance(answer, Refusal)
    assert answer.clause == "2.2.1"
