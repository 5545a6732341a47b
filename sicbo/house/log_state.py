"""The state of one log: a table, a tournament or a promotion, as read from the records of its journal."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count, filterfalse
from typing import Any

from sicbo.house.electronic_rolls import Rolling, rolls_after
from sicbo.house.entries import read_entry
from sicbo.house.log_kinds import Founding
from sicbo.journal.merkle import Tree
from sicbo.journal.record import Head, Record
from sicbo.ledger.balances import Balances
from sicbo.ledger.transfers import Transfer
from sicbo.table.state import Table


@dataclass(frozen=True, slots=True)
class Place:
    """The state of a log, its balances, the end of its chain, its tree, and the record number of each id.

    `numbers` is shared by successive states of a log: it only grows, and only after a commit.
    `elapsed` is the elapsed time at the last record, `rolls` the electronic rolls of the last rounds.
    """

    founding: Founding
    state: Any
    balances: Balances
    head: Head
    peaks: bytes
    wall: int
    elapsed: int
    numbers: dict[str, int]
    rolls: tuple[Rolling, ...] = ()

    @property
    def table(self) -> Table:
        """The state of a table."""
        assert isinstance(self.state, Table), f"{self.founding.table} is a {self.founding.kind}, not a table."
        return self.state

    @classmethod
    def new(cls, record: Record) -> "Place":
        """Return the state of a log after its founding record."""
        founding = read_entry(record.text).founding
        assert founding is not None, "The first record of a log must be a founding."
        tree = Tree()
        tree.append(record.hash)
        head, numbers = Head(1, record.hash), {record.id: 1}
        return cls(founding, founding.new_state(), Balances(), head, tree.peaks(), record.wall, 0, numbers)


def after_records(place: Place, records: list[Record]) -> Place:
    """Return the state after records that were read from the journal."""
    if not records:
        return place
    subject, state, elapsed, tree = place.founding.subject, place.state, place.elapsed, Tree(place.peaks)
    moved: list[Transfer] = []
    rolls = place.rolls
    for record in records:
        tree.append(record.hash)
        place.numbers[record.id] = record.number
        entry = read_entry(record.text)
        for event in entry.events:
            moved += subject.transfers(event, state)
            state = subject.evolve(state, event)
        rolls = rolls_after(rolls, record, entry.events)
        elapsed = entry.stamp.elapsed
    last = records[-1]
    head = Head(last.number, last.hash)
    return replace(
        place,
        state=state,
        balances=place.balances.after(moved),
        head=head,
        peaks=tree.peaks(),
        wall=last.wall,
        elapsed=elapsed,
        rolls=rolls,
    )


def free_ids(prefix: str, number: int, known: Callable[[str], bool]) -> Iterator[str]:
    """Yield ids that are not in use. Players choose their own ids, and must not be able to block ours."""
    return filterfalse(known, (f"{prefix}-{later}" for later in count(number + 1)))
