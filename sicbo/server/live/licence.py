"""The licence: figures that the regulator approved, entered once for the house by a senior manager.

Opening a table does not set them. A rulebook that refers to an approved minimum (Crown Sydney 4.2.2 and
4.2.3) takes it from here, so that the sign may show more, and may be lowered again down to this figure.
"""

from functools import cache

from sicbo.errors import BadInput, NotFound
from sicbo.game.rulebook.rules import Rules
from sicbo.i18n import message
from sicbo.rulebooks import every_rulebook
from sicbo.server.access.access_database import SessionStore, table_mapping
from sicbo.server.problems import ClauseShape, Problem
from sicbo.table.messages.round import OpenTable
from sicbo.table.state import TableState

SCHEMA = """
CREATE TABLE IF NOT EXISTS licence (
    rulebook TEXT PRIMARY KEY, approved_minimum INTEGER NOT NULL) STRICT;
"""
LARGEST_MINIMUM = 10**9


def needs_approved_minimum(rules: Rules) -> bool:
    """Whether the minimum approved by the regulator matters under these rules."""
    return rules.limits.below_minimum.choice.needs_approved_minimum


@cache
def rulebooks_with_approved_minimum() -> dict[str, Rules]:
    """Return the rulebooks that refer to a minimum approved by the regulator, by their keys."""
    return {key: rules for key, rules in every_rulebook().items() if needs_approved_minimum(rules)}


class Licence:
    """The approved minimum of each rulebook that refers to one, stored beside the accounts."""

    def __init__(self, store: SessionStore) -> None:
        self._store = store
        store.execute(SCHEMA)
        self._minimums = table_mapping(store, "licence", "rulebook", lambda rulebook, cents: int(cents))

    def approved_minimum(self, rulebook: str) -> int | None:
        """Return the approved minimum in cents, or None if it was not entered or is not needed."""
        return self._minimums.get(rulebook)

    def enter(self, rulebook: str, cents: int) -> None:
        """Enter the approved minimum of a rulebook, which applies to tables from their next opening on."""
        known = rulebooks_with_approved_minimum()
        if rulebook not in known:
            raise NotFound("rulebook with an approved minimum", rulebook, known)
        if not 0 < cents <= LARGEST_MINIMUM:
            raise BadInput(message("licence.minimum-range", least=1, most=LARGEST_MINIMUM))
        self._minimums[rulebook] = cents
        self._store.execute("INSERT OR REPLACE INTO licence VALUES (?, ?)", (rulebook, cents))

    def refuse_if_other_minimum(self, table: TableState, order: OpenTable) -> None:
        """Refuse to open a table with an approved minimum other than that of the licence."""
        ours = self.approved_minimum(table.rulebook)
        if order.approved_minimum == ours and (ours or not needs_approved_minimum(table.rules)):
            return
        if not needs_approved_minimum(table.rules):
            says = message("licence.minimum-not-used")
        elif ours is None:
            says = message("licence.minimum-not-entered")
        else:
            says = message("licence.other-minimum", minimum=ours)
        clause = ClauseShape(rulebook=table.rulebook, clause=table.rules.limits.below_minimum.clause)
        raise Problem("not-now", says, clauses=(clause,))
