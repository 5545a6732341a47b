"""A disk that forgets what was not synced, tears what it writes, fills up and fails; and a journal on it."""

import struct
import zlib
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from sicbo.errors import Broken, NoSpace
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.record import Record
from sicbo.journal.store import Checkpoint, Snapshot

HEAD = struct.Struct("<II")
_packed = msgspec.msgpack.Encoder().encode
_unpacked = msgspec.msgpack.Decoder(tuple[str, list[Any]]).decode


class PowerCut(BaseException):
    """The machine is gone in the middle of whatever it did."""


class Disk:
    """Bytes that are synced and bytes that are only written.

    `cut_in` counts the operations until the power fails: before a write, after it, after its sync.
    """

    def __init__(self) -> None:
        self.synced, self.pending = bytearray(), bytearray()
        self.full = self.sync_fails = False
        self.cut_in: int | None = None

    def write(self, data: bytes) -> None:
        """Write at the end; nothing of it is safe yet."""
        self._count()
        self.pending += data
        self._count()

    def sync(self) -> None:
        """Make everything safe that was written, or fail: then nobody can know what is."""
        if self.sync_fails:
            self.sync_fails = False
            raise OSError("fsync")
        self.synced += self.pending
        self.pending.clear()
        self._count()

    def crash(self, random: Random, torn: float) -> None:
        """Lose power: of what was only written a part is there, cut anywhere, or all, or nothing."""
        length = len(self.pending)
        kept = random.randint(0, length) if random.random() < torn else random.choice((0, length))
        self.synced += self.pending[:kept]
        self.pending.clear()
        self.cut_in, self.sync_fails = None, False

    def frames(self) -> list[tuple[int, bytes]]:
        """What can be read: each whole frame with where it ends. A torn one at the end is cut off."""
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
    """A journal on such a disk: every commit is one frame with a checksum, synced before it is believed."""

    def __init__(self, disk: Disk) -> None:
        super().__init__()
        self.disk = disk
        self.ends: dict[tuple[str, int], int] = {}
        self._released = False
        for end, body in disk.frames():
            kind, parts = _unpacked(body)
            getattr(self, f"_read_{kind}")(end, *parts)

    def append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint] = (), claims: Sequence[str] = ()
    ) -> None:
        """Write all of it with one synced commit."""
        self._refuse(records, checkpoints, claims)
        self._commit("append", [records, checkpoints, claims])
        end = len(self.disk.synced) + len(self.disk.pending)
        self.ends.update(((record.table, record.number), end) for record in records)
        super().append(records, checkpoints, claims)

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the table's older one."""
        self._commit("keep", [snapshot])
        super().keep(snapshot)

    def forget(self, table: str) -> None:
        """Throw a table's snapshot away."""
        self._commit("forget", [table])
        super().forget(table)

    def is_durable(self, record: Record) -> bool:
        """Whether a record lies in the part of the disk that no power cut takes away."""
        return self.ends.get((record.table, record.number), 1 << 62) <= len(self.disk.synced)

    @property
    def full(self) -> bool:
        """Whether there is room only for what was kept back to finish the rounds in play."""
        self._released = self._released and self.disk.full
        return self._released

    def _commit(self, kind: str, parts: list[Any]) -> None:
        if self.disk.full and not self._released:
            self._released = True
            raise NoSpace("The disk is full.")
        body = _packed((kind, parts))
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
