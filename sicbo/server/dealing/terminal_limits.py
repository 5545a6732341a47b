"""The limits of a terminal: it enforces the maximum even if the rulebook tolerates wagers above it."""

from collections import Counter

from sicbo.errors import Refusal
from sicbo.i18n import message
from sicbo.machine.messages import Command
from sicbo.table.log_kind import decide
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import RegisterSlip
from sicbo.table.round.slips import EMPTY_SLIP, plain_amounts
from sicbo.table.state import TableState


def refuse_if_over_maximum(table: object, command: Command) -> Refusal | None:
    """Refuse a player's own slip that raises an area above its maximum, if the table would take it.

    Staff who place chips for a player have a rank: for them the rulebook's rule for a table with a cloth
    applies.
    """
    if not isinstance(command, RegisterSlip) or not isinstance(table, TableState):
        return None
    ruling = table.rules.limits.above_maximum_seen
    if not ruling.choice.rides or command.stamp.rank is not None:
        return None
    if table.round is None or plain_amounts(table, command.stakes, command.player) is not None:
        return None
    maximum = _exceeded_maximum(table, command)
    if maximum is None or isinstance(decide(table, command), Refusal):
        return None
    return Refusal(ruling.clause, message("tables.over-maximum", maximum=maximum))


def _exceeded_maximum(table: TableState, command: RegisterSlip) -> int | None:
    """Return the first maximum that the slip exceeds by more than the stake that is there already."""
    assert table.round is not None
    limits, before = table.limits_of(command.player), table.round.slips.get(command.player, EMPTY_SLIP)
    lies = _stakes_by_area(before.stakes)
    for bet, cents in _stakes_by_area(command.stakes).items():
        maximum = limits.bounds_of(table.layout.bet(bet)).maximum if bet in table.layout else None
        if maximum is not None and cents > max(maximum, lies[bet]):
            return maximum
    return None


def _stakes_by_area(stakes: tuple[Stake, ...]) -> Counter[str]:
    totals: Counter[str] = Counter()
    for stake in stakes:
        totals[stake.bet] += stake.cents
    return totals
