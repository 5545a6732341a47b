"""A house at work until it is killed: a dealer and many players, over a loop, a floor and a real disk.

Run as `python -m tests.crash.writer DIRECTORY LAYOUT [FAILING]`. After each answer it prints a line: the id,
the record's number and hash, and whether a slip was registered. With FAILING every sync after that many
fails.
"""

import itertools
import os
import sys
import threading
from concurrent.futures import Future
from pathlib import Path

import apsw

from sicbo.errors import Refusal
from sicbo.house.clock import Clock
from sicbo.house.entries import CommandRequest
from sicbo.house.floor import CommandAnswer, Floor
from sicbo.house.interruptions import record_interruptions
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.writer import Writer, resolve_futures
from sicbo.journal.sqlite import SqliteJournal
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import RegisterSlip
from sicbo.table.money.racks import payout_instrument
from tests.crash.ends import finish_round
from tests.house.houses import KEY

PLAYERS = 4


class FailingLayer(apsw.VFS):
    """SQLite's own file layer, on which every sync fails after the first few, as on a dying disk."""

    def __init__(self, good: int) -> None:
        self.left = good
        super().__init__("failing", "unix")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _FailingFile(self, name, flags)


class _FailingFile(apsw.VFSFile):
    def __init__(self, layer: FailingLayer, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        self.layer = layer
        super().__init__("unix", name, flags)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.layer.left -= 1
        if self.layer.left < 0:
            raise apsw.IOError("The disk is dying.")
        super().xSync(flags)


class WriterHouse:
    """The loop, with a way to give commands and to print answers."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.clock = Clock(floor.logs["T1"].wall, floor.logs["T1"].elapsed)
        self.loop: Writer[Future[CommandAnswer]] = Writer(floor, resolve_futures)

    def submit(self, asked: CommandRequest) -> CommandAnswer:
        """Give a command, wait for its answer, and only then print it."""
        future: Future[CommandAnswer] = Future()
        self.loop.submit(future, asked)
        answer = future.result()
        if record := answer.record:
            registered = "no" if isinstance(answer.outcome, Refusal) else "yes"
            line = f"{record.id} {record.number} {record.hash.hex()} {registered}\n"
            os.write(sys.stdout.fileno(), line.encode())
        return answer

    def play(self, player: str) -> None:
        """Send slip after slip, whether bets are open or not."""
        for number in itertools.count():
            table = self.floor.logs["T1"].table
            played = table.round
            mine = played.slips.get(player) if played else None
            slip = RegisterSlip(
                id=f"{player}-{os.getpid()}-{number}",
                stamp=self.clock.stamp(player, None),
                player=player,
                round=played.number if played else 0,
                version=mine.version + 1 if mine else 1,
                stakes=(Stake("small", 500 + number % 40 * 100, payout_instrument(table)),),
            )
            self.submit(CommandRequest("T1", slip))


def main(directory: Path, layout: str, good: int | None) -> None:
    """Recover the journal or begin a new one; then deal until stopped."""
    layer = FailingLayer(good) if good is not None else None
    floor = Floor(SqliteJournal(directory, vfs="failing" if layer else None), KEY)
    if floor.logs:
        record_interruptions(floor, Clock())
        finish_round(floor)
    day = SampleDay(floor, layout, players=PLAYERS)
    if day.table.sign is None:
        day.open()
    house = WriterHouse(floor)
    for player in day.players:
        threading.Thread(target=house.play, args=(player,), daemon=True).start()
    while True:
        house.submit(day.command_for_step())


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if sys.argv[3:] else None)
