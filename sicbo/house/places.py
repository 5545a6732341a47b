"""Places: a table as the floor knows it, from the records that its journal has."""

from dataclasses import dataclass, replace

from sicbo.house.entries import Founding, read_entry
from sicbo.journal.merkle import Tree
from sicbo.journal.record import Head, Record
from sicbo.ledger.balances import Balances
from sicbo.ledger.transfers import Transfer, transfers
from sicbo.table.evolve import evolve
from sicbo.table.state import Table


@dataclass(frozen=True, slots=True)
class Place:
    """A table with its balances, the end of its chain, its tree, and which record answered which id.

    `numbers` is shared by a place and the one that follows it: it only grows, and only after a commit.
    `elapsed` is the time gone by at the last record.
    """

    founding: Founding
    table: Table
    balances: Balances
    head: Head
    peaks: bytes
    wall: int
    elapsed: int
    numbers: dict[str, int]

    @classmethod
    def new(cls, record: Record) -> "Place":
        """The place that a founding record makes."""
        founding = read_entry(record.text).founding
        assert founding is not None, "The first record of a table founds it."
        tree = Tree()
        tree.append(record.hash)
        head, numbers = Head(1, record.hash), {record.id: 1}
        return cls(founding, founding.new_table(), Balances(), head, tree.peaks(), record.wall, 0, numbers)


def after_records(place: Place, records: list[Record]) -> Place:
    """The place after records that somebody else wrote, or that were read from the journal again."""
    if not records:
        return place
    table, elapsed, tree = place.table, place.elapsed, Tree(place.peaks)
    moved: list[Transfer] = []
    for record in records:
        tree.append(record.hash)
        place.numbers[record.id] = record.number
        entry = read_entry(record.text)
        for event in entry.events:
            moved += transfers(event, table)
            table = evolve(table, event)
        elapsed = entry.stamp.elapsed
    last = records[-1]
    head = Head(last.number, last.hash)
    return replace(
        place,
        table=table,
        balances=place.balances.after(moved),
        head=head,
        peaks=tree.peaks(),
        wall=last.wall,
        elapsed=elapsed,
    )
