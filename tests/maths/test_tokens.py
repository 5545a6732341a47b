"""The value of promotional tokens, compared with the published figures."""

from fractions import Fraction

import pytest

from sicbo.errors import BadInput
from sicbo.game.dice import EVERY_ROLL
from sicbo.game.money import Instrument
from sicbo.game.settlement import Wager, settle
from sicbo.maths.tokens import token_value
from sicbo.rulebooks.canberra_2005.rulebook import RULES as CANBERRA
from sicbo.rulebooks.crown_melbourne_6_1.rulebook import RULES as MELBOURNE
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES as SYDNEY
from sicbo.rulebooks.star_sydney_2016.rulebook import RULES as STAR

KEPT_AND_RETURNED = {
    "any-triple": ("31/36", "8/9"),
    "total-4": ("31/36", "7/8"),
    "total-16": ("31/36", "8/9"),
    "triple-2": ("5/6", "181/216"),
    "domino-36": ("5/6", "35/36"),
    "total-15": ("5/6", "95/108"),
    "total-7": ("5/6", "65/72"),
    "double-1": ("22/27", "8/9"),
    "total-9": ("175/216", "25/27"),
    "total-13": ("7/9", "7/8"),
    "total-10": ("3/4", "7/8"),
    "single-5": ("13/24", "26/27"),
    "small": ("35/72", "35/36"),
    "big": ("35/72", "35/36"),
}


@pytest.mark.parametrize("bet", KEPT_AND_RETURNED)
def test_s_05_a_token_is_worth_less_when_the_dealer_keeps_it(bet: str) -> None:
    kept, returned = map(Fraction, KEPT_AND_RETURNED[bet])
    other = SYDNEY.read({"S-05": "returned"})

    assert token_value(SYDNEY.layout(), SYDNEY, bet) == kept
    assert token_value(other.layout(), other, bet) == returned


@pytest.mark.parametrize(("bet", "value"), [("small", "35/37"), ("domino-25", "30/31"), ("total-4", "62/71")])
def test_st_16_a_token_may_play_on_until_it_loses(bet: str, value: str) -> None:
    rules = STAR.read({"ST-16": "plays-on"})

    assert token_value(rules.layout(), rules, bet) == Fraction(value)


def test_a_kept_token_brings_what_settlement_pays_it() -> None:
    wager = Wager("single-5", 216, Instrument.TOKEN)
    nets = [settle(wager, roll, SYDNEY.layout(), SYDNEY).net for roll in EVERY_ROLL]

    assert token_value(SYDNEY.layout(), SYDNEY, "single-5") == Fraction(sum(nets), 216 * 216)


def test_where_a_token_is_no_stake_it_has_no_value_on_a_bet() -> None:
    with pytest.raises(BadInput, match=r"does not accept tokens as a stake \(3\.3\): wager chips"):
        token_value(MELBOURNE.layout("a"), MELBOURNE, "small")
    with pytest.raises(BadInput, match="does not accept tokens"):
        token_value(CANBERRA.layout(), CANBERRA, "small")
