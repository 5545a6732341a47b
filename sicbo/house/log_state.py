"""The state of one log: a table, a tournament or a promotion, as read from the records of its journal."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count, filterfalse
from typing import Any

from sicbo.house.electronic_rolls import CommittedRoll, rolls_after
from sicbo.house.entries import read_entry
from sicbo.house.log_kinds import Founding
from sicbo.journal.merkle import MerkleTree
from sicbo.journal.record import Head, Record
from sicbo.machine.ledger import Balances
from sicbo.table.state import TableState


@dataclass(frozen=True, slots=True)
class LogState:
    """The state of a log, the end of its chain, its tree, and the record number of each id.

    `record_numbers` is shared by successive states of a log: it only grows, and only after a commit.
    `elapsed` is the elapsed time at the last record, `rolls` the electronic rolls of the last rounds.
    """

    founding: Founding
    state: Any
    head: Head
    peaks: bytes
    wall: int
    elapsed: int
    record_numbers: dict[str, int]
    rolls: tuple[CommittedRoll, ...] = ()

    @property
    def balances(self) -> Balances:
        """The balances of the log's accounts."""
        balances: Balances = self.state.balances
        return balances

    @property
    def table(self) -> TableState:
        """The state of a table."""
        assert isinstance(self.state, TableState), (
            f"{self.founding.table} is a {self.founding.kind}, not a table."
        )
        return self.state

    @classmethod
    def new(cls, record: Record) -> "LogState":
        """Return the state of a log after its founding record."""
        founding = read_entry(record.text).founding
        assert founding is not None, "The first record of a log must be a founding."
        tree = MerkleTree()
        tree.append(record.hash)
        head, numbers = Head(1, record.hash), {record.id: 1}
        return cls(founding, founding.new_state(), head, tree.peaks(), record.wall, 0, numbers)


def apply_records(log_state: LogState, records: list[Record]) -> LogState:
    """Return the state after records that were read from the journal."""
    if not records:
        return log_state
    log_kind, state, elapsed, tree = (
        log_state.founding.log_kind,
        log_state.state,
        log_state.elapsed,
        MerkleTree(log_state.peaks),
    )
    rolls = log_state.rolls
    for record in records:
        tree.append(record.hash)
        log_state.record_numbers[record.id] = record.number
        entry = read_entry(record.text)
        for event in entry.events:
            state = log_kind.evolve(state, event)
        rolls = rolls_after(rolls, record, entry.events)
        elapsed = entry.stamp.elapsed
    last = records[-1]
    head = Head(last.number, last.hash)
    return replace(
        log_state,
        state=state,
        head=head,
        peaks=tree.peaks(),
        wall=last.wall,
        elapsed=elapsed,
        rolls=rolls,
    )


def unused_ids(prefix: str, number: int, is_used: Callable[[str], bool]) -> Iterator[str]:
    """Yield ids that are not in use. Players choose their own ids, and must not be able to block ours."""
    return filterfalse(is_used, (f"{prefix}-{later}" for later in count(number + 1)))
