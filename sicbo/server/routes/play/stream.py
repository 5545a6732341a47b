"""Stream routes: a table or a tournament over a WebSocket or as server-sent events."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Protocol

import msgspec
from litestar import WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.response import ServerSentEvent, ServerSentEventMessage

from sicbo.errors import NotFound
from sicbo.server.access.authentication import language_of, session_of
from sicbo.server.http.protocol import FRAMES_EXTENSION
from sicbo.server.live.house import LiveHouse
from sicbo.server.live.live_table import LiveTable
from sicbo.server.live.screen_log import ScreenReport
from sicbo.server.live.table_stream import StreamReader, encode_json
from sicbo.server.live.tournament_stream import tournament_stream_of
from sicbo.server.requests import ApiRequest, current_device, house_of, session_and_rank
from sicbo.server.schemas.times import iso_time
from sicbo.server.views.table import table_view

PROTOCOL = "sicbo.v1"
HEARTBEAT = 5.0
CLOSE_SLOW, CLOSE_INVALID, CLOSE_STOPPING = 1013, 1008, 1012
FRAME = 1_024


class ScreenMessage(msgspec.Struct, forbid_unknown_fields=True, tag_field="t", tag="painted"):
    """A report that a screen has shown a record. It is the only message that a reader may send."""

    seq: int
    at: Annotated[str, msgspec.Meta(max_length=32)] = ""


def _table_reader(house: LiveHouse, live: LiveTable, connection: Any) -> tuple[StreamReader, str]:
    """Return the reader of a table's stream and the reader's role."""
    session = session_of(house, connection)
    player = session.pseudonym if session else ""
    rank = house.rank_at(session, live.name)
    device = current_device(connection)
    role = (
        "staff" if rank else "player" if live.has_player(player) else session.role if session else "display"
    )
    reader = StreamReader(player, rank, session, language_of(connection))
    reader.device = device.id if device else ""
    return reader, role


def _parse_since(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 16 else None


class StreamSource(Protocol):
    """A source of messages to follow: a table, or the board of a tournament."""

    kind: str
    name: str

    @property
    def seq(self) -> int:
        """The number of the last record."""
        ...

    @property
    def readers(self) -> set[StreamReader]:
        """The readers that follow it."""
        ...

    def add_reader(self, reader: StreamReader, since: int | None) -> None:
        """Add a reader, and queue what it missed after `since`."""
        ...


class TableSource:
    """The stream of a table."""

    kind = "table"

    def __init__(self, house: LiveHouse, live: LiveTable) -> None:
        self.house, self.name = house, live.name

    @property
    def seq(self) -> int:
        """The number of the last record."""
        return self.house.live_table(self.name).seq

    @property
    def readers(self) -> set[StreamReader]:
        """The readers that follow the table."""
        return self.house.live_table(self.name).stream.readers

    def add_reader(self, reader: StreamReader, since: int | None) -> None:
        """Add a reader, queue what it missed after `since`, and wake the dealer."""
        house, live = self.house, self.house.live_table(self.name)
        live.stream.add_reader(reader, live.seq, table_view(live), house.own_parts(live), since)
        if live.name in house.dealers:
            house.dealers[live.name].wake()


def _hello_message(house: LiveHouse, followed: StreamSource, role: str) -> bytes:
    return encode_json(
        {
            "t": "hello",
            followed.kind: followed.name,
            "role": role,
            "seq": followed.seq,
            "server_time": iso_time(house.wall_time()),
            "heartbeat": int(HEARTBEAT),
        }
    )


def _clock_message(house: LiveHouse, followed: StreamSource) -> bytes:
    return encode_json({"t": "clock", "server_time": iso_time(house.wall_time()), "seq": followed.seq})


async def _messages(
    house: LiveHouse, followed: StreamSource, reader: StreamReader, role: str, since: int | None
) -> AsyncIterator[Any]:
    """Yield a reader's messages and the clock, until the reader is dropped or the journal is lost."""
    house.metrics.clients.labels(role).inc()
    try:
        if since is not None:
            await house.journal_watch.refresh_unless(lambda: followed.seq >= since)
        yield "hello", followed.seq, _hello_message(house, followed, role)
        followed.add_reader(reader, since)
        due = time.monotonic() + HEARTBEAT
        while house.journal_watch.is_in_touch:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    message = await reader.queue.get()
            except TimeoutError:
                message = ("clock", reader.seq, _clock_message(house, followed))
            if time.monotonic() >= due:
                due = time.monotonic() + HEARTBEAT
                if reader.session and house.sessions.has_ended(reader.session):
                    house.end_session(reader.session)
            if message is None:
                return
            yield message
    finally:
        followed.readers.discard(reader)
        house.metrics.clients.labels(role).dec()
        if reader.is_dropped and not house.stopping:
            house.metrics.dropped_readers.inc()


