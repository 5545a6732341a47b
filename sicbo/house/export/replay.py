"""A replay of a log: its records in words, one after the other, with the state after each."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sicbo.errors import NotFound, Refusal
from sicbo.house.entries import Entry
from sicbo.house.export.readers import JournalReader, checked_records, entry_of, founding_of
from sicbo.i18n import message
from sicbo.journal.record import Record
from sicbo.machine.log_kind import Fact, LogKind, narrate_refusal
from sicbo.table.state import TableState
from sicbo.tournament.state import Tournament

NO_ROUNDS = "This log has no rounds: leave --round out."


class ReplayStep(NamedTuple):
    """A record, its facts in words, the rounds that it concerns, and the state of the log after it."""

    record: Record
    entry: Entry
    facts: tuple[Fact, ...]
    rounds: frozenset[int]
    state: Any


class TableSummary(NamedTuple):
    """A summary of a table: the round, the step that is due, the slips, the total staked, the dice."""

    round: int | None
    due: str
    slips: int
    staked: int
    dice: tuple[int, ...]


def replay_log(journal: JournalReader, name: str) -> Iterator[ReplayStep]:
    """Yield every record of a table, tournament or promotion, and check the chain on the way."""
    records = checked_records(journal, name)
    first = next(records)
    founding = founding_of(first)
    kind, state = founding.log_kind, founding.new_state()
    layout = f"{founding.rulebook}/{founding.layout}".rstrip("/")
    words = message("event.founded", house=founding.house, kind=founding.kind, name=name, layout=layout)
    yield ReplayStep(first, entry_of(first), (Fact(words, ""),), frozenset({0}), state)
    for record in records:
        entry, before = entry_of(record), state
        state = kind.evolve_all(state, entry.events)
        yield ReplayStep(record, entry, _facts(kind, entry), _rounds(entry, before, state), state)


def steps_of_round(steps: Iterator[ReplayStep], number: int) -> Iterator[ReplayStep]:
    """Yield the steps that concern one round: those during it, and later ones about it."""
    last = 0
    for step in steps:
        last = _rounds_begun(step.state)
        if number > 0 and number in step.rounds:
            yield step
    if not 0 < number <= last:
        raise NotFound("round", str(number), (), f"Rounds 1 to {last} were played." if last else NO_ROUNDS)


def table_summary(table: TableState) -> TableSummary:
    """Return a summary of a table."""
    played = table.round or table.last
    if table.sign is None or played is None:
        due = "open the table" if table.sign is None else table.due_stage.step.value
        return TableSummary(None, due, 0, 0, ())
    lying = [slip.stakes for slip in played.slips.values() if slip.stakes]
    staked = sum(stake.cents for stakes in lying for stake in stakes)
    return TableSummary(played.number, table.due_stage.step.value, len(lying), staked, played.dice or ())


def _facts(kind: LogKind, entry: Entry) -> tuple[Fact, ...]:
    outcome = entry.outcome
    if isinstance(outcome, Refusal):
        return (narrate_refusal(outcome),)
    return tuple(fact for event in outcome for fact in kind.narrate(event))


def _rounds(entry: Entry, before: Any, after: Any) -> frozenset[int]:
    """Return the rounds that the events name, or else the round in play, or else the last one."""
    events = [event for event in entry.events if not hasattr(event, "table")]
    named = {number for event in events if (number := getattr(event, "round", None)) is not None}
    tables = [state for state in (before, after) if isinstance(state, TableState)]
    playing = {table.round.number for table in tables if table.round is not None}
    return frozenset(named | playing or {_rounds_begun(before)})


def _rounds_begun(state: Any) -> int:
    """Return how many rounds of a log have begun; a promotion has none."""
    if isinstance(state, TableState):
        return state.rounds
    return state.round if isinstance(state, Tournament) else 0
