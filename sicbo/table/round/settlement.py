"""Settlement of a player's stakes by the dice, as the journal keeps it."""

from sicbo.game.dice import Roll
from sicbo.game.limits import risks_of_stakes
from sicbo.game.money import Instrument
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.settlement import Outcome, Wager, payment
from sicbo.i18n import Message, message
from sicbo.machine.log_kind import Fact
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import SettledLine, WagersCollected, WagersPaid
from sicbo.table.messages.super_streak import StreakSettled
from sicbo.table.money.racks import instrument_kind
from sicbo.table.state import TableState

INSTRUMENTS = {enum_key(instrument): instrument for instrument in Instrument}
COLOUR_CHIP, LOST = Instrument.COLOUR_CHIP, Outcome.LOST.value


def settled_lines(
    table: TableState, stakes: tuple[Stake, ...], player: str, roll: Roll, *, losing: bool
) -> tuple[tuple[SettledLine, ...], bool]:
    """Return the lines that lost, or those that did not, and whether the player must be warned."""
    rules, layout, limits = table.rules, table.layout, table.limits_of(player)
    bets, cents = [stake.bet for stake in stakes], [stake.cents for stake in stakes]
    risks = risks_of_stakes(bets, cents, layout, rules, limits, warned=player in table.warned)
    prices = map(layout.prices_by_roll[roll].get, bets)
    lines = []
    for stake, price, risk in zip(stakes, prices, risks, strict=True):
        if (price is None and (risk is None or risk.amount > 0)) is losing:
            instrument = INSTRUMENTS.get(stake.instrument, COLOUR_CHIP)
            bet = layout.bet(stake.bet)
            outcome, winnings, collected, clause = payment(
                bet, stake.cents, instrument, price, risk, rules, limits
            )
            returned = stake.cents - collected
            change = _change(table, stake, returned) if instrument is COLOUR_CHIP else 0
            lines.append(
                SettledLine(
                    stake, LOST if losing else outcome.value, winnings, returned, collected, clause, change
                )
            )
    return tuple(lines), any(risk.warns for risk in risks if risk)


def _change(table: TableState, stake: Stake, returned: int) -> int:
    """Return what of the returned stake is less than a whole piece of its colour."""
    colour = stake.instrument.partition(":")[2]
    return returned % table.sets[colour].value if colour else 0


def wager_of_stake(stake: Stake) -> Wager:
    """Return a stake of the wire as a wager of the game."""
    return Wager(stake.bet, stake.cents, INSTRUMENTS[instrument_kind(stake.instrument)])


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
