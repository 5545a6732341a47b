"""The kinds of log that a house keeps, and the founding that begins a log.

The commands and events of all kinds are distinguished by their tags alone, so no two may share a tag.
"""

from typing import Any

import msgspec

from sicbo.errors import NotFound
from sicbo.machine.log_kind import LogKind
from sicbo.promotion.log_kind import PROMOTION
from sicbo.table.log_kind import TABLE
from sicbo.tournament.log_kind import TOURNAMENT


class Founding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first record of a log: its house, and the version of the rulebook that it follows.

    `table` is the name of the log, whatever its kind. `kind` is left out of the text for a table. `signed`
    lists the commands that need the signature of the person who gives them.
    """

    table: str
    house: str
    rulebook: str
    layout: str
    sha256: str
    readings: tuple[tuple[str, str], ...] = ()
    profile: str = "home"
    signed: tuple[str, ...] = ()
    kind: str = "table"

    @property
    def origin(self) -> str:
        """The name of the log, as its checkpoints have it."""
        return f"{self.house}/{self.table}"

    @property
    def log_kind(self) -> LogKind:
        """The kind of the log."""
        return log_kind_of(self.kind)

    def new_state(self) -> Any:
        """Return the state of the log before any event."""
        return self.log_kind.new_state(self.table, self.rulebook, self.layout, self.readings)


LOG_KINDS = {one.kind: one for one in (TABLE, PROMOTION, TOURNAMENT)}


def log_kind_of(kind: str) -> LogKind:
    """Return the kind of log with a name."""
    if kind not in LOG_KINDS:
        raise NotFound("kind of log", kind, LOG_KINDS, "Use the program that founded this log.")
    return LOG_KINDS[kind]
