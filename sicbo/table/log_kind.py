"""The kind of log that a table is: the rows of all its subjects."""

from sicbo.errors import Refusal
from sicbo.machine.log_kind import LogKind, Rule
from sicbo.machine.messages import Command
from sicbo.table.authority import refuse_if_not_permitted
from sicbo.table.equipment import faults
from sicbo.table.limits import notices, personal_limits
from sicbo.table.money import cash, colour_chips, foreign_chips, table_float
from sicbo.table.people import conduct, disputes, seats, tournament_use, voided_wagers, withheld_winnings
from sicbo.table.round import (
    corrections,
    idle_spins,
    opening,
    slips,
    steps,
    super_streak,
    super_streak_state,
    voids,
)
from sicbo.table.state import TableState


def _check(table: TableState, command: Command, rule: Rule) -> Refusal | None:
    """Refuse a command below the rank that its act needs, or while a tournament uses the table."""
    if rule.act is not None and (refusal := refuse_if_not_permitted(table, command, rule.act)):
        return refusal
    return tournament_use.refuse_if_reserved(table, command) if table.designated else None


TABLE = LogKind(
    kind="table",
    state=TableState,
    new_state=TableState,
    rows=(
        *opening.RULES,
        *steps.RULES,
        *slips.RULES,
        *voids.RULES,
        *corrections.RULES,
        *idle_spins.RULES,
        *super_streak.RULES,
        *notices.RULES,
        *personal_limits.RULES,
        *cash.RULES,
        *table_float.RULES,
        *colour_chips.RULES,
        *foreign_chips.RULES,
        *seats.RULES,
        *conduct.RULES,
        *voided_wagers.RULES,
        *withheld_winnings.RULES,
        *disputes.RULES,
        *tournament_use.RULES,
        *faults.RULES,
    ),
    effects=(
        *opening.EFFECTS,
        *steps.EFFECTS,
        *slips.EFFECTS,
        *voids.EFFECTS,
        *corrections.EFFECTS,
        *idle_spins.EFFECTS,
        *super_streak_state.EFFECTS,
        *notices.EFFECTS,
        *personal_limits.EFFECTS,
        *cash.EFFECTS,
        *table_float.EFFECTS,
        *colour_chips.EFFECTS,
        *foreign_chips.EFFECTS,
        *seats.EFFECTS,
        *conduct.EFFECTS,
        *voided_wagers.EFFECTS,
        *withheld_winnings.EFFECTS,
        *disputes.EFFECTS,
        *tournament_use.EFFECTS,
        *faults.EFFECTS,
    ),
    check=_check,
)
decide, evolve, evolve_all = TABLE.decide, TABLE.evolve, TABLE.evolve_all
