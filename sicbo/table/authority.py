"""Powers: who may give a command, by the rank and clause that the rulebook names."""

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.rules import Power
from sicbo.i18n import message
from sicbo.machine.messages import Command
from sicbo.table.state import TableState


def refuse_if_not_permitted(table: TableState, command: Command, act: Act) -> Refusal | None:
    """Return why the sender of the command may not do this act, or None if they may."""
    power = table.rules.power(act)
    if power is None:
        return Refusal(table.rules.round.order.clause, message("authority.not-granted", act=enum_key(act)))
    return refuse_if_rank_too_low(table, command, power)


def refuse_if_rank_too_low(table: TableState, command: Command, power: Power) -> Refusal | None:
    """Return why the sender's rank is too low for a power, or None if it is high enough."""
    if command.stamp.rank is not None and command.stamp.rank >= power.rank:
        return None
    title = table.rules.title(power.rank)
    return Refusal(power.clause, message("authority.rank-too-low", act=enum_key(power.act), title=title))
