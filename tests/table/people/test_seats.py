"""Seats: taken, left, and vacated after rounds without a wager at a full table."""

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.messages.people import LeaveSeat, RequireToVacate, TakeSeat
from tests.refused import Refused
from tests.table.dealer import Dealer
from tests.table.equipment.test_faults import refusal


def full(layout: str) -> Dealer:
    """Return a table with two seats, ana on the first and ben on the second."""
    dealer = Dealer(layout)
    dealer.open(seats=2)
    for seat, player in enumerate(("ana", "ben"), 1):
        dealer.say(TakeSeat, None, player=player, seat=seat)
    return dealer


def play(dealer: Dealer, rounds: int, *players: str) -> None:
    """Play rounds in which only these players wager."""
    for _ in range(rounds):
        dealer.until(Step.PLACE_BETS)
        for player in players:
            dealer.bet(player, {"small": 2_500})
        dealer.until(Step.PAY)


def test_a_seat_is_one_of_the_tables_and_has_one_player() -> None:
    """A third seat of two, a second seat for ana and a taken seat are refused."""
    dealer = full("crown-sydney-2024")

    assert dealer.say(TakeSeat, None, player="cleo", seat=3) == Refused("10.10", "Choose a seat from 1 to 2.")
    assert dealer.say(TakeSeat, None, player="ana", seat=2) == Refused(
        "10.10", "ana has seat 1 already. Leave it first."
    )
    assert dealer.say(TakeSeat, None, player="cleo", seat=2) == Refused(
        "10.10", "Seat 2 is taken. Choose another seat."
    )
    assert dealer.say(LeaveSeat, None, player="cleo") == Refused("10.10", "cleo has no seat at this table.")
    assert not isinstance(dealer.say(LeaveSeat, None, player="ben"), Refusal)
    assert not isinstance(dealer.say(TakeSeat, None, player="cleo", seat=2), Refusal)


def test_a_wager_restarts_the_count_and_an_empty_slip_does_not() -> None:
    """After two rounds without, one with and two without, no player has to leave; a cleared slip is not a
    wager.
    """
    dealer = full("crown-sydney-2024")
    play(dealer, 2, "ben")
    play(dealer, 1, "ana", "ben")
    play(dealer, 2, "ben")
    two = dealer.say(RequireToVacate, Rank.DEALER, player="ana")
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {})
    dealer.until(Step.PAY)
    three = dealer.say(RequireToVacate, Rank.DEALER, player="ana")

    assert two == Refused(
        "10.10", "ana has not wagered for 2 rounds. The seat may be asked for after 3.", spins=1
    )
    assert not isinstance(three, Refusal)


def test_a_round_that_had_begun_does_not_count_for_who_sits_down_in_it() -> None:
    """Cleo sits down during a round: three whole rounds have to follow."""
    dealer = full("crown-sydney-2024")
    dealer.say(LeaveSeat, None, player="ana")
    dealer.until(Step.CLOSE)
    dealer.say(TakeSeat, None, player="cleo", seat=1)
    none = dealer.say(RequireToVacate, Rank.DEALER, player="cleo")
    dealer.until(Step.PAY)
    play(dealer, 2, "ben")
    two = dealer.say(RequireToVacate, Rank.DEALER, player="cleo")
    play(dealer, 1, "ben")

    assert refusal(none).says == "cleo has not wagered for 0 rounds. The seat may be asked for after 3."
    assert refusal(two).says == "cleo has not wagered for 2 rounds. The seat may be asked for after 3."
    assert (refusal(none).spins, refusal(two).spins) == (4, 1)
    assert not isinstance(dealer.say(RequireToVacate, Rank.DEALER, player="cleo"), Refusal)


def test_only_the_seated_are_sent_away_and_only_by_a_clause() -> None:
    """Cleo has no seat at Crown Sydney; Canberra has seats but not this power."""
    unseated = full("crown-sydney-2024").say(RequireToVacate, Rank.DEALER, player="cleo")
    canberra = full("canberra-2005")
    play(canberra, 3, "ben")
    never = canberra.say(RequireToVacate, player="ana")

    assert unseated == Refused("10.10", "cleo has no seat at this table.")
    assert refusal(never).says.startswith("No rank may require a player to give up a seat")
