"""Settlement of a slip by the dice: by look-up if every stake lies within the limits, else by the rules.

Both ways give the same lines; the look-up is what a busy table needs.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from sicbo.game.dice import Roll
from sicbo.game.limits import Limits, Risk, risks_of_stakes
from sicbo.game.money import Instrument
from sicbo.game.policies import OddAmount
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.settlement import LARGEST_STAKE, Line, Outcome, Wager, settle
from sicbo.i18n import Message, message
from sicbo.machine.log_kind import Fact
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import SettledLine, WagersCollected, WagersPaid
from sicbo.table.messages.super_streak import StreakSettled
from sicbo.table.money.racks import COLOUR_CHIP, instrument_kind
from sicbo.table.state import Readings, TableState, layout_of, rules_of

INSTRUMENTS = {enum_key(instrument): instrument for instrument in Instrument}
TOKEN = enum_key(Instrument.TOKEN)
LOST, WON = Outcome.LOST.value, Outcome.WON.value


class IntegerPayTable(NamedTuple):
    """A pay table in whole numbers.

    For each bet: the clause cited for a loss, and for each roll that does not lose, the odds as numerator and
    denominator, the outcome, and the clause cited. `odds` has the odds of a bet alone.
    """

    bets: Mapping[str, tuple[str, Mapping[Roll, tuple[int, int, str, str]]]]
    odds: Mapping[str, tuple[tuple[int, int], ...]]
    stakes: frozenset[str]
    odd_amount: OddAmount


def settled_lines(
    table: TableState, stakes: tuple[Stake, ...], player: str, roll: Roll, *, losing: bool
) -> tuple[tuple[SettledLine, ...], bool]:
    """Return the lines that lost, or those that did not, and whether the player must be warned."""
    quick = _lines_by_look_up(table, stakes, player, roll, losing)
    if quick is not None:
        return quick, False
    lines = settle_stakes(table, stakes, player, roll)
    mine = (
        journal_line(table, stake, line)
        for stake, line in zip(stakes, lines, strict=True)
        if (line.outcome is Outcome.LOST) is losing
    )
    return tuple(mine), any(line.risk.warns for line in lines)


def _lines_by_look_up(
    table: TableState, stakes: tuple[Stake, ...], player: str, roll: Roll, losing: bool
) -> tuple[SettledLine, ...] | None:
    """Return the lines of one settlement step, or None if a stake needs a ruling: limits, chips, tokens."""
    prices, limits = _pay_table(table.rulebook, table.readings, table.layout_key), table.limits_of(player)
    minimum, maximum, chip = limits.bounds.minimum, limits.bounds.maximum or LARGEST_STAKE, limits.chip
    if prices.odd_amount.adds_chip or len({stake.bet for stake in stakes}) != len(stakes):
        return None
    lines: list[SettledLine] = []
    areas = bool(limits.areas)
    for stake in stakes:
        cents = stake.cents
        if areas:
            minimum, maximum = _area_bounds(table, limits, stake.bet)
        if not minimum <= cents <= maximum or stake.instrument == TOKEN:
            return None
        loses, wins = prices.bets[stake.bet]
        price = wins.get(roll)
        if price is None:
            if losing:
                lines.append(SettledLine(stake, LOST, 0, 0, cents, loses))
        elif not losing:
            numerator, denominator, outcome, clause = price
            amount = cents * numerator
            if amount % (denominator * chip):
                return None
            lines.append(SettledLine(stake, outcome, amount // denominator, cents, 0, clause))
    return tuple(lines)


@cache
def _pay_table(rulebook: str, readings: Readings, key: str) -> IntegerPayTable:
    rules, layout = rules_of(rulebook, readings), layout_of(rulebook, readings, key)
    bets = {
        bet.key: (
            bet.loses,
            {
                roll: (
                    price.odds.numerator,
                    price.odds.denominator,
                    WON if price.odds else Outcome.RETURNED.value,
                    ", ".join(dict.fromkeys((bet.wins, price.clause))),
                )
                for roll, price in layout.prices_by_roll[bet.key].items()
            },
        )
        for bet in layout
    }
    odds = {key: tuple(price.odds.as_integer_ratio() for price in layout.prices[key]) for key in bets}
    stakes = frozenset(enum_key(instrument) for instrument in rules.wagers.stakes.choice)
    return IntegerPayTable(bets, odds, stakes, rules.limits.odd_amount.choice)


def all_stakes_valid(table: TableState, stakes: tuple[Stake, ...], player: str) -> bool:
    """Return whether every stake of a slip is plainly valid; if not, the rules say what is wrong."""
    prices, limits = _pay_table(table.rulebook, table.readings, table.layout_key), table.limits_of(player)
    minimum, unit, chip = limits.bounds.minimum, limits.unit, limits.chip
    maximum = limits.bounds.maximum or LARGEST_STAKE
    exact, odds, kinds = prices.odd_amount.refuses_stake, prices.odds, prices.stakes
    seen: set[str] = set()
    areas = bool(limits.areas)
    for stake in stakes:
        bet, cents = stake.bet, stake.cents
        if bet not in odds or bet in seen:
            return False
        if stake.instrument not in kinds and instrument_kind(stake.instrument) not in kinds:
            return False
        if areas:
            minimum, maximum = _area_bounds(table, limits, bet)
        if not minimum <= cents <= maximum or (cents - minimum) % unit:
            return False
        if exact and any(cents * above % (below * chip) for above, below in odds[bet]):
            return False
        seen.add(bet)
    return True


def _area_bounds(table: TableState, limits: Limits, bet: str) -> tuple[int, int]:
    """Return the bounds of one bet when the sign has limits for single areas."""
    bounds = limits.bounds_of(table.layout.bet(bet))
    return bounds.minimum, bounds.maximum or LARGEST_STAKE


def settle_stakes(table: TableState, stakes: tuple[Stake, ...], player: str, roll: Roll) -> list[Line]:
    """Settle every wager of a slip by the dice, with all details."""
    rules, layout, limits = table.rules, table.layout, table.limits_of(player)
    plays = _stakes_at_risk(table, stakes, player)
    return [
        settle(wager_of_stake(stake), roll, layout, rules, limits, risk=risk)
        for stake, risk in zip(stakes, plays, strict=True)
    ]


def _stakes_at_risk(table: TableState, stakes: tuple[Stake, ...], player: str) -> Iterable[Risk]:
    """Return how much of each stake is at risk, by whether the player was warned before this round."""
    bets = [(table.layout.bet(stake.bet), stake.cents) for stake in stakes]
    return risks_of_stakes(bets, table.rules, table.limits_of(player), warned=player in table.warned)


def wager_of_stake(stake: Stake) -> Wager:
    """Return a stake of the wire as a wager of the game."""
    return Wager(stake.bet, stake.cents, INSTRUMENTS[instrument_kind(stake.instrument)])


def journal_line(table: TableState, stake: Stake, line: Line) -> SettledLine:
    """Return a line of the game as the journal keeps it; less than a whole piece of a colour is change."""
    kind, _, colour = stake.instrument.partition(":")
    return SettledLine(
        stake=stake,
        outcome=line.outcome.value,
        winnings=line.winnings,
        returned=line.returned,
        collected=line.collected,
        clause=line.clause,
        change=line.returned % table.sets[colour].value if kind == COLOUR_CHIP else 0,
    )


def narrate_lines(event: WagersCollected | WagersPaid | StreakSettled) -> tuple[Fact, ...]:
    """Return a settlement in words: one fact for each wager."""
    return tuple(Fact(_line_message(event.player, line), line.clause) for line in event.lines)


def _line_message(player: str, line: SettledLine) -> Message:
    says = message(
        "event.line",
        player=player,
        stake=stake_values(line.stake),
        outcome=line.outcome,
        winnings=line.winnings,
        returned=line.returned,
        collected=line.collected,
    )
    return message("event.line-with-change", line=says, change=line.change) if line.change else says


def stake_values(*stakes: Stake) -> tuple[tuple[str, int, str], ...]:
    """Return stakes as values of a message."""
    return tuple((stake.bet, stake.cents, stake.instrument) for stake in stakes)
