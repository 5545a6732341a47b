"""Events in words: what happened at a table, each fact with its clause."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sicbo.errors import Refusal
from sicbo.table.messages.events import AnyEvent, StreakSettled, WagersCollected, WagersPaid
from sicbo.table.narration import desk, rounds
from sicbo.table.narration.formatting import settled

LINES = (WagersCollected, WagersPaid, StreakSettled)
WORDS: dict[type[AnyEvent], Callable[[Any], str]] = {**rounds.WORDS, **desk.WORDS}


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened, and the clause for it."""

    says: str
    clause: str
    refused: bool = False


def told(event: AnyEvent) -> tuple[Fact, ...]:
    """Return an event in words; a settlement is one fact for each wager."""
    if isinstance(event, LINES):
        return tuple(Fact(f"{event.player}: {settled(line)}", line.clause) for line in event.lines)
    return (Fact(WORDS[type(event)](event), event.clause),)


def refused(refusal: Refusal) -> Fact:
    """Return a refusal as a fact."""
    return Fact(f"refused: {refusal.says}", refusal.clause, refused=True)
