"""What many commands require: an open table, or no round in play."""

from sicbo.errors import Refusal
from sicbo.game.rulebook.publication import enum_key
from sicbo.i18n import message
from sicbo.table.state import TableState


def refuse_if_closed(table: TableState, clause: str) -> Refusal | None:
    """Return why something must wait for the opening of the table."""
    return Refusal(clause, message("table.closed")) if table.sign is None else None


def refuse_during_round(table: TableState, clause: str) -> Refusal | None:
    """Return why something must wait for the end of the round in play, with the step that is next."""
    if table.round is None:
        return None
    step = enum_key(table.due_stage.step)
    return Refusal(clause, message("table.finish-round-first", round=table.round.number, step=step))
