"""The streams of tournaments: after every record each reader is sent the whole view, without a gap."""

import asyncio
from typing import TYPE_CHECKING

from sicbo.server.live.table_stream import StreamReader, encode_json
from sicbo.server.views.tournament import tournament_log, tournament_view

if TYPE_CHECKING:
    from sicbo.server.live.house import LiveHouse

UPDATE_SECONDS = 0.02


class TournamentStream:
    """The readers of one tournament. The view is small, so all of it is sent each time."""

    kind = "tournament"

    def __init__(self, house: "LiveHouse", name: str) -> None:
        tournament_log(house, name)
        self.house, self.name = house, name
        self.readers: set[StreamReader] = set()
        self._sent_seq, self._is_scheduled = self.seq, False

    @property
    def seq(self) -> int:
        """The number of the last record."""
        return tournament_log(self.house, self.name).head.number

    def add_reader(self, reader: StreamReader, since: int | None) -> None:
        """Add a reader, and send an update from `since` or a snapshot."""
        self.readers.add(reader)
        if since is not None and since <= self.seq:
            reader.seq = since
            self._send_view([reader], "news")
        else:
            self._send_view([reader], "snapshot")

    def schedule_update(self) -> None:
        """Schedule an update of the readers if there is one to send; only one waits at a time."""
        if self.readers and not self._is_scheduled and self._sent_seq != self.seq:
            self._is_scheduled = True
            asyncio.get_running_loop().call_later(UPDATE_SECONDS, self._send_updates)

    def _send_updates(self) -> None:
        self._is_scheduled = False
        if not self.house.stopping:
            self._sent_seq = self.seq
            self._send_view([reader for reader in self.readers if reader.seq < self.seq], "news")

    def _send_view(self, readers: list[StreamReader], kind: str) -> None:
        """Send the view, made once for players and once for staff; `mine` is the entrant that a reader is."""
        place = tournament_log(self.house, self.name)
        seq, views = place.head.number, dict[bool, bytes]()
        for reader in readers:
            staff = bool(reader.rank)
            if staff not in views:
                views[staff] = encode_json(tournament_view(self.house, self.name, staff))
            mine = encode_json(reader.player if reader.player in place.state.entrants else None)
            head = b'"t":"news","after":%d' % reader.seq if kind == "news" else b'"t":"snapshot"'
            reader.seq = seq
            reader.send(kind, seq, b'{%b,"seq":%d,"view":%b,"mine":%b}' % (head, seq, views[staff], mine))


def tournament_stream_of(house: "LiveHouse", name: str) -> TournamentStream:
    """Return the stream of a tournament, which is created for its first reader."""
    if name not in house.tournament_streams:
        house.tournament_streams[name] = TournamentStream(house, name)
    return house.tournament_streams[name]
