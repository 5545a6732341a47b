"""Powers: who may give a command, by the rank and clause that the rulebook names."""

from sicbo.errors import Refusal
from sicbo.game.authority import Act
from sicbo.table.messages import Command
from sicbo.table.state import Table


def may_not(table: Table, command: Command, act: Act) -> Refusal | None:
    """Why the one who gave the command may not do it; None where they may."""
    power = table.rules.power(act)
    if power is None:
        return Refusal(table.rules.round.order.clause, f"Nobody may {act.value} under this rulebook.")
    if command.stamp.rank is None or command.stamp.rank < power.rank:
        return Refusal(
            power.clause, f"Call this rank or above to {act.value}: {table.rules.title(power.rank)}."
        )
    return None
