"""Points at which a process kills itself: before, within and after each step that makes a record durable."""

import gc
import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

import apsw

from sicbo.house.entries import WrittenRecord
from sicbo.house.floor import Floor
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.journal.heads.heads_file import HEADS, replace
from sicbo.journal.record import Record
from sicbo.journal.sqlite import FILE, SqliteJournal
from sicbo.journal.store import Checkpoint
from tests.house.houses import KEY

GIVEN, ACKNOWLEDGED = "given", "promised"


class KillPoints:
    """A counter of the points passed; at the last one the process is killed, as by `kill -9`."""

    def __init__(self) -> None:
        self.passed, self.last, self.pipe = 0, 0, -1

    def arm(self, last: int, pipe: int) -> None:
        """Begin to count; 0 kills nothing. Records given and acknowledged are reported through the pipe."""
        self.passed, self.last, self.pipe = 0, last, pipe

    def pass_point(self) -> None:
        """Pass a point, or be killed there."""
        self.passed += 1
        if self.passed == self.last:
            os.kill(os.getpid(), signal.SIGKILL)

    def report(self, kind: str, number: int) -> None:
        """Report through the pipe, which survives the kill."""
        os.write(self.pipe, f"{kind} {number}\n".encode())


class KillingLayer(apsw.VFS):
    """SQLite's own file layer, with points around and within each operation on the disk."""

    def __init__(self, name: str, points: KillPoints) -> None:
        self.name, self.points = name, points
        super().__init__(name, "unix")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _KillingFile(self.points, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.points.pass_point()
        super().xDelete(filename, syncdir)
        self.points.pass_point()

    def replace(self, making: Path, path: Path) -> None:
        """Replace a file as the heads file does, with points around it."""
        self.points.pass_point()
        replace(making, path)
        self.points.pass_point()


class _KillingFile(apsw.VFSFile):
    def __init__(self, points: KillPoints, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        self.points = points
        super().__init__("unix", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        half = len(data) // 2
        self.points.pass_point()
        super().xWrite(data[:half], offset)
        self.points.pass_point()
        super().xWrite(data[half:], offset + half)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self.points.pass_point()
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.points.pass_point()
        super().xSync(flags)
        self.points.pass_point()


class MortalJournal(SqliteJournal):
    """A journal that may be killed before a commit begins and after it ended."""

    def __init__(self, directory: Path, layer: KillingLayer) -> None:
        self.points = layer.points
        super().__init__(directory, vfs=layer.name)

    def append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint] = (), claims: Sequence[str] = ()
    ) -> None:
        """Append between two points."""
        self.points.pass_point()
        self.points.report(GIVEN, records[-1].number)
        super().append(records, checkpoints, claims)
        self.points.pass_point()


class HastyJournal(MortalJournal):
    """A journal that acknowledges before it has written: the bug that the kills have to find."""

    def append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint] = (), claims: Sequence[str] = ()
    ) -> None:
        """Acknowledge, then append."""
        self.points.report(GIVEN, records[-1].number)
        self.points.report(ACKNOWLEDGED, records[-1].number)
        super().append(records, checkpoints, claims)


def mortal_day(
    directory: Path, layer: KillingLayer, layout: str, kind: type[MortalJournal] = MortalJournal
) -> SampleDay:
    """Return a day whose answers go through the pipe, with a point before and after each."""
    floor = Floor(kind(directory, layer), KEY)

    def record_answers(written: Sequence[WrittenRecord]) -> None:
        layer.points.pass_point()
        layer.points.report(ACKNOWLEDGED, written[-1].record.number)
        layer.points.pass_point()

    floor.followers.append(record_answers)
    return SampleDay(floor, layout, players=2)


def run_in_child(
    points: KillPoints, last: int, act: Callable[[], None]
) -> tuple[bool, list[tuple[str, int]]]:
    """Run `act` in a child that is killed at a point; return whether it was, and what it had reported."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            gc.disable()
            os.close(reading)
            points.arm(last, writing)
            act()
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as heard:
        said = [(kind, int(number)) for kind, number in map(str.split, heard)]
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, -signal.SIGKILL), f"The child ended with {code}: it failed before it was killed."
    return code != 0, said


def restore_journal(directory: Path, database: bytes) -> None:
    """Restore the journal of a directory as it was when the round began."""
    for name in (f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal", HEADS, f"{HEADS}.new"):
        (directory / name).unlink(missing_ok=True)
    (directory / FILE).write_bytes(database)
