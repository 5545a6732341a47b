"""The interface of every journal, wherever it keeps its records."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from sicbo.journal.record import Head, Record

CLAIMED = "claimed"
"""The value put aside under a claim: an act that is done once in all tables, such as spending a voucher."""


LAST_NUMBER = 2**63 - 1
"""The largest number that a record can have."""


class Checkpoint(NamedTuple):
    """A signed note on the first `size` records of a log; `peaks` lets the tree grow from there."""

    table: str
    size: int
    note: str
    peaks: bytes


class Snapshot(NamedTuple):
    """A table's state after `number` records, so that recovery need not replay them. It is only a cache."""

    table: str
    number: int
    state: bytes
    note: str


class Journal(Protocol):
    """Append-only records of many logs.

    `append` is one durable commit of everything given: when it returns all of it is on disk, when it raises
    none of it is. It raises `Taken` if a number is already written or a claim already made, `NoSpace` if the
    disk is full, and `Broken` if it cannot know what is on disk: then the process has to stop.
    """

    def heads(self) -> dict[str, Head]:
        """Return the head of each log."""

    def append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint] = (), claims: Sequence[str] = ()
    ) -> None:
        """Write everything with one durable commit; claims are put aside and can be made only once."""

    def read(self, table: str, after: int = 0, until: int = LAST_NUMBER) -> Iterator[Record]:
        """Return the records of a log in order, after one number and up to another."""

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """Return the checkpoints of a log that cover more than `after` records, in order of size."""

    def checkpoints_around(self, table: str, number: int) -> tuple[Checkpoint | None, Checkpoint | None]:
        """Return the last checkpoint before a record and the first one that covers it."""

    def cosign(self, table: str, size: int, note: str) -> None:
        """Replace a checkpoint's note with one that has more signatures."""

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the log's older one."""

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the snapshot of a log, if one is kept."""

    def forget(self, table: str) -> None:
        """Delete the snapshot of a log."""

    def put_aside(self, key: str, value: str) -> None:
        """Keep a value outside the chain, where it may be erased: a salt, a name."""

    def aside(self, key: str) -> str | None:
        """Return the value put aside under a key."""

    def asides(self) -> dict[str, str]:
        """Return all values put aside, by key."""

    def erase(self, key: str) -> None:
        """Erase a value put aside, for good."""

    def joined(self) -> AbstractContextManager[bool]:
        """Play here until closed; yields whether no other process does. None can begin inside the block."""

    def wait(self, seconds: float) -> bool:
        """Wait until another process may have appended; return whether one did."""

    @property
    def stalled(self) -> float:
        """The seconds for which the longest unfinished write has been tried."""

    @property
    def full(self) -> bool:
        """Whether there is only room to finish the rounds in play."""

    def close(self) -> None:
        """Close files and connections."""


def around(number: int, found: Iterable[Checkpoint]) -> tuple[Checkpoint | None, Checkpoint | None]:
    """Return at most two checkpoints as a pair: the one before a record, and the one that covers it."""
    kept = {one.size >= number: one for one in found}
    return kept.get(False), kept.get(True)
