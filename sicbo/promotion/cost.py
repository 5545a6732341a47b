"""The exact cost of a promotion before it starts: prizes of a draw, prizes by dice, and tokens."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from sicbo.errors import BadInput
from sicbo.game.dice import OUTCOMES
from sicbo.game.layout import Layout
from sicbo.game.rulebook.rules import Rules
from sicbo.maths.tokens import token_value
from sicbo.promotion.conditions import BY_DICE, TOKENS, PrizeTerms, PromotionTerms


class PrizeCost(NamedTuple):
    """The cost of one kind of prize: for one of them, the number expected to be given, and the total.

    `unit` is less than `value` if the prize is tokens: it is what they yield to a player who stakes them
    best.
    """

    prize: str
    value: int
    unit: Fraction
    expected: Fraction
    number: int

    @property
    def mean(self) -> Fraction:
        """The expected cost in cents."""
        return self.unit * self.expected

    @property
    def most(self) -> int:
        """The largest possible cost in cents: all prizes at their full value."""
        return self.value * self.number


def prize_costs(
    terms: PromotionTerms, rules: Rules, layout: Layout, rounds: int = 0, players: int = 0
) -> tuple[PrizeCost, ...]:
    """Return the exact cost of every prize; for prizes by dice, over this many rounds and players in each."""
    if terms.method == BY_DICE and not (0 < rounds <= 100_000 and 0 < players <= 1_000):
        raise BadInput(
            "The dice give these prizes: give the number of rounds (up to 100,000) and players (up to 1,000)."
        )
    return tuple(_cost_of_each_prize(terms, rules, layout, rounds, players))


def _cost_of_each_prize(
    terms: PromotionTerms, rules: Rules, layout: Layout, rounds: int, players: int
) -> Iterator[PrizeCost]:
    for prize in terms.prizes:
        expected = Fraction(prize.number)
        if terms.method == BY_DICE:
            expected = expected_prizes_by_dice(
                len(layout.bet(prize.bet).winning_rolls), rounds, players, prize.number
            )
        yield PrizeCost(prize.name, prize.value, _unit_cost(prize, rules, layout), expected, prize.number)


def _unit_cost(prize: PrizeTerms, rules: Rules, layout: Layout) -> Fraction:
    """Return what one prize costs: tokens at the bet where they yield most, other prizes at their value."""
    if prize.kind != TOKENS:
        return Fraction(prize.value)
    return prize.value * max(token_value(layout, rules, bet.key) for bet in layout.bets)


def expected_prizes_by_dice(rolls: int, rounds: int, players: int, stock: int) -> Fraction:
    """Return the mean number of prizes given if `rolls` of the 216 rolls give one to each player.

    N winning rounds give min(stock, players x N). Only the few N that leave some of the stock are summed.
    Their weights are whole numbers over 216^rounds, each computed from the one before it.
    """
    if players * rounds <= stock:
        return Fraction(players * rounds * rolls, OUTCOMES)
    weighted_leftover, weight = 0, (OUTCOMES - rolls) ** rounds
    for winning in range(-(-stock // players)):
        weighted_leftover += weight * (stock - players * winning)
        weight = weight * (rounds - winning) * rolls // ((winning + 1) * (OUTCOMES - rolls))
    return stock - Fraction(weighted_leftover, OUTCOMES**rounds)
