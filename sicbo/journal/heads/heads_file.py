"""The heads file: the head of each log at the last acknowledged commit, synced beside the journal.

A journal that is behind this file has lost acknowledged records. The journal's commit is synced, then this
file, then the answer is sent. After a crash in between the journal is ahead, which is harmless.

A line is `crc number hash log`; for each log the line with the highest number counts. The file has its full
size from the start, so that a commit overwrites bytes in place. When it is full, a new file takes its name.

A line that fails its check is damaged. At the end of the file a power cut may have torn it while it was
written; then the journal already has the commit of that line. A damaged end and a journal that has no more
than the lines before it mean that records are lost.
"""

import logging
import os
import re
import stat
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import apsw

from sicbo.errors import LostRecords, StorageError
from sicbo.journal.heads.chain_ends import Chains, refuse_shortfalls, shortfalls
from sicbo.journal.notes import sync_directory
from sicbo.journal.record import Head

log = logging.getLogger("sicbo.journal")
HEADS = "heads"
FIRST = b"sicbo-heads-1\n"
ROOM, PIECE = 64 << 10, 64 << 10
NAMED = re.compile(rf"{HEADS}(\.[0-9]+)?").fullmatch
SPARE = 4
"""A new file has room for this many times its content."""
LINE = re.compile(rb"([0-9a-f]{8}) (([0-9]+) ([0-9a-f]{64}) (.+))")
OPENED = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_SUPER_JOURNAL
SYNCED = apsw.SQLITE_SYNC_NORMAL | apsw.SQLITE_SYNC_DATAONLY


class HeadsFile:
    """A heads file open for writing: `prepare` before a commit, `write` after it.

    It uses SQLite's own file layer, `vfs`, so that a simulated power cut affects this file too. Every failure
    is raised as an error of SQLite: `apsw.FullError` if the disk is full.
    """

    def __init__(self, path: Path, heads: Mapping[str, Head], vfs: str | None = None) -> None:
        self._path, self._vfs = path, vfs or ""
        self._heads = dict(heads)
        self._lines = b""
        self._file: apsw.VFSFile | None = None
        said = self._gone_on()
        if said is None:
            self._make(0)
        elif changed := {log: head for log, head in heads.items() if said.get(log) != head}:
            self.prepare(changed)
            self.write(changed)

    def prepare(self, heads: Mapping[str, Head]) -> None:
        """Make room to write these heads."""
        self._lines = lines_of(heads)
        if self._at + len(self._lines) > self._size:
            self._make(len(self._lines))

    def write(self, heads: Mapping[str, Head]) -> None:
        """Write the prepared heads, if there are any; they are on disk when this returns."""
        assert self._file is not None, "The heads file is closed."
        if not heads:
            return
        _write(self._file, self._lines, self._at)
        self._at += len(self._lines)
        self._heads.update(heads)

    def close(self) -> None:
        """Close the file."""
        file, self._file = self._file, None
        if file is not None:
            file.xClose()

    def _gone_on(self) -> dict[str, Head] | None:
        """Continue the existing file if it is intact, and return its heads. This works on a full disk."""
        content = self._path.read_bytes() if self._path.exists() else b""
        known = parse_heads(content)
        if known.damaged:
            return None
        self._at, self._size = len(content.rstrip(b"\0")), len(content)
        self._file = apsw.VFSFile(self._vfs, os.path.abspath(self._path), [OPENED, 0])
        return known.heads

    def _make(self, wanted: int) -> None:
        """Write all heads into a new file with room for more, and give it the old one's name."""
        said = FIRST + lines_of(self._heads)
        size = max(ROOM, SPARE * (len(said) + wanted))
        making = self._path.with_name(f"{self._path.name}.new")
        try:
            making.unlink(missing_ok=True)
            making.touch(mode=0o600)
            file = apsw.VFSFile(self._vfs, os.path.abspath(making), [OPENED, 0])
            try:
                _write(file, said.ljust(size, b"\0"), 0)
            except BaseException:
                file.xClose()
                raise
            replace(making, self._path)
        except OSError as error:
            raise apsw.IOError(f"{self._path}: {error.strerror}") from error
        self.close()
        self._file, self._at, self._size = file, len(said), size


def _write(file: apsw.VFSFile, data: bytes, at: int) -> None:
    """Write in pieces and sync; SQLite's file layer limits the size of one write."""
    for start in range(0, len(data), PIECE):
        file.xWrite(data[start : start + PIECE], at + start)
    file.xSync(SYNCED)


def replace(making: Path, path: Path) -> None:
    """Give a new file the name of an old one, durably."""
    os.replace(making, path)
    sync_directory(path.parent)


