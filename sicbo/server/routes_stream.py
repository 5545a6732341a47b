"""Routes of the stream: the WebSocket of a table, and the same as server-sent events."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.response import ServerSentEvent, ServerSentEventMessage

from sicbo.errors import NotFound
from sicbo.server.asking import Asking, device_of, room_of
from sicbo.server.chronicle import when
from sicbo.server.identity import language_of, session_of
from sicbo.server.live import Live, Painting
from sicbo.server.protocol import FRAMES
from sicbo.server.room import Room
from sicbo.server.stream import Reader, encode
from sicbo.server.views import view_of

PROTOCOL = "sicbo.v1"
HEARTBEAT = 5.0
SLOW, WRONG, STOPS = 1013, 1008, 1012
FRAME = 1_024


class Painted(msgspec.Struct, forbid_unknown_fields=True, tag_field="t", tag="painted"):
    """That a screen has shown a record: the only thing that a reader sends."""

    seq: int
    at: Annotated[str, msgspec.Meta(max_length=32)] = ""


def _reader(room: Room, live: Live, connection: Any) -> tuple[Reader, str]:
    """Whoever reads, and as what."""
    session = session_of(room, connection)
    player = session.pseudonym if session else ""
    there = player in live.table.seated or player in live.chronicle.since
    rank = room.rank_at(session, live.name)
    device = device_of(connection)
    role = "staff" if rank else "player" if there else session.role if session else "display"
    reader = Reader(player if there else "", rank, session, language_of(connection))
    reader.device = device.id if device else ""
    return reader, role


def _since(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 16 else None


def _hello(room: Room, live: Live, role: str) -> bytes:
    return encode(
        {
            "t": "hello",
            "table": live.name,
            "role": role,
            "seq": live.seq,
            "server_time": when(room.now()),
            "heartbeat": int(HEARTBEAT),
        }
    )


def _clock(room: Room, live: Live) -> bytes:
    return encode({"t": "clock", "server_time": when(room.now()), "seq": live.seq})


async def _messages(
    room: Room, live: Live, reader: Reader, role: str, since: int | None
) -> AsyncIterator[Any]:
    """Everything that a reader is told, the clock in between; it ends when the reader is dropped."""
    room.metrics.clients.labels(role).inc()
    try:
        live = room.live(live.name)
        yield "hello", live.seq, _hello(room, live, role)
        live.stream.begin(reader, live.seq, view_of(live), room.own(live), since)
        if live.name in room.dealers:
            room.dealers[live.name].wake()
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    message = await reader.queue.get()
            except TimeoutError:
                message = ("clock", reader.seq, _clock(room, live))
                if reader.session and room.sessions.lapsed(reader.session):
                    room.end_session(reader.session)
            if message is None:
                return
            yield message
    finally:
        live.stream.readers.discard(reader)
        room.metrics.clients.labels(role).dec()
        if reader.dropped and not room.stopping:
            room.metrics.dropped.inc()


@websocket("/tables/{table:str}/stream")
async def stream(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Follow a table."""
    room = room_of(socket)
    offered = socket.scope.get("subprotocols") or []
    if offered and PROTOCOL not in offered:
        await socket.close(WRONG, "subprotocol")
        return
    try:
        live = room.live(table)
    except NotFound:
        await socket.close(WRONG, "not-found")
        return
    await socket.accept(subprotocols=PROTOCOL if offered else None)
    reader, role = _reader(room, live, socket)
    extensions: Any = socket.scope.get("extensions") or {}
    reader.write = extensions.get(FRAMES)
    since = _since(socket.query_params.get("since"))
    tasks = {
        asyncio.create_task(_send(socket, _messages(room, live, reader, role, since))),
        asyncio.create_task(_listen(socket, room, live, reader, role)),
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


async def _listen(socket: WebSocket[Any, Any, Any], room: Room, live: Live, reader: Reader, role: str) -> int:
    """Take what a screen has painted; anything else ends the connection."""
    who = reader.device or (live.name_of(reader.player) if reader.player else "")
    with suppress(WebSocketDisconnect):
        while True:
            text = await socket.receive_data(mode="text")
            try:
                painted = msgspec.json.decode(text, type=Painted)
            except msgspec.MsgspecError:
                return WRONG
            live.painted.append(
                Painting(screen=role, who=who, seq=painted.seq, at=painted.at, heard_at=when(room.now()))
            )
    return 0


@get("/tables/{table:str}/events")
async def events(request: Asking, table: FromPath[str]) -> ServerSentEvent:
    """Follow a table by server-sent events."""
    room = room_of(request)
    live = room.live(table)
    reader, role = _reader(room, live, request)
    since = _since(request.headers.get("last-event-id") or request.query_params.get("since"))

    async def told() -> AsyncIterator[ServerSentEventMessage]:
        async for kind, seq, message in _messages(room, live, reader, role, since):
            yield ServerSentEventMessage(data=message.decode(), event=kind, id=str(seq))

    return ServerSentEvent(told())


ROUTES = [stream, events]
