"""A disk that fails on request: SQLite writes through it to the real one."""

from typing import Any

import apsw


class FaultyDisk(apsw.VFS):
    """A file layer whose n-th write, sync or truncation fails: only that one, or all from then on."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.done = 0
        self._fails, self._for_ever, self._only = 0, False, ""
        super().__init__(name, base="")

    def fail(self, at: int, *, for_ever: bool = False, only: str = "") -> None:
        """Fail at the n-th operation from now on, or at the n-th of one kind: "sync", "sync file"."""
        self.done, self._fails, self._for_ever, self._only = 0, at, for_ever, only

    def heal(self) -> None:
        """Stop failing."""
        self._fails = 0

    def touch(self, kind: str) -> None:
        """Count an operation, and fail it if it is the chosen one."""
        if not kind.startswith(self._only):
            return
        self.done += 1
        if self._fails and (self.done == self._fails or (self._for_ever and self.done > self._fails)):
            raise apsw.IOError(f"disk I/O error in {kind} {self.done}")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        """Open a file on this disk."""
        return FaultyFile(self, name, flags)


class FaultyFile(apsw.VFSFile):
    """A file of the faulty disk."""

    def __init__(self, disk: FaultyDisk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._where = "file" if flags[0] & apsw.SQLITE_OPEN_MAIN_DB else "log"
        super().__init__("", name, flags)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        """Write, unless the disk fails."""
        self._disk.touch(f"write {self._where}")
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        """Sync, unless the disk fails. No power is cut here, so the real disk is not synced."""
        self._disk.touch(f"sync {self._where}")

    def xTruncate(self, size: int) -> None:  # noqa: N802
        """Truncate the file, unless the disk fails."""
        self._disk.touch(f"truncate {self._where}")
        super().xTruncate(size)
