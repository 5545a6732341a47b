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
from sicbo.server.http.protocol import FRAMES
from sicbo.server.live.house import Room
from sicbo.server.live.live_table import Live
from sicbo.server.live.screen_log import Painting
from sicbo.server.live.table_stream import Reader, encode
from sicbo.server.live.tournament_stream import board_of
from sicbo.server.requests import Asking, device_of, may, room_of
from sicbo.server.schemas.times import when
from sicbo.server.views.table import view_of

PROTOCOL = "sicbo.v1"
HEARTBEAT = 5.0
SLOW, WRONG, STOPS = 1013, 1008, 1012
FRAME = 1_024


class Painted(msgspec.Struct, forbid_unknown_fields=True, tag_field="t", tag="painted"):
    """A report that a screen has shown a record. It is the only message that a reader may send."""

    seq: int
    at: Annotated[str, msgspec.Meta(max_length=32)] = ""


def _reader(room: Room, live: Live, connection: Any) -> tuple[Reader, str]:
    """Return the reader of a table's stream and the reader's role."""
    session = session_of(room, connection)
    player = session.pseudonym if session else ""
    rank = room.rank_at(session, live.name)
    device = device_of(connection)
    role = "staff" if rank else "player" if live.knows(player) else session.role if session else "display"
    reader = Reader(player, rank, session, language_of(connection))
    reader.device = device.id if device else ""
    return reader, role


