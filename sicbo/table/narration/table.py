"""Events in words: what happened at a table, each fact with its clause."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sicbo.errors import Refusal
from sicbo.table.messages.events import AnyEvent, StreakSettled, WagersCollected, WagersPaid
from sicbo.table.narration import desk, rounds
from sicbo.table.narration.formatting import settled_line_text

SETTLEMENT_EVENTS = (WagersCollected, WagersPaid, StreakSettled)
NARRATORS: dict[type[AnyEvent], Callable[[Any], str]] = {**rounds.ROUND_NARRATORS, **desk.DESK_NARRATORS}


@dataclass(frozen=True, slots=True)
class NarratedFact:
    """One thing that happened, and the clause for it."""

    says: str
    clause: str
    refused: bool = False


def narrate_event(event: AnyEvent) -> tuple[NarratedFact, ...]:
    """Return an event in words; a settlement is one fact for each wager."""
    if isinstance(event, SETTLEMENT_EVENTS):
        return tuple(
            NarratedFact(f"{event.player}: {settled_line_text(line)}", line.clause) for line in event.lines
        )
    return (NarratedFact(NARRATORS[type(event)](event), event.clause),)


def narrate_refusal(refusal: Refusal) -> NarratedFact:
    """Return a refusal as a fact."""
    return NarratedFact(f"refused: {refusal.says}", refusal.clause, refused=True)
