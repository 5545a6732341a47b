"""A simulated disk: a file layer that records its operations, and the images that a power cut may leave.

What was synced is there. Any other write may be kept, dropped, reordered or torn between two sectors. A name
may appear or vanish late, until its directory was synced.
"""

import os
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import apsw

SECTOR = 512
DIRECTORY_SYNCED = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_SUPER_JOURNAL
Image = dict[str, bytes]


class DiskOperation(NamedTuple):
    """One operation of the disk; `file` numbers files as they were made, so a name may be used again."""

    kind: str
    file: int = 0
    name: str = ""
    at: int = 0
    data: bytes = b""


class RecordingLayer(apsw.VFS):
    """SQLite's own file layer, with a list of all its operations."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ops: list[DiskOperation] = []
        self.files: dict[str, int] = {}
        self.made = 0
        super().__init__(name, "unix")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        assert name is not None, "The journal needs no temporary file."
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        fresh = path not in self.files
        file = _RecordingFile(self, name, flags)
        if fresh:
            self.made += 1
            self.files[path] = self.made
            self.ops.append(DiskOperation("create", self.made, path.rpartition("/")[2]))
        file.number = self.files[path]
        file.syncs_directory = fresh and bool(flags[0] & DIRECTORY_SYNCED)
        return file

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self.ops.append(DiskOperation("delete", self.files.pop(filename), filename.rpartition("/")[2]))
        if syncdir:
            self.ops.append(DiskOperation("sync-directory"))

    def replace(self, making: Path, path: Path) -> None:
        """Replace a file as the heads file does, and record it."""
        os.replace(making, path)
        self.files[str(path)] = number = self.files.pop(str(making))
        self.ops += [DiskOperation("rename", number, path.name), DiskOperation("sync-directory")]


class _RecordingFile(apsw.VFSFile):
    number = 0
    syncs_directory = False

    def __init__(self, layer: RecordingLayer, name: str | apsw.URIFilename, flags: list[int]) -> None:
        self.ops = layer.ops
        super().__init__("unix", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        super().xWrite(data, offset)
        self.ops.append(DiskOperation("write", self.number, at=offset, data=bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self.ops.append(DiskOperation("truncate", self.number, at=newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self.ops.append(DiskOperation("sync", self.number))
        if self.syncs_directory:
            self.syncs_directory = False
            self.ops.append(DiskOperation("sync-directory"))


class PowerCutDisk:
    """The durable content and the pending writes after part of the recording."""

    def __init__(self) -> None:
        self.synced: defaultdict[int, bytearray] = defaultdict(bytearray)
        self.pending: defaultdict[int, list[DiskOperation]] = defaultdict(list)
        self.names: dict[str, int] = {}
        self.renaming: list[DiskOperation] = []

    def apply(self, op: DiskOperation) -> None:
        """Apply one operation."""
        match op.kind:
            case "create" | "delete" | "rename":
                self.renaming.append(op)
            case "sync-directory":
                self.names, self.renaming = _names_after(self.names, self.renaming), []
            case "sync":
                _apply(self.synced[op.file], self.pending.pop(op.file, []))
            case _:
                self.pending[op.file].append(op)

    def image(self, chance: random.Random) -> Image:
        """Return the files that may be found after a power cut now."""
        names = _names_after(self.names, [op for op in self.renaming if chance.random() < 0.5])
        files = {}
        for name, number in names.items():
            content = bytearray(self.synced[number])
            _apply(content, _surviving_writes(self.pending.get(number, []), chance))
            files[name] = bytes(content)
        return files


def _names_after(names: dict[str, int], ops: Iterable[DiskOperation]) -> dict[str, int]:
    names = dict(names)
    for op in ops:
        if op.kind == "rename":
            names = {name: file for name, file in names.items() if file != op.file}
        if op.kind != "delete":
            names[op.name] = op.file
        elif names.get(op.name) == op.file:
            del names[op.name]
    return names


def _apply(content: bytearray, ops: Iterable[DiskOperation]) -> None:
    for op in ops:
        if op.kind == "truncate":
            del content[op.at :]
            continue
        if op.at > len(content):
            content.extend(bytes(op.at - len(content)))
        content[op.at : op.at + len(op.data)] = op.data


def _surviving_writes(ops: list[DiskOperation], chance: random.Random) -> list[DiskOperation]:
    """Return the pending writes that survive: all, none, the first of them, some, in any order, or torn."""
    match chance.randrange(6):
        case 0:
            return ops
        case 1:
            return []
        case 2:
            return ops[: chance.randint(0, len(ops))]
        case 3:
            return [op for op in ops if chance.random() < 0.5]
        case 4:
            return chance.sample(ops, chance.randint(0, len(ops)))
        case _:
            kept = [op for op in ops if chance.random() < 0.8]
            torn = chance.randint(0, len(kept))
            return [
                *kept[:torn],
                *(part for op in kept[torn : torn + 2] for part in _torn_sectors(op, chance)),
            ]


def _torn_sectors(op: DiskOperation, chance: random.Random) -> Iterator[DiskOperation]:
    """Yield some of the sectors of a write."""
    if op.kind == "truncate":
        return
    start, end = op.at, op.at + len(op.data)
    edges = [start, *range(start - start % SECTOR + SECTOR, end, SECTOR), end]
    for low, high in pairwise(edges):
        if chance.random() < 0.5:
            yield op._replace(at=low, data=op.data[low - start : high - start])
