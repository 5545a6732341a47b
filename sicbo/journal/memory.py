"""A journal in memory, for tests, training, and games at home that need no records."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext

from sicbo.errors import Taken
from sicbo.journal.heads.chain_ends import followed
from sicbo.journal.record import Head, Record
from sicbo.journal.store import CLAIMED, LAST_NUMBER, Checkpoint, Snapshot


class MemoryJournal:
    """A journal in lists and dictionaries, which lasts as long as the process."""

    def __init__(self) -> None:
        self._records: dict[str, list[Record]] = {}
        self._checkpoints: dict[str, list[Checkpoint]] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._aside: dict[str, str] = {}

    def heads(self) -> dict[str, Head]:
        """Return the head of each log."""
        return {table: Head(kept[-1].number, kept[-1].hash) for table, kept in self._records.items()}

    def append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint] = (), claims: Sequence[str] = ()
    ) -> None:
        """Write everything, or nothing if a number is taken."""
        self._refuse(records, checkpoints, claims)
        self._aside |= dict.fromkeys(claims, CLAIMED)
        for record in records:
            self._records.setdefault(record.table, []).append(record)
        for checkpoint in checkpoints:
            self._checkpoints.setdefault(checkpoint.table, []).append(checkpoint)

    def _refuse(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint], claims: Sequence[str]
    ) -> None:
        """Raise an error if this commit cannot be written."""
        followed(self.heads(), records)
        for table, size, *_ in checkpoints:
            if any(one.size == size for one in self._checkpoints.get(table, [])):
                raise Taken(table, size)
        if any(claim in self._aside for claim in claims):
            raise Taken(records[0].table, records[0].number)

    def read(self, table: str, after: int = 0, until: int = LAST_NUMBER) -> Iterator[Record]:
        """Return the records of a log in order, after one number and up to another."""
        return iter(self._records.get(table, [])[after:until])

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """Return the checkpoints of a log that cover more than `after` records, in order of size."""
        return iter(sorted(one for one in self._checkpoints.get(table, []) if one.size > after))

    def checkpoints_around(self, table: str, number: int) -> tuple[Checkpoint | None, Checkpoint | None]:
        """Return the last checkpoint before a record and the first one that covers it."""
        kept = sorted(self._checkpoints.get(table, []))
        at = bisect_left(kept, number, key=lambda one: one.size)
        return kept[at - 1] if at else None, kept[at] if at < len(kept) else None

    def cosign(self, table: str, size: int, note: str) -> None:
        """Replace a checkpoint's note with one that has more signatures."""
        kept = self._checkpoints.get(table, [])
        self._checkpoints[table] = [one._replace(note=note) if one.size == size else one for one in kept]

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the log's older one."""
        self._snapshots[snapshot.table] = snapshot

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the snapshot of a log, if one is kept."""
        return self._snapshots.get(table)

    def forget(self, table: str) -> None:
        """Delete the snapshot of a log."""
        self._snapshots.pop(table, None)

    def put_aside(self, key: str, value: str) -> None:
        """Keep a value outside the chain, where it may be erased."""
        self._aside[key] = value

    def aside(self, key: str) -> str | None:
        """Return the value put aside under a key."""
        return self._aside.get(key)

    def asides(self) -> dict[str, str]:
        """Return all values put aside, by key."""
        return dict(self._aside)

    def erase(self, key: str) -> None:
        """Erase a value put aside, for good."""
        self._aside.pop(key, None)

    def joined(self) -> AbstractContextManager[bool]:
        """Return True: no other process can play here."""
        return nullcontext(True)

    def wait(self, seconds: float) -> bool:
        """Return False: no other process can append here."""
        return False

    @property
    def stalled(self) -> float:
        """Always 0: memory does not stall."""
        return 0.0

    @property
    def full(self) -> bool:
        """Always false: the size of memory is not checked."""
        return False

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
