"""Rare things that are lawful: the verifier follows them, and finds the lie that could be told about each."""

from collections.abc import Callable
from functools import cache

import pytest

from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.player import play_transcript
from tests.verify import lies_out_of_place as lies
from tests.verify.bundles import Story, assert_found, from_transcript
from tests.verify.lies import Entries

CORNERS = {
    "a sign that is raised above a player's own maximum": """
rulebook canberra-2005  limits $5 to $200, units of $5
ana             buys $1,000
senior-manager  agree up to $300 with ana, marked
senior-manager  announce a minimum of $5 and a maximum of $500
senior-manager  put up limits $5 to $500
dealer          place your bets
ana             $400 on small
dealer          cover, spin, no more bets, uncover, call, enter 1 2 4, collect, pay
settled         ana small won $400
""",
    "only one area has a higher minimum": """
rulebook star-sydney-2016  limits $5 to $500, $5 to $50 on triple, chips of $1
ana             buys $100
supervisor      announce a minimum of $5 and a maximum of $500 with $10 to $50 on triple in 20 minutes
wait            20 minutes
supervisor      put up limits $5 to $500 with $10 to $50 on triple
""",
    "a round that does not count towards a notice": """
rulebook crown-sydney-2024  limits $5 to $500, chips of $5, approved minimum $2, with drop box
ana         buys $100
dealer      place your bets
supervisor  announce that the table closes
dealer      cover, spin
dealer      void exposed-early
dealer      place your bets, cover, spin, no more bets, uncover, call, enter 1 2 4, light, collect, pay
dealer      place your bets, cover, spin, no more bets, uncover, call, enter 1 2 4, light, collect, pay
dealer      place your bets, cover, spin, no more bets, uncover, call, enter 1 2 4, light, collect, pay
supervisor  close the table
""",
    "winnings held back after they were paid": """
rulebook crown-melbourne-6.1/a  limits $5 to $500, chips of $5, 2 seats
ana             buys $100
dealer          place your bets
ana             $25 on small
dealer          cover, spin, no more bets, uncover, call, enter 1 2 4, light, collect, pay
dealer          record device by ana because a watch counted results
senior-manager  withhold the winnings of ana because she used a watch
held            ana $25
""",
    "nobody holds back a wager that went back": """
rulebook crown-melbourne-6.1/a  limits $5 to $500, chips of $5, 2 seats
ana             buys $100
dealer          record device by ana because a watch counted results
senior-manager  withhold the winnings of ana because she used a watch
dealer          place your bets
ana             $3 on small
dealer          cover, spin, no more bets, uncover, call, enter 4 5 6, light, collect, pay
warned          ana
dealer          place your bets
ana             $3 on small
dealer          cover, spin, no more bets, uncover, call, enter 1 2 4, light, collect, pay
settled         ana small returned $3
held            ana $0
""",
    "a debt that one correction makes and pays": """
rulebook crown-melbourne-6.1/a  limits $5 to $500, chips of $5
ana         buys $20
dealer      place your bets
ana         $10 on small, $10 on total-7
dealer      cover, spin, no more bets, uncover, call, enter 1 2 5, light, collect, pay
ana         cashes out $20
supervisor  correct to 1 2 4 seen by kim because of a misread die
owes        ana $0
rack        ana $130
""",
    "two kinds of chips on one area, each for itself": """
rulebook crown-melbourne-6.1/a  limits $5 to $500, chips of $5, colours red blue, readings M-12=each-wager
ana         buys $2,000
dealer      sell ana 10 red at $5
dealer      place your bets
ana         $600 on small, $50 red on small
dealer      cover, spin, no more bets, uncover, call, enter 1 2 4, light, collect, pay
""",
    "Super Streak closes at an empty table": """
rulebook star-sydney-2016  limits $5 to $500, chips of $1, super streak $10, with streak screen
supervisor  close super streak
""",
    "a Super Streak that was won and is counted anew": """
rulebook star-sydney-2016  limits $5 to $500, chips of $1, super streak $10, with streak screen
ana         buys $100
dealer      cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay
ana         $10 super streak on small
dealer      cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay
dealer      cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay
dealer      cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay
dealer      cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay
dealer      cover, spin 3, place your bets, no more bets, uncover, call, enter 4 5 6, light, collect, pay
settled     ana streak-small won $60, returned $10
supervisor  correct to 1 2 4 seen by kim because the dice were misread
running     ana streak-small 5
""",
    "a Super Streak among the other bets": """
rulebook star-sydney  limits $5 and up, super streak $10, with streak screen, readings ST-12=with-other-bets
ana         buys $100
dealer      cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay
dealer      cover, spin 3, place your bets
ana         $10 super streak on small
dealer      no more bets, uncover, call, enter 1 2 4, light, collect, pay
running     ana streak-small 1
""",
    "a thirteenth like result": """
rulebook star-sydney-2016  limits $5 and up, super streak $10, with streak screen, readings ST-08=must-break
ana         buys $100
"""
    + "dealer cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay\n"
    + "ana $10 super streak on small\n"
    + "dealer cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay\n"
    * 13
    + "settled ana streak-small lost $10\n",
}


@cache
def told(name: str) -> Story:
    """A corner as a story."""
    return from_transcript(CORNERS[name].lstrip())


@pytest.mark.parametrize("name", CORNERS)
def test_what_is_rare_and_lawful_verifies(name: str) -> None:
    """It goes as its transcript says, and nothing is found."""
    assert play_transcript(parse_transcript(CORNERS[name].lstrip())).differences == ()
    assert told(name).made().verified().every == []


LIES = [
    ("winnings held back after they were paid", lies.winnings_to_be_held_back_that_are_not),
    ("a debt that one correction makes and pays", lies.a_debt_that_is_not_set_off),
]


@pytest.mark.parametrize(("name", "lie"), LIES)
def test_a_lie_about_it_is_found(name: str, lie: Callable[[Entries], None]) -> None:
    """It is found in the record where it stands."""
    assert_found(told(name), lie)
