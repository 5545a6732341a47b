"""What every journal can do, wherever it keeps its records."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from sicbo.journal.record import Head, Record

CLAIMED = "claimed"
"""What is put aside under a claim: something that is done once in all tables, such as spending a voucher."""


LAST_NUMBER = 2**63 - 1
"""The largest number that a record can have."""


class Checkpoint(NamedTuple):
    """A signed note on the first `size` records of a table; `peaks` lets the tree grow on from there."""

    table: str
    size: int
    note: str
    peaks: bytes


class Snapshot(NamedTuple):
    """A table's state after `number` records, so that recovery need not replay them; only ever a cache."""

    table: str
    number: int
    state: bytes
    note: str


class Journal(Protocol):
    """Append-only records of many tables.

    `append` is one durable commit of everything given: when it returns all of it is on disk, when it raises
    none of it is. It raises `Taken` when a number is already written or a claim already made, `NoSpace` when
    the disk is full, and `Broken` when it cannot know what is on disk: then the process has to stop.
    """

    def heads(self) -> dict[str, Head]:
        """Where each table's chain ends."""

    def append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint] = (), claims: Sequence[str] = ()
    ) -> None:
        """Write all of it with one durable commit; what is claimed is put aside, once for ever."""

    def read(self, table: str, after: int = 0, until: int = LAST_NUMBER) -> Iterator[Record]:
        """The records of a table in order, those after a number and up to another."""

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """The checkpoints of a table in order of size, those of more than `after` records."""

    def checkpoints_around(self, table: str, number: int) -> tuple[Checkpoint | None, Checkpoint | None]:
        """The last checkpoint before a record, and the first one that covers it."""

    def cosign(self, table: str, size: int, note: str) -> None:
        """Keep a checkpoint's note with further signatures on it."""

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the table's older one."""

    def snapshot(self, table: str) -> Snapshot | None:
        """The snapshot of a table, if one is kept."""

    def forget(self, table: str) -> None:
        """Throw a table's snapshot away."""

    def put_aside(self, key: str, value: str) -> None:
        """Keep something beside the chain that may be erased: a salt, a name."""

    def aside(self, key: str) -> str | None:
        """What was put aside under a key."""

    def asides(self) -> dict[str, str]:
        """Everything that was put aside, by its key."""

    def erase(self, key: str) -> None:
        """Forget what was put aside, for good."""

    def joined(self) -> AbstractContextManager[bool]:
        """Play here from now on, until closed: whether no other process does. None can begin inside."""

    def wait(self, seconds: float) -> bool:
        """Wait until some other process may have appended; whether one did."""

    @property
    def stalled(self) -> float:
        """For how many seconds the longest write that is not done yet has been tried."""

    @property
    def full(self) -> bool:
        """Whether there is room only to finish the rounds in play."""

    def close(self) -> None:
        """Let go of everything."""


def around(number: int, found: Iterable[Checkpoint]) -> tuple[Checkpoint | None, Checkpoint | None]:
    """At most two checkpoints as a pair: the one before a record, and the one that covers it."""
    kept = {one.size >= number: one for one in found}
    return kept.get(False), kept.get(True)
