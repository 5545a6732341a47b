"""The value of a promotional token: the chips it wins on average for each unit of its face value."""

from fractions import Fraction
from typing import assert_never

from sicbo.errors import BadInput
from sicbo.game.dice import OUTCOMES
from sicbo.game.layout import Layout
from sicbo.game.policies import TokenOnWin
from sicbo.game.rulebook.rules import Rules
from sicbo.maths.edge import hit_rate, prices


def token_value(layout: Layout, rules: Rules, bet: str) -> Fraction:
    """Return the chips expected from one unit of token on a bet, as the rulebook treats winning tokens."""
    ruling = rules.wagers.tokens
    stays = hit_rate(layout, bet)
    winnings = sum((price.odds * len(price.rolls) for price in prices(layout, bet)), Fraction(0)) / OUTCOMES
    match ruling.choice:
        case TokenOnWin.KEPT:
            return winnings
        case TokenOnWin.RETURNED:
            return winnings + stays
        case TokenOnWin.PLAYS_ON:
            # If it is worth v, it brings its winnings now, and v again whenever it was not lost.
            return winnings / (1 - stays)
        case TokenOnWin.NOT_A_STAKE | TokenOnWin.NONE:
            raise BadInput(f"{rules.name} does not accept tokens as a stake ({ruling.clause}): wager chips.")
        case _:
            assert_never(ruling.choice)
