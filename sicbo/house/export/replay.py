"""Replaying: the records of a table in words, one after the other, with the table as each leaves it."""

from collections.abc import Iterator
from typing import NamedTuple

from sicbo.errors import BadInput, NotFound, Refusal
from sicbo.house.entries import Entry
from sicbo.house.export.readers import Readable, chain_of, entry_of, founding_of
from sicbo.house.log_kinds import TABLE
from sicbo.journal.record import Record
from sicbo.table.evolve import evolve
from sicbo.table.narration.table import Fact, refused, told
from sicbo.table.state import Table


class Stepped(NamedTuple):
    """A record, what it says in words, the rounds that it is about, and the table after it."""

    record: Record
    entry: Entry
    facts: tuple[Fact, ...]
    rounds: frozenset[int]
    table: Table


class Standing(NamedTuple):
    """A table at a glance: the round, the step that is due, the slips and what is on them, the dice."""

    round: int | None
    due: str
    slips: int
    staked: int
    dice: tuple[int, ...]


def replayed(journal: Readable, table: str) -> Iterator[Stepped]:
    """Every record of a table; the chain is checked on the way."""
    records = chain_of(journal, table)
    first = next(records)
    founding = founding_of(first)
    if founding.kind != TABLE.kind:
        raise BadInput(f"{table} is a {founding.kind}, no table: `sicbo registers` shows what is on record.")
    state = founding.new_state()
    name = f"{founding.rulebook}/{founding.layout}".rstrip("/")
    words = f"{founding.house} founds table {table} under {name}"
    yield Stepped(first, entry_of(first), (Fact(words, ""),), frozenset({0}), state)
    for record in records:
        entry, before = entry_of(record), state
        for event in entry.events:
            state = evolve(state, event)
        yield Stepped(record, entry, _facts(entry), _rounds(entry, before, state), state)


def of_round(steps: Iterator[Stepped], number: int) -> Iterator[Stepped]:
    """The steps that are about one round: those in it, and what was done about it later."""
    last = 0
    for step in steps:
        last = step.table.rounds
        if number > 0 and number in step.rounds:
            yield step
    if not 0 < number <= last:
        raise NotFound("round", str(number), (), f"Rounds 1 to {last} were played.")


def standing(table: Table) -> Standing:
    """Where a table stands."""
    played = table.round or table.last
    if table.sign is None or played is None:
        due = "open the table" if table.sign is None else table.due.step.value
        return Standing(None, due, 0, 0, ())
    lying = [slip.stakes for slip in played.slips.values() if slip.stakes]
    staked = sum(stake.cents for stakes in lying for stake in stakes)
    return Standing(played.number, table.due.step.value, len(lying), staked, played.dice or ())


def _facts(entry: Entry) -> tuple[Fact, ...]:
    outcome = entry.outcome
    if isinstance(outcome, Refusal):
        return (refused(outcome),)
    return tuple(fact for event in outcome for fact in told(event))


def _rounds(entry: Entry, before: Table, after: Table) -> frozenset[int]:
    """The rounds that the events name, or else the one in play, or the one just over."""
    named = {number for event in entry.events if (number := getattr(event, "round", None)) is not None}
    playing = {table.round.number for table in (before, after) if table.round is not None}
    return frozenset(named | playing or {before.rounds})