async def _accept(socket: WebSocket[Any, Any, Any], found: Callable[[], StreamSource]) -> StreamSource | None:
    """Accept a socket and return what it follows; if that is impossible, close it and return None."""
    offered = socket.scope.get("subprotocols") or []
    if offered and PROTOCOL not in offered:
        await socket.close(CLOSE_INVALID, "subprotocol")
        return None
    try:
        followed = found()
    except NotFound:
        await socket.close(CLOSE_INVALID, "not-found")
        return None
    await socket.accept(subprotocols=PROTOCOL if offered else None)
    return followed


@websocket("/tables/{table:str}/stream")
async def follow_table(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Follow a table."""
    house = house_of(socket)
    followed = await _accept(socket, lambda: TableSource(house, house.live_table(table)))
    if followed:
        live = house.live_table(table)
        reader, role = _table_reader(house, live, socket)
        who = reader.device or (live.name_of(reader.player) if live.has_player(reader.player) else "")
        painted = partial(_log_screen_report, house, reader, table, role, who)
        await _serve_socket(socket, house, followed, reader, role, painted)


@websocket("/tournaments/{name:str}/stream")
async def follow_tournament(socket: WebSocket[Any, Any, Any], name: FromPath[str]) -> None:
    """Follow the board of a tournament."""
    house = house_of(socket)
    followed = await _accept(socket, lambda: tournament_stream_of(house, name))
    if followed:
        reader, role = _tournament_reader(house, socket)
        await _serve_socket(socket, house, followed, reader, role, lambda painted: None)


def _tournament_reader(house: LiveHouse, connection: Any) -> tuple[StreamReader, str]:
    """Return the reader of a tournament's stream and the reader's role."""
    session, rank = session_and_rank(connection)
    player = session.pseudonym if session else ""
    reader = StreamReader(player, rank if session else "", session, language_of(connection))
    return reader, "staff" if reader.rank else "player" if session else "display"


async def _serve_socket(
    socket: WebSocket[Any, Any, Any],
    house: LiveHouse,
    followed: StreamSource,
    reader: StreamReader,
    role: str,
    on_report: Callable[[ScreenMessage], None],
) -> None:
    """Send messages until the connection ends, and receive the reports of what the screen has shown."""
    extensions: Any = socket.scope.get("extensions") or {}
    reader.write = extensions.get(FRAMES_EXTENSION)
    since = _parse_since(socket.query_params.get("since"))
    tasks = {
        asyncio.create_task(_send_messages(socket, _messages(house, followed, reader, role, since))),
        asyncio.create_task(_receive_reports(socket, on_report)),
    }
    code = CLOSE_STOPPING if house.stopping else CLOSE_SLOW
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        code = max((task.result() for task in done if not task.exception()), default=0)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if code:
        with suppress(Exception):
            await socket.close(CLOSE_STOPPING if house.stopping else code)


async def _send_messages(socket: WebSocket[Any, Any, Any], messages: AsyncIterator[Any]) -> int:
    async for _, _, message in messages:
        await socket.send_data(message.decode(), mode="text")
    return CLOSE_SLOW


async def _receive_reports(
    socket: WebSocket[Any, Any, Any], on_report: Callable[[ScreenMessage], None]
) -> int:
    """Receive the reports of what a screen has shown; any other message ends the connection."""
    with suppress(WebSocketDisconnect):
        while True:
            text = await socket.receive_data(mode="text")
            try:
                on_report(msgspec.json.decode(text, type=ScreenMessage))
            except msgspec.MsgspecError:
                return CLOSE_INVALID
    return 0


def _log_screen_report(
    house: LiveHouse, reader: StreamReader, table: str, role: str, who: str, report: ScreenMessage
) -> None:
    """Log what an enrolled device or a session has shown; ignore reports from any other reader."""
    source = reader.device or (reader.session.token.hex() if reader.session else "")
    if source:
        live, heard_at = house.live_table(table), iso_time(house.wall_time())
        painting = ScreenReport(screen=role, who=who, seq=report.seq, at=report.at, heard_at=heard_at)
        live.screen_log.add(source, painting, live.seq)


@get("/tables/{table:str}/events")
async def table_events(request: ApiRequest, table: FromPath[str]) -> ServerSentEvent:
    """Follow a table as server-sent events."""
    house = house_of(request)
    live = house.live_table(table)
    return _event_stream(request, TableSource(house, live), *_table_reader(house, live, request))


@get("/tournaments/{name:str}/events")
async def tournament_events(request: ApiRequest, name: FromPath[str]) -> ServerSentEvent:
    """Follow the board of a tournament as server-sent events."""
    house = house_of(request)
    return _event_stream(request, tournament_stream_of(house, name), *_tournament_reader(house, request))


def _event_stream(
    request: ApiRequest, followed: StreamSource, reader: StreamReader, role: str
) -> ServerSentEvent:
    since = _parse_since(request.headers.get("last-event-id") or request.query_params.get("since"))

    async def event_messages() -> AsyncIterator[ServerSentEventMessage]:
        async for kind, seq, message in _messages(house_of(request), followed, reader, role, since):
            yield ServerSentEventMessage(data=message.decode(), event=kind, id=str(seq))

    return ServerSentEvent(event_messages())


ROUTES = [follow_table, table_events, follow_tournament, tournament_events]