def lines_of(heads: Mapping[str, Head]) -> bytes:
    """Return heads as lines of the file."""
    said = (f"{number} {bound.hex()} {log}".encode() for log, (number, bound) in heads.items())
    return b"".join(b"%08x %b\n" % (zlib.crc32(one), one) for one in said)


class KnownHeads(NamedTuple):
    """The content of heads files: the last head of each log, and the damage found."""

    heads: dict[str, Head]
    damaged: int = 0
    """The number of lines that fail their check."""
    torn: bool = False
    """Whether the end of a file is damaged."""
    emptied: bool = False
    """Whether a file has not even its first line, which no crash removes."""


def read_heads(path: Path) -> KnownHeads | None:
    """Read a heads file; None if it does not exist."""
    refuse_unless_file(path)
    try:
        return parse_heads(path.read_bytes())
    except FileNotFoundError:
        return None


def parse_heads(content: bytes) -> KnownHeads:
    """Return the last head of each log in the content of a heads file, and its damage."""
    first, *lines = content.rstrip(b"\0").split(b"\n")
    *whole, end = lines or [b""]
    heads: dict[str, Head] = {}
    good = [_add_line(heads, line) for line in whole]
    torn = bool(end) or not all(good[-1:])
    emptied = first + b"\n" != FIRST and not heads
    damaged = good.count(False) + bool(end) + (first + b"\n" != FIRST)
    return KnownHeads(heads, damaged, torn, emptied)


def _add_line(heads: dict[str, Head], line: bytes) -> bool:
    """Add the head that a line names; False if the line is damaged."""
    match = LINE.fullmatch(line)
    if match is None or int(match[1], 16) != zlib.crc32(match[2]):
        return False
    log, head = match[5].decode(), Head(int(match[3]), bytes.fromhex(match[4].decode()))
    heads[log] = max(head, heads.get(log, head))
    return True


def refuse_unless_file(path: Path) -> None:
    """Refuse a directory, a pipe or a device where a file should be: opening it might wait for ever."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise StorageError(
            f"{path} cannot be read ({error.strerror}): check its permissions and its disk."
        ) from error
    if not stat.S_ISREG(mode):
        raise StorageError(
            f"{path} is {KINDS.get(stat.S_IFMT(mode), 'something else')}, not a file: move it away, and put "
            "back the file that belongs there."
        )


KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def known_heads(directory: Path) -> KnownHeads | None:
    """Read all heads files of a directory together; None if there are none.

    Processes that share a journal in a database may share the directory of their keys: each has its own file.
    """
    files = [known for path in heads_files(directory) if (known := read_heads(path)) is not None]
    heads: dict[str, Head] = {}
    for log, head in (item for known in files for item in known.heads.items()):
        heads[log] = max(head, heads.get(log, head))
    damaged = sum(known.damaged for known in files)
    torn, emptied = any(known.torn for known in files), any(known.emptied for known in files)
    return KnownHeads(heads, damaged, torn, emptied) if files else None


def heads_files(directory: Path) -> list[Path]:
    """Return every heads file in a directory."""
    return [path for path in directory.glob(f"{HEADS}*") if NAMED(path.name)]


def refuse_damaged_heads(directory: Path, known: KnownHeads | None, ends: Mapping[str, Head]) -> None:
    """Refuse to start if the heads file is damaged where it named the newest records.

    The journal's commit is synced before the line about it: a journal that ends where the intact lines do
    has lost the commit that the damaged line was about.
    """
    if known is None or not (known.emptied or (known.torn and known.heads == ends)):
        return
    found = (
        "has no readable line, which no crash can cause"
        if known.emptied
        else "is damaged at its end, and the journal ends where the intact lines do"
    )
    raise LostRecords(
        f"The heads file in {directory} {found}: acknowledged records may be lost. Nothing was changed. Keep "
        "the directory as it is, and compare it with the newest backup, the receipts and the witness. If "
        "nothing better is left, `sicbo journal accept-loss` puts this on record and lets the house start."
    )


def check_heads(where: object, directory: Path, known: KnownHeads | None, journal: Chains) -> dict[str, Head]:
    """Return the heads of a journal; refuse a journal behind its heads file, and log damage to the file."""
    refuse_shortfalls(where, shortfalls(known.heads if known else {}, journal))
    ends = journal.heads()
    refuse_damaged_heads(directory, known, ends)
    if known is None and ends:
        log.warning("No heads file in %s: it was made again from the journal.", directory)
    elif known is not None and known.damaged:
        says = "The heads file in %s had %s damaged lines: it was made again. Check the disk."
        log.warning(says, directory, known.damaged)
    return ends
