"""Approvals: commands that wait for a second person. Nothing is written until somebody else agrees."""

from typing import TYPE_CHECKING, Any

import msgspec

from sicbo.house.entries import Asked
from sicbo.server import shapes
from sicbo.server.chronicle import when
from sicbo.table.chip_commands import CountFloat, CreditFloat, FillFloat
from sicbo.table.commands import AnyCommand, CorrectResult, DeclareVoid
from sicbo.table.state import Table

if TYPE_CHECKING:
    from sicbo.server.live import Live

ALWAYS = (CorrectResult, FillFloat, CreditFloat, CountFloat)


class Approval(msgspec.Struct, frozen=True):
    """A command with nobody's name yet as its second person."""

    id: str
    table: str
    by: str
    asked: Asked

    def shape(self, live: "Live") -> shapes.ApprovalShape:
        """As the desk shows it."""
        said: dict[str, Any] = msgspec.to_builtins(self.asked.command)
        said.pop("stamp")
        wall = self.asked.command.stamp.wall
        return shapes.ApprovalShape(
            approval=self.id, table=self.table, by=self.by.partition("#")[0], command=said, at=when(wall)
        )


def needs_second(table: Table, command: AnyCommand) -> bool:
    """Whether a command needs another person who is not yet named."""
    if isinstance(command, DeclareVoid):
        played = table.round
        entered = played is None or played.dice is not None
        return entered and not command.second
    return isinstance(command, ALWAYS) and not command.second
