"""A recorded day: all operations of the disk while a table was dealt, and when records were acknowledged."""

import bisect
import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw
import pytest

from sicbo.game.policies import Step
from sicbo.house.entries import WrittenRecord
from sicbo.house.floor import Floor
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.journal import sqlite
from sicbo.journal.heads import heads_file
from sicbo.journal.record import Record
from sicbo.journal.sqlite import FILE, SqliteJournal
from sicbo.journal.store import Checkpoint
from tests.crash.disk import DiskOperation, Image, PowerCutDisk, RecordingLayer
from tests.house.houses import floor_on, recovered_facts, take_snapshots

ROWS = 'SELECT "table", number, wall, actor, id, text, before, hash FROM record ORDER BY number'
NOTES = "SELECT size FROM checkpoint ORDER BY size"
SMALL_LOG, SMALL_ROOM = 24, 2_000
_names = itertools.count()


class NotingJournal(SqliteJournal):
    """A journal that notes after which disk operation a record was given and when it was acknowledged."""

    def __init__(self, directory: Path, layer: RecordingLayer, synchronous: str) -> None:
        self.ops = layer.ops
        self.given: list[tuple[int, int]] = []
        self.promised: list[tuple[int, int]] = []
        super().__init__(directory, vfs=layer.name, synchronous=synchronous)

    def append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint] = (), claims: Sequence[str] = ()
    ) -> None:
        """Append, with a note before and after."""
        self.given.append((len(self.ops), records[-1].number))
        super().append(records, checkpoints, claims)
        self.promised.append((len(self.ops), records[-1].number))


@dataclass
class Recording:
    """The operations, the acknowledgements, and the state of the table after each commit."""

    ops: list[DiskOperation] = field(default_factory=list)
    given: list[tuple[int, int]] = field(default_factory=list)
    promised: list[tuple[int, int]] = field(default_factory=list)
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    notes: list[int] = field(default_factory=list)
    live: dict[int, tuple[object, ...]] = field(default_factory=dict)

    def last_acknowledged(self, at: int) -> int:
        """Return the last record acknowledged after this many disk operations."""
        return _last(self.promised, at)

    def last_written(self, at: int) -> int:
        """Return the last record given to be written by then."""
        return _last(self.given, at)

    def images(self, count: int, seed: int) -> Iterator[tuple[int, Image]]:
        """Yield this many disks after a cut: the operation and the files. One seed gives the same disks."""
        chance = random.Random(seed)
        disk, done = PowerCutDisk(), 0
        for at in sorted(chance.choices(range(len(self.ops) + 1), k=count)):
            for op in self.ops[done:at]:
                disk.apply(op)
            done = at
            yield at, disk.image(chance)


def _last(notes: list[tuple[int, int]], at: int) -> int:
    index = bisect.bisect_right(notes, at, key=lambda note: note[0])
    return notes[index - 1][1] if index else 0


def record_day(directory: Path, synchronous: str, layout: str = "crown-sydney-2024") -> Recording:
    """Deal a day in two sittings, with snapshots and an erasure, and stop in the middle of a round."""
    layer, recording = RecordingLayer(f"recording-{next(_names)}"), Recording()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "LOG_PAGES", SMALL_LOG)
        patch.setattr(heads_file, "ROOM", SMALL_ROOM)
        patch.setattr(heads_file, "replace", layer.replace)
        for sitting in range(2):
            journal = NotingJournal(directory, layer, synchronous)
            day = SampleDay(_record_calls(floor_on(journal), recording), layout, players=3)
            _play_sitting(day, journal, last=bool(sitting))
            recording.given += journal.given
            recording.promised += journal.promised
            journal.close()
    recording.ops = layer.ops
    layer.unregister()
    with_all = apsw.Connection(str(directory / FILE))
    recording.rows = list(with_all.execute(ROWS))
    recording.notes = [size for (size,) in with_all.execute(NOTES)]
    with_all.close()
    return recording


def _record_calls(floor: Floor, recording: Recording) -> Floor:
    def remember(written: Sequence[WrittenRecord]) -> None:
        last = written[-1].record
        place = floor.logs[last.table]
        recording.live[last.number] = recovered_facts(place)

    floor.followers.append(remember)
    return floor


def _play_sitting(day: SampleDay, journal: SqliteJournal, *, last: bool) -> None:
    day.deal(2)
    take_snapshots(day.floor)
    journal.put_aside("p-1", "Ana")
    day.deal(1)
    journal.erase("p-1")
    day.perform_through(Step.PLACE_BETS)
    day.submit(*(day.slip(player) for player in day.players))
    if not last:
        day.perform_through(Step.PAY)
