"""A replay of a table: its records in words, one after the other, with the state of the table after each."""

from collections.abc import Iterator
from typing import NamedTuple

from sicbo.errors import BadInput, NotFound, Refusal
from sicbo.house.entries import Entry
from sicbo.house.export.readers import JournalReader, checked_records, entry_of, founding_of
from sicbo.journal.record import Record
from sicbo.machine.log_kind import Fact, narrate_refusal
from sicbo.table.log_kind import TABLE, evolve
from sicbo.table.state import TableState


class ReplayStep(NamedTuple):
    """A record, its facts in words, the rounds that it concerns, and the table after it."""

    record: Record
    entry: Entry
    facts: tuple[Fact, ...]
    rounds: frozenset[int]
    table: TableState


class TableSummary(NamedTuple):
    """A summary of a table: the round, the step that is due, the slips, the total staked, the dice."""

    round: int | None
    due: str
    slips: int
    staked: int
    dice: tuple[int, ...]


def replay_table(journal: JournalReader, table: str) -> Iterator[ReplayStep]:
    """Yield every record of a table, and check the chain on the way."""
    records = checked_records(journal, table)
    first = next(records)
    founding = founding_of(first)
    if founding.kind != TABLE.kind:
        raise BadInput(
            f"{table} is a {founding.kind}, not a table: use `sicbo registers` to see its records."
        )
    state = founding.new_state()
    name = f"{founding.rulebook}/{founding.layout}".rstrip("/")
    words = f"{founding.house} founds table {table} under {name}"
    yield ReplayStep(first, entry_of(first), (Fact(words, ""),), frozenset({0}), state)
    for record in records:
        entry, before = entry_of(record), state
        for event in entry.events:
            state = evolve(state, event)
        yield ReplayStep(record, entry, _facts(entry), _rounds(entry, before, state), state)


def steps_of_round(steps: Iterator[ReplayStep], number: int) -> Iterator[ReplayStep]:
    """Yield the steps that concern one round: those during it, and later ones about it."""
    last = 0
    for step in steps:
        last = step.table.rounds
        if number > 0 and number in step.rounds:
            yield step
    if not 0 < number <= last:
        raise NotFound("round", str(number), (), f"Rounds 1 to {last} were played.")


def table_summary(table: TableState) -> TableSummary:
    """Return a summary of a table."""
    played = table.round or table.last
    if table.sign is None or played is None:
        due = "open the table" if table.sign is None else table.due_stage.step.value
        return TableSummary(None, due, 0, 0, ())
    lying = [slip.stakes for slip in played.slips.values() if slip.stakes]
    staked = sum(stake.cents for stakes in lying for stake in stakes)
    return TableSummary(played.number, table.due_stage.step.value, len(lying), staked, played.dice or ())


def _facts(entry: Entry) -> tuple[Fact, ...]:
    outcome = entry.outcome
    if isinstance(outcome, Refusal):
        return (narrate_refusal(outcome),)
    return tuple(fact for event in outcome for fact in TABLE.narrate(event))


def _rounds(entry: Entry, before: TableState, after: TableState) -> frozenset[int]:
    """Return the rounds that the events name, or else the round in play, or else the last one."""
    named = {number for event in entry.events if (number := getattr(event, "round", None)) is not None}
    playing = {table.round.number for table in (before, after) if table.round is not None}
    return frozenset(named | playing or {before.rounds})
