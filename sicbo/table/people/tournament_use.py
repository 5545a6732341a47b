"""Tables used by a tournament: no other play is taken until the table is released."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.game.rulebook.required_terms import Steps
from sicbo.table.messages.base import Command
from sicbo.table.messages.chip_commands import BuyCredits, ExchangeVoucher, IssueColours
from sicbo.table.messages.commands import BuyIn, Perform, PlaceStreak, RegisterSlip
from sicbo.table.messages.faults import DirectIdleSpins
from sicbo.table.messages.people import (
    DesignateTable,
    DesignationEvent,
    ReleaseTable,
    TableDesignated,
    TableReleased,
)
from sicbo.table.open_items import happened
from sicbo.table.state import Table

Events = tuple[DesignationEvent, ...]


def designate(table: Table, command: DesignateTable) -> Events | Refusal:
    """Give the table to a tournament; no round may be in play."""
    steps = _steps(table)
    if table.designated or not command.tournament:
        return Refusal(
            steps.designated,
            "The table is given to a tournament already, or none is named: name one for a free table.",
        )
    if table.round is not None:
        says = f"Finish round {table.round.number} first: next, {table.due.step.value}."
        return Refusal(steps.exclusive, says)
    return (happened(TableDesignated, command, steps.exclusive),)


def release(table: Table, command: ReleaseTable) -> Events | Refusal:
    """Release the table from its tournament."""
    clause = _steps(table).exclusive
    if not table.designated:
        return Refusal(clause, "No tournament has this table: there is nothing to release.")
    return (happened(TableReleased, command, clause),)


def _steps(table: Table) -> Steps:
    """Return the clauses on tournaments; a rulebook without them does not give the power either."""
    steps = table.rules.terms.steps
    assert steps is not None
    return steps


def closed_to(table: Table, command: Command) -> Refusal | None:
    """Return why only the tournament may play here now, or None if other play is allowed."""
    steps = table.rules.terms.steps
    if not table.designated or steps is None or type(command) not in PLAY:
        return None
    says = f"This table is used by {table.designated} alone: play at another until it is released."
    return Refusal(steps.exclusive, says)


PLAY = (BuyIn, Perform, RegisterSlip, PlaceStreak, BuyCredits, IssueColours, ExchangeVoucher, DirectIdleSpins)
HOW: dict[type[Any], Callable[[Table, Any], Events | Refusal]] = {
    DesignateTable: designate,
    ReleaseTable: release,
}
NEEDS: dict[type[Any], Act] = dict.fromkeys(HOW, Act.DESIGNATE_TABLE)
EVOLVES: dict[type[Any], Callable[[Table, Any], Table]] = {
    TableDesignated: lambda table, event: replace(table, designated=event.tournament),
    TableReleased: lambda table, event: replace(table, designated=""),
}