def _since(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 16 else None


class Followed(Protocol):
    """A source of messages to follow: a table, or the board of a tournament."""

    kind: str
    name: str

    @property
    def seq(self) -> int:
        """The number of the last record."""
        ...

    @property
    def readers(self) -> set[Reader]:
        """The readers that follow it."""
        ...

    def begin(self, reader: Reader, since: int | None) -> None:
        """Add a reader, and queue what it missed after `since`."""
        ...


class TableNews:
    """The stream of a table."""

    kind = "table"

    def __init__(self, room: Room, live: Live) -> None:
        self.room, self.name = room, live.name

    @property
    def seq(self) -> int:
        """The number of the last record."""
        return self.room.live(self.name).seq

    @property
    def readers(self) -> set[Reader]:
        """The readers that follow the table."""
        return self.room.live(self.name).stream.readers

    def begin(self, reader: Reader, since: int | None) -> None:
        """Add a reader, queue what it missed after `since`, and wake the dealer."""
        room, live = self.room, self.room.live(self.name)
        live.stream.begin(reader, live.seq, view_of(live), room.own(live), since)
        if live.name in room.dealers:
            room.dealers[live.name].wake()


def _hello(room: Room, followed: Followed, role: str) -> bytes:
    return encode(
        {
            "t": "hello",
            followed.kind: followed.name,
            "role": role,
            "seq": followed.seq,
            "server_time": when(room.now()),
            "heartbeat": int(HEARTBEAT),
        }
    )


def _clock(room: Room, followed: Followed) -> bytes:
    return encode({"t": "clock", "server_time": when(room.now()), "seq": followed.seq})


async def _messages(
    room: Room, followed: Followed, reader: Reader, role: str, since: int | None
) -> AsyncIterator[Any]:
    """Yield a reader's messages and the clock, until the reader is dropped or the journal is lost."""
    room.metrics.clients.labels(role).inc()
    try:
        if since is not None:
            await room.lookout.look_unless(lambda: followed.seq >= since)
        yield "hello", followed.seq, _hello(room, followed, role)
        followed.begin(reader, since)
        due = time.monotonic() + HEARTBEAT
        while room.lookout.in_touch:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    message = await reader.queue.get()
            except TimeoutError:
                message = ("clock", reader.seq, _clock(room, followed))
            if time.monotonic() >= due:
                due = time.monotonic() + HEARTBEAT
                if reader.session and room.sessions.is_over(reader.session):
                    room.end_session(reader.session)
            if message is None:
                return
            yield message
    finally:
        followed.readers.discard(reader)
        room.metrics.clients.labels(role).dec()
        if reader.dropped and not room.stopping:
            room.metrics.dropped.inc()


async def _accepted(socket: WebSocket[Any, Any, Any], found: Callable[[], Followed]) -> Followed | None:
    """Accept a socket and return what it follows; if that is impossible, close it and return None."""
    offered = socket.scope.get("subprotocols") or []
    if offered and PROTOCOL not in offered:
        await socket.close(WRONG, "subprotocol")
        return None
    try:
        followed = found()
    except NotFound:
        await socket.close(WRONG, "not-found")
        return None
    await socket.accept(subprotocols=PROTOCOL if offered else None)
    return followed


@websocket("/tables/{table:str}/stream")
async def stream(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Follow a table."""
    room = room_of(socket)
    followed = await _accepted(socket, lambda: TableNews(room, room.live(table)))
    if followed:
        live = room.live(table)
        reader, role = _reader(room, live, socket)
        who = reader.device or (live.name_of(reader.player) if live.knows(reader.player) else "")
        painted = partial(_painted, room, reader, table, role, who)
        await _carry(socket, room, followed, reader, role, painted)


@websocket("/tournaments/{name:str}/stream")
async def cup_stream(socket: WebSocket[Any, Any, Any], name: FromPath[str]) -> None:
    """Follow the board of a tournament."""
    room = room_of(socket)
    followed = await _accepted(socket, lambda: board_of(room, name))
    if followed:
        reader, role = _visitor(room, socket)
        await _carry(socket, room, followed, reader, role, lambda painted: None)


def _visitor(room: Room, connection: Any) -> tuple[Reader, str]:
    """Return the reader of a tournament's stream and the reader's role."""
    session, rank = may(connection)
    player = session.pseudonym if session else ""
    reader = Reader(player, rank if session else "", session, language_of(connection))
    return reader, "staff" if reader.rank else "player" if session else "display"


async def _carry(
    socket: WebSocket[Any, Any, Any],
    room: Room,
    followed: Followed,
    reader: Reader,
    role: str,
    painted: Callable[[Painted], None],
) -> None:
    """Send messages until the connection ends, and receive the reports of what the screen has shown."""
    extensions: Any = socket.scope.get("extensions") or {}
    reader.write = extensions.get(FRAMES)
    since = _since(socket.query_params.get("since"))
    tasks = {
        asyncio.create_task(_send(socket, _messages(room, followed, reader, role, since))),
        asyncio.create_task(_listen(socket, painted)),
    }
    code = STOPS if room.stopping else SLOW
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        code = max((task.result() for task in done if not task.exception()), default=0)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if code:
        with suppress(Exception):
            await socket.close(STOPS if room.stopping else code)


async def _send(socket: WebSocket[Any, Any, Any], messages: AsyncIterator[Any]) -> int:
    async for _, _, message in messages:
        await socket.send_data(message.decode(), mode="text")
    return SLOW


async def _listen(socket: WebSocket[Any, Any, Any], painted: Callable[[Painted], None]) -> int:
    """Receive the reports of what a screen has shown; any other message ends the connection."""
    with suppress(WebSocketDisconnect):
        while True:
            text = await socket.receive_data(mode="text")
            try:
                painted(msgspec.json.decode(text, type=Painted))
            except msgspec.MsgspecError:
                return WRONG
    return 0


def _painted(room: Room, reader: Reader, table: str, role: str, who: str, painted: Painted) -> None:
    """Log what an enrolled device or a session has shown; ignore reports from any other reader."""
    source = reader.device or (reader.session.token.hex() if reader.session else "")
    if source:
        live, heard_at = room.live(table), when(room.now())
        painting = Painting(screen=role, who=who, seq=painted.seq, at=painted.at, heard_at=heard_at)
        live.painted.add(source, painting, live.seq)


@get("/tables/{table:str}/events")
async def events(request: Asking, table: FromPath[str]) -> ServerSentEvent:
    """Follow a table as server-sent events."""
    room = room_of(request)
    live = room.live(table)
    return _told(request, TableNews(room, live), *_reader(room, live, request))


@get("/tournaments/{name:str}/events")
async def cup_events(request: Asking, name: FromPath[str]) -> ServerSentEvent:
    """Follow the board of a tournament as server-sent events."""
    room = room_of(request)
    return _told(request, board_of(room, name), *_visitor(room, request))


def _told(request: Asking, followed: Followed, reader: Reader, role: str) -> ServerSentEvent:
    since = _since(request.headers.get("last-event-id") or request.query_params.get("since"))

    async def told() -> AsyncIterator[ServerSentEventMessage]:
        async for kind, seq, message in _messages(room_of(request), followed, reader, role, since):
            yield ServerSentEventMessage(data=message.decode(), event=kind, id=str(seq))

    return ServerSentEvent(told())


ROUTES = [stream, events, cup_stream, cup_events]
