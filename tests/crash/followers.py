"""Followers: spectators over a WebSocket who stay through every crash and keep all updates."""

import threading
import time

import msgspec
from websockets.exceptions import WebSocketException

from sicbo.house.entries import read_record
from sicbo.house.export.readers import JournalReader
from sicbo.server.live.table_stream import encode_json, public_record
from tests.server.houses import Browser, FollowedStream, Json

PAUSE = 0.05


class Follower(threading.Thread):
    """A thread that follows a table and reconnects after every break; it keeps every record."""

    def __init__(self, address: str, table: str) -> None:
        super().__init__(name=f"follows {table}", daemon=True)
        self.table = table
        self.heard: dict[int, Json] = {}
        self.breaks = 0
        self.wrong = ""
        self._browser = Browser(address)
        self._seq: int | None = None
        self._ends = threading.Event()

    def run(self) -> None:
        """Follow until stopped."""
        while not self._ends.is_set():
            try:
                with self._browser.stream(self.table, self._seq) as follows:
                    self._follow(follows)
            except (OSError, EOFError, WebSocketException):
                self.breaks += 1
                time.sleep(PAUSE)
            except AssertionError as error:
                self.wrong = f"a gap in the updates of {self.name}: {error!r}"
                return

    def _follow(self, follows: FollowedStream) -> None:
        follows.seq = self._seq
        while not self._ends.is_set():
            message = follows.next()
            if follows.seq is not None:
                assert self._seq is None or follows.seq >= self._seq, "an update was taken back"
                self._seq = follows.seq
            self.heard |= {one["seq"]: one for one in message.get("records", ())}

    def stop(self) -> None:
        """Stop following; the house is closed by then."""
        self._ends.set()
        self.join(60)
        self._browser.http.close()

    def check(self, journal: JournalReader) -> None:
        """Check that every update is in the journal, byte for byte."""
        heard = dict(self.heard)
        for record in journal.read(self.table):
            if told := heard.pop(record.number, None):
                assert told == msgspec.json.decode(encode_json(public_record(read_record(record))))
        assert heard == {}, "an update is missing from the journal"
