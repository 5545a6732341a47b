"""What a bet returns: probability, house edge and variance of one unit staked, as exact fractions."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from sicbo.game.bets import Bet
from sicbo.game.dice import OUTCOMES
from sicbo.game.layout import Layout, Price
from sicbo.game.rulebook.rules import Rules


@dataclass(frozen=True, slots=True)
class BetReturn:
    """The return of one bet. `wins` counts rolls of the 216; `reading` is a reading that would change it.

    A bet that plays over several rounds has no count, so its `wins` is 0.
    """

    bet: str
    name: str
    clause: str
    wins: int
    pays: dict[int, Fraction]
    probability: Fraction
    edge: Fraction
    variance: Fraction
    reading: str | None

    @property
    def area(self) -> str:
        """The betting area, which has the same key as its bet."""
        return self.bet


def win_probability(layout: Layout, bet: str) -> Fraction:
    """Return the probability that a bet wins. A returned stake does not count as a win."""
    return Fraction(_count(price for price in bet_prices(layout, bet) if price.odds), OUTCOMES)


def hit_rate(layout: Layout, bet: str) -> Fraction:
    """Return the probability that the stake is not collected: the bet wins, or its stake is returned."""
    return Fraction(_count(bet_prices(layout, bet)), OUTCOMES)


def house_edge(layout: Layout, bet: str) -> Fraction:
    """Return the house's average gain per unit staked. It is negative if the player gains."""
    return -_moment(layout, bet, 1)


def bet_variance(layout: Layout, bet: str) -> Fraction:
    """Return the variance of the net result of one unit."""
    return _moment(layout, bet, 2) - _moment(layout, bet, 1) ** 2


def bet_returns(layout: Layout, rules: Rules) -> tuple[BetReturn, ...]:
    """Return the return of every bet of a layout, in the layout's order."""
    return tuple(_bet_return(layout, rules, bet) for bet in layout)


def bet_prices(layout: Layout, bet: str) -> tuple[Price, ...]:
    """Return the prices of a bet, or raise `NotFound` with the nearest bets."""
    return layout.prices[layout.bet(bet).key]


def _bet_return(layout: Layout, rules: Rules, bet: Bet) -> BetReturn:
    mine = bet_prices(layout, bet.key)
    return BetReturn(
        bet.key,
        bet.name,
        clause=", ".join(dict.fromkeys((bet.wins, *(price.clause for price in mine)))),
        wins=_count(price for price in mine if price.odds),
        pays={price.tier: price.odds for price in mine},
        probability=win_probability(layout, bet.key),
        edge=house_edge(layout, bet.key),
        variance=bet_variance(layout, bet.key),
        reading=_deciding_reading_id(layout, rules, bet),
    )


def _deciding_reading_id(layout: Layout, rules: Rules, bet: Bet) -> str | None:
    return next((reading.id for reading in rules.readings if bet.key in reading.affected_bets(layout)), None)


def _moment(layout: Layout, bet: str, power: int) -> Fraction:
    mine = bet_prices(layout, bet)
    results = [(price.odds, len(price.rolls)) for price in mine] + [(Fraction(-1), OUTCOMES - _count(mine))]
    return sum((Fraction(net**power) * rolls for net, rolls in results), Fraction(0)) / OUTCOMES


def _count(mine: Iterable[Price]) -> int:
    return sum(len(price.rolls) for price in mine)
