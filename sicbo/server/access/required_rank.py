"""The rank that a command requires, found by trying the command at higher ranks."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.table.log_kind import decide


def required_rank(table: Any, command: Any, decide: Callable[[Any, Any], Any] = decide) -> Rank | None:
    """Return the lowest rank for which a refusal changes, or None if rank is not its reason."""
    given = decide(table, command)
    if not isinstance(given, Refusal):
        return None
    higher = (rank for rank in Rank if rank > (command.stamp.rank or 0))
    return next((rank for rank in higher if decide(table, _with_rank(command, rank)) != given), None)


def _with_rank(command: Any, rank: Rank) -> Any:
    return replace(command, stamp=replace(command.stamp, rank=rank))
