"""Terminals: they follow the stream, stake in every round, and return through any process."""

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from websockets.exceptions import WebSocketException

from sicbo.house.entries import read_record
from sicbo.journal.record import Record
from sicbo.server.live.table_stream import encode_json, public_record
from tests.processes.players import Player
from tests.server.houses import FollowedStream, Json

SILENCE = 10.0
"""Seconds without a message, two heartbeats, after which a connection counts as lost, as in the page."""


class Terminal(Player):
    """A player with a screen. It shows every record once, whichever process sends it.

    It has one slip at a time, and waits for its settlement on the stream before it stakes again.
    """

    def __init__(self, address: str, table: str, name: str) -> None:
        super().__init__(address, table, name)
        self.seq: int | None = None
        self.first = 0
        self.view: Json = {}
        self.mine: Json | None = None
        self.records: list[Json] = []
        self.kinds: list[str] = []
        self.settled: dict[int, Json] = {}
        self._waits_for = 0

    @property
    def shown_view(self) -> Json:
        """The table as its screen shows it."""
        return {"seq": self.seq, "view": self.view, "mine": self.mine}

    def play(self) -> None:
        """Follow the table until stopped; a lost stream continues at another process."""
        while not self._ends.is_set():
            with suppress(OSError, WebSocketException, TimeoutError), self._stream() as follows:
                while not self._ends.is_set():
                    follows.next()
                    self._check_view(follows)
            self.lost += 1
            time.sleep(0.05)

    def _stream(self) -> FollowedStream:
        """Open the stream from the last known record; a gap is a failure."""
        path = f"tables/{self.table}"
        follows = FollowedStream(
            self.browser, path, self.seq, silence=SILENCE, open_timeout=3, close_timeout=1
        )
        follows.seq, follows.view, follows.mine = self.seq, self.view, self.mine
        follows.records, follows.kinds = self.records, self.kinds
        return follows

    def _check_view(self, follows: FollowedStream) -> None:
        if self.seq is None and follows.seq is not None:
            self.first = follows.seq
        self.seq, self.view, self.mine = follows.seq, follows.view, follows.mine
        if not self.view or self.mine is None:
            return
        if (settled := self.mine["settlement"]) is not None:
            self.settled[settled["round"]] = settled
            if settled["round"] == self._waits_for:
                self._waits_for = 0
        if self.view["betting"]["open"] and not self._waits_for and not self.rests:
            self._slip()

    def _slip(self) -> None:
        """Stake once in this round, under an id that is kept until it is answered."""
        assert self.mine is not None
        if self.mine["slip"] is not None:
            return
        self.given += 1
        stakes, number = {"small": 100 * (1 + self.given % 3)}, self.view["round"]
        if self.stake(stakes, number, 1) is not None:
            self._waits_for = number


def public_events(records: Sequence[Record]) -> list[Any]:
    """Return the records of a journal in their public form."""
    told = (public_record(read_record(record)) for record in records)
    return [msgspec.json.decode(encode_json(one)) for one in told if one is not None]


def check_shown(terminal: Terminal, records: Sequence[Record]) -> None:
    """Check that a terminal has shown every public record once, and its slips settled as staked."""
    assert terminal.kinds.count("snapshot") == 1, "a stream that goes on needs no second snapshot"
    assert terminal.seq is not None
    wanted = [one for one in public_events(records) if terminal.first < one["seq"] <= terminal.seq]
    assert [one["seq"] for one in terminal.records] == [one["seq"] for one in wanted]
    assert terminal.records == wanted
    for said in terminal.acknowledged.values():
        settled = terminal.settled.get(said["round"])
        if settled is None:
            assert said["round"] >= max(terminal.settled, default=0), "a settlement was not shown"
        else:
            assert settled["staked"] == said["total"]
