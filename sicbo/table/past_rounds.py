"""Rounds that are over: which of them the table keeps, and how to find and replace one.

A round just settled is `last` until the next one begins. If the rulebook reaches further back, the last ten
settled rounds are kept, and one of them can be voided or settled again without touching a later one.
"""

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.i18n import message
from sicbo.machine.structs import replace
from sicbo.table.state import Round, TableState

ROUNDS_KEPT = 10


def archive_last_round(table: TableState) -> TableState:
    """Move the round just settled to the past, and keep it if the rulebook may reach back to it."""
    faults = table.rules.faults
    reaches = (
        faults.wrong_entry.choice.reaches_settled_rounds or faults.damaged_dice.choice.reaches_settled_rounds
    )
    kept = (*table.past, table.last)[-ROUNDS_KEPT:] if table.last and reaches else table.past
    return replace(table, last=None, past=kept)


def find_round(table: TableState, number: int) -> Round | None:
    """Return the round with that number, if it is in play or still kept."""
    if table.round is not None and table.round.number == number:
        return table.round
    if table.last is not None and table.last.number == number:
        return table.last
    return next((one for one in table.past if one.number == number), None)


def kept_round(table: TableState, number: int) -> Round:
    """Return the round with that number, which an event names and the table therefore keeps."""
    played = find_round(table, number)
    assert played is not None
    return played


def replace_round(table: TableState, played: Round) -> TableState:
    """Return the table with `played` in place of the round of the same number."""
    if table.round is not None and table.round.number == played.number:
        return replace(table, round=played)
    if table.last is not None and table.last.number == played.number:
        return replace(table, last=played)
    past = tuple(played if one.number == played.number else one for one in table.past)
    return replace(table, past=past)


def remove_round(table: TableState, number: int) -> TableState:
    """Return the table without a past round that is void."""
    last = table.last if table.last and table.last.number != number else None
    return replace(table, last=last, past=tuple(one for one in table.past if one.number != number))


def table_as_of_round(table: TableState, played: Round) -> TableState:
    """Return the table with an older round in play, without the warnings given in that round or later."""
    since = (one for one in (*table.past, table.last, table.round) if one and one.number >= played.number)
    warned = table.warned.difference(*(one.warned for one in since))
    return replace(table, round=played, warned=warned)


def past_round_refusal(table: TableState, number: int, clause: str, *, reaches: bool) -> Refusal:
    """Return why a past round is out of reach, and who can decide about it."""
    if not 0 < number <= table.rounds:
        return Refusal(clause, message("past-rounds.not-played", number=number, rounds=table.rounds))
    if not reaches:
        return Refusal(clause, message("past-rounds.settled", number=number))
    power = table.rules.power(Act.DECIDE_DISPUTE)
    assert power is not None
    title = table.rules.title(power.rank)
    says = message("past-rounds.out-of-reach", number=number, kept=ROUNDS_KEPT, title=title)
    return Refusal(power.clause, says)


def rename_player(table: TableState, player: str, second: str) -> TableState:
    """Return the table with a substitute in place of a player in the round just settled."""
    if table.last is None or player not in table.last.slips:
        return table
    renamed = {
        name: amounts.delete(player).set(second, amounts[player])
        for name in ("slips", "collected", "paid")
        if player in (amounts := getattr(table.last, name))
    }
    return replace(table, last=replace(table.last, **renamed))
