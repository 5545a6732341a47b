"""A simulated disk that forgets unsynced bytes, tears writes, fills up and fails; and a journal on it."""

import struct
import zlib
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from random import Random
from typing import Any

import msgspec

from sicbo.errors import Broken, NoSpace, Taken
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.record import Record
from sicbo.journal.store import Checkpoint, Snapshot

HEAD = struct.Struct("<II")
RESERVES = (2_000, 20_000, 200_000, 200_000)
"""Bytes reserved on a disk for the rounds in play: sometimes too few."""
_packed = msgspec.msgpack.Encoder().encode
_unpacked = msgspec.msgpack.Decoder(tuple[str, list[Any]]).decode


class PowerCut(BaseException):
    """The power fails in the middle of an operation."""


class Disk:
    """A disk with synced and unsynced bytes.

    `cut_in` counts the operations until the power fails: before a write, after it, or after its sync.
    """

    def __init__(self, random: Random, counts: Counter[str]) -> None:
        self.counts, self._random = counts, random
        self.synced, self.pending = bytearray(), bytearray()
        self.full = self.released = self.sync_fails = False
        self.reserve = 0
        self.cut_in: int | None = None

    def has_room(self, size: int) -> bool:
        """Whether this many bytes can be written; a full disk uses its reserve while it lasts."""
        if not self.full:
            self.released = False
            return True
        if not self.released:
            self.released, self.reserve = True, self._random.choice(RESERVES)
            return False
        self.reserve -= size
        self.counts["reserves used up"] += self.reserve < 0
        return self.reserve >= 0

    def write(self, data: bytes) -> None:
        """Append bytes; they are not safe before a sync."""
        self._count()
        self.pending += data
        self._count()

    def sync(self) -> None:
        """Make every written byte safe, or fail: then it is unknown which bytes are safe."""
        if self.sync_fails:
            self.sync_fails = False
            raise OSError("fsync")
        self.synced += self.pending
        self.pending.clear()
        self._count()

    def crash(self, torn: float) -> int:
        """Lose power: keep all, none or a part of the unsynced bytes, and return how many were kept."""
        length, random = len(self.pending), self._random
        kept = random.randint(0, length) if random.random() < torn else random.choice((0, length))
        self.synced += self.pending[:kept]
        self.roll_back()
        return kept

    def roll_back(self) -> None:
        """Forget unsynced bytes, because the process that wrote them has ended."""
        self.pending.clear()
        self.cut_in, self.sync_fails = None, False

    def frames(self) -> list[tuple[int, bytes]]:
        """Return every whole frame with the offset of its end; cut off a torn frame at the end."""
        found, at = [], 0
        while at + HEAD.size <= len(self.synced):
            length, check = HEAD.unpack_from(self.synced, at)
            body = bytes(self.synced[at + HEAD.size : at + HEAD.size + length])
            if len(body) != length or zlib.crc32(body) != check:
                break
            at += HEAD.size + length
            found.append((at, body))
        del self.synced[at:]
        return found

    def _count(self) -> None:
        if self.cut_in is not None:
            self.cut_in -= 1
            if self.cut_in < 0:
                raise PowerCut


class DiskJournal(MemoryJournal):
    """A journal on such a disk: every commit is one frame with a checksum, synced before it counts."""

    def __init__(self, disk: Disk) -> None:
        super().__init__()
        self.disk, self.alone = disk, True
        self.ends: dict[tuple[str, int], int] = {}
        self.read_again()

    def read_again(self) -> None:
        """Load exactly what is on the disk."""
        super().__init__()
        self.ends.clear()
        for end, body in self.disk.frames():
            kind, parts = _unpacked(body)
            getattr(self, f"_read_{kind}")(end, *parts)

    def joined(self) -> AbstractContextManager[bool]:
        """Whether no other process has the journal open."""
        return nullcontext(self.alone)

    def append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint] = (), claims: Sequence[str] = ()
    ) -> None:
        """Write everything with one synced commit."""
        try:
            self._refuse(records, checkpoints, claims)
        except Taken:
            self.disk.counts["commits forestalled by another process"] += 1
            raise
        self._commit("append", [records, checkpoints, claims])
        end = len(self.disk.synced) + len(self.disk.pending)
        self.ends.update(((record.table, record.number), end) for record in records)
        super().append(records, checkpoints, claims)

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the table's older one."""
        self._commit("keep", [snapshot])
        super().keep(snapshot)

    def forget(self, table: str) -> None:
        """Delete the snapshot of a table."""
        self._commit("forget", [table])
        super().forget(table)

    def is_signed(self, record: Record) -> bool:
        """Whether a checkpoint covers a record."""
        kept = self._checkpoints.get(record.table, [])
        return any(one.size >= record.number for one in reversed(kept))

    def is_durable(self, record: Record) -> bool:
        """Whether a record is in the part of the disk that survives a power cut."""
        return self.ends.get((record.table, record.number), 1 << 62) <= len(self.disk.synced)

    @property
    def full(self) -> bool:
        """Whether only the reserve is left, to finish the rounds in play."""
        return self.disk.full and self.disk.released

    def _commit(self, kind: str, parts: list[Any]) -> None:
        body = _packed((kind, parts))
        if not self.disk.has_room(HEAD.size + len(body)):
            raise NoSpace("The disk is full.")
        self.disk.write(HEAD.pack(len(body), zlib.crc32(body)) + body)
        self._sync()

    def _sync(self) -> None:
        try:
            self.disk.sync()
        except OSError as error:
            raise Broken("The journal cannot be synced.") from error

    def _read_append(self, end: int, records: list[Any], checkpoints: list[Any], claims: list[str]) -> None:
        made = [Record(*one) for one in records]
        self.ends.update(((record.table, record.number), end) for record in made)
        super().append(made, [Checkpoint(*one) for one in checkpoints], claims)

    def _read_keep(self, end: int, snapshot: list[Any]) -> None:
        super().keep(Snapshot(*snapshot))

    def _read_forget(self, end: int, table: str) -> None:
        super().forget(table)
