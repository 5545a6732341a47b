"""The streams of tournaments: after every record each reader is sent the whole view, without a gap."""

import asyncio
from typing import TYPE_CHECKING

from sicbo.server.live.table_stream import Reader, encode
from sicbo.server.views.tournament import cup_of, place_of

if TYPE_CHECKING:
    from sicbo.server.live.house import Room

NEWS_SECONDS = 0.02


class Board:
    """The readers of one tournament. The view is small, so all of it is sent each time."""

    kind = "tournament"

    def __init__(self, room: "Room", name: str) -> None:
        place_of(room, name)
        self.room, self.name = room, name
        self.readers: set[Reader] = set()
        self._told, self._waits = self.seq, False

    @property
    def seq(self) -> int:
        """The number of the last record."""
        return place_of(self.room, self.name).head.number

    def begin(self, reader: Reader, since: int | None) -> None:
        """Add a reader, and send an update from `since` or a snapshot."""
        self.readers.add(reader)
        if since is not None and since <= self.seq:
            reader.seq = since
            self._tell([reader], "news")
        else:
            self._tell([reader], "snapshot")

    def stir(self) -> None:
        """Schedule an update of the readers if there is one to send; only one waits at a time."""
        if self.readers and not self._waits and self._told != self.seq:
            self._waits = True
            asyncio.get_running_loop().call_later(NEWS_SECONDS, self._flush)

    def _flush(self) -> None:
        self._waits = False
        if not self.room.stopping:
            self._told = self.seq
            self._tell([reader for reader in self.readers if reader.seq < self.seq], "news")

    def _tell(self, readers: list[Reader], kind: str) -> None:
        """Send the view, made once for players and once for staff; `mine` is the entrant that a reader is."""
        place = place_of(self.room, self.name)
        seq, views = place.head.number, dict[bool, bytes]()
        for reader in readers:
            staff = bool(reader.rank)
            if staff not in views:
                views[staff] = encode(cup_of(self.room, self.name, staff))
            mine = encode(reader.player if reader.player in place.state.entrants else None)
            head = b'"t":"news","after":%d' % reader.seq if kind == "news" else b'"t":"snapshot"'
            reader.seq = seq
            reader.put(kind, seq, b'{%b,"seq":%d,"view":%b,"mine":%b}' % (head, seq, views[staff], mine))


def board_of(room: "Room", name: str) -> Board:
    """Return the stream of a tournament, which is created for its first reader."""
    if name not in room.boards:
        room.boards[name] = Board(room, name)
    return room.boards[name]
