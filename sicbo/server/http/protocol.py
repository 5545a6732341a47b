"""The protocols with the limits that uvicorn does not have: slow headers, slow readers, one greedy source.

An answer goes out as one piece.
"""

import asyncio
from collections import Counter
from typing import Any, ClassVar

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from sicbo.server.access.known_browsers import network_of

HEADER_SECONDS, READER_SECONDS, READER_BYTES = 10.0, 5.0, 262_144
WHOLE_SECONDS = 15.0
"""For so long a body may come, also one that no route reads; a route that reads it answers before."""
LARGEST_HEAD = 16_384
FURTHEST_BEHIND = 4
FRAMES = "sicbo.house.export.journal_frames"
"""The extension of a stream's scope under which frames are written."""
HEAD = b"HTTP/1.1 "
TEXT_FRAME, TWO_BYTES, EIGHT_BYTES = 0x81, 126, 127
NOT_TEXT = 1007


class Sources:
    """How many connections each source has, and all together; shared by both protocols of a server.

    `many` is what one too many of a source hears, `full` what anybody hears where there is no room at all.
    """

    def __init__(self, most: int, many: bytes, in_all: int, full: bytes) -> None:
        self._most, self._many, self._in_all, self._full = most, many, in_all, full
        self._counts: Counter[str] = Counter()
        self._all = 0

    def came(self, source: str) -> bytes | None:
        """Count one more; what it hears where it may not stay."""
        self._counts[source] += 1
        self._all += 1
        if self._all > self._in_all:
            return self._full
        return self._many if self._counts[source] > self._most else None

    def went(self, source: str) -> None:
        """Count one fewer."""
        self._all -= 1
        self._counts[source] -= 1
        if self._counts[source] <= 0:
            del self._counts[source]


class Together(asyncio.Transport):
    """A connection on which the head of an answer goes out with its body, in one piece."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.bare, self._loop = transport, loop
        self._parts: list[bytes] = []

    def is_closing(self) -> bool:
        """Whether it is about to end."""
        return bool(self.bare.is_closing())

    def write(self, data: Any) -> None:
        """Write, with the head that came just before; a head waits for what follows in its turn."""
        head = not self._parts and data.startswith(HEAD)
        self._parts.append(data)
        if head:
            self._loop.call_soon(self._go)
        else:
            self._go()

    def _go(self) -> None:
        parts, self._parts = self._parts, []
        if parts and not self.bare.is_closing():
            self.bare.write(b"".join(parts))

    def close(self) -> None:
        """Close once everything is written."""
        self._go()
        self.bare.close()

    def abort(self) -> None:
        """Close at once."""
        self._parts = []
        self.bare.abort()


class Requests(HttpToolsProtocol):
    """Closes a connection that takes too long over its headers; one too many is told so."""

    sources: ClassVar[Sources]
    _answers: RequestResponseCycle | None = None
    _source = ""
    _late: asyncio.TimerHandle | None = None
    _drips: asyncio.TimerHandle | None = None
    _head = 0
    _heads, _in_body = False, False

    def connection_made(self, transport: Any) -> None:
        """Count the connection, and wait for its first request."""
        super().connection_made(transport)
        self.transport = Together(transport, self.loop)
        self._source = network_of(str(self.client[0])) if self.client else "?"
        refusal = self.sources.came(self._source)
        if refusal is None:
            self._expect()
        else:
            transport.write(refusal)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one fewer; who is being answered is gone, whatever was asked behind it."""
        self._leave()
        if self._answers is not None:
            self._answers.disconnected = True
            self._answers.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came; headers that do not end are not collected for ever."""
        super().data_received(data)
        if self._heads and self._late is None:
            self._expect()
        if self._in_body and self._drips is None:
            self._drips = self.loop.call_later(WHOLE_SECONDS, self.transport.abort)
        self._head = self._head + len(data) if self._late is not None else 0
        if self._head > LARGEST_HEAD:
            self.transport.abort()

    def handle_websocket_upgrade(self) -> None:
        """The connection goes on as a stream, which counts for itself; behind an open answer it cannot."""
        if self._answers is not None and not self._answers.response_complete:
            self.transport.abort()
            return
        self._leave()
        if isinstance(self.transport, Together):
            self.transport = self.transport.bare
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        """Another request begins: unless its headers are here already they have to come soon."""
        self._heads = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """They came; too many are as good as none."""
        self._heads = False
        self._came()
        if sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            raise HttpParserError("The headers are too large.")
        self._in_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The body came too."""
        self._whole()
        super().on_message_complete()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        """Remember which of several requests is being answered."""
        self._answers = cycle
        super()._start_asgi_task(cycle, app)

    def _leave(self) -> None:
        self._came()
        self._whole()
        if self._source:
            self.sources.went(self._source)
            self._source = ""

    def _whole(self) -> None:
        self._in_body = False
        if self._drips is not None:
            self._drips.cancel()
            self._drips = None

    def _expect(self) -> None:
        self._came()
        self._late = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _came(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class Streams(WebSocketsSansIOProtocol):
    """Drops a reader whose connection has been full for some seconds.

    What everybody is told is one frame, written to each connection as it is: a thousand readers are told by
    a thousand writes, not by a thousand tasks.
    """

    sources: ClassVar[Sources]
    _source = ""
    _slow: asyncio.TimerHandle | None = None

    def handle_connect(self, event: Any) -> None:
        """Let the application write whole frames."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][FRAMES] = self.write_frame

    def write_frame(self, frame: bytes) -> None:
        """Write a frame, as far as the connection is there; whoever is very far behind is dropped at once."""
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(frame)
            if self.transport.get_write_buffer_size() > FURTHEST_BEHIND * READER_BYTES:
                self._drop()

    async def send(self, message: Any) -> None:
        """Send; whoever was refused in one answer is answered, and no handshake is missing."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; text that is not UTF-8 ends the stream, and is no error of the house."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                if self.conn.state is State.OPEN:  # who said goodbye in the same breath is answered to that
                    self.conn.send_close(NOT_TEXT)
                    self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def connection_made(self, transport: Any) -> None:
        """Count the connection; little may wait in it."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=READER_BYTES)
        self._source = network_of(str(self.client[0])) if self.client else "?"
        if self.sources.came(self._source) is not None:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one fewer."""
        self._reads()
        if self._source:
            self.sources.went(self._source)
            self._source = ""
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The reader does not read: it has some seconds to begin again."""
        super().pause_writing()
        self._reads()
        self._slow = self.loop.call_later(READER_SECONDS, self._drop)

    def resume_writing(self) -> None:
        """It reads again."""
        self._reads()
        super().resume_writing()

    def _reads(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    def _drop(self) -> None:
        transport: Any = self.transport
        transport.abort()


def framed(message: bytes) -> bytes:
    """A text message as one WebSocket frame of a server (RFC 6455, 5.2)."""
    size = len(message)
    if size < TWO_BYTES:
        return bytes((TEXT_FRAME, size)) + message
    if size < 1 << 16:
        return bytes((TEXT_FRAME, TWO_BYTES)) + size.to_bytes(2, "big") + message
    return bytes((TEXT_FRAME, EIGHT_BYTES)) + size.to_bytes(8, "big") + message


def protocols(sources: Sources) -> tuple[type[Requests], type[Streams]]:
    """Both protocols of one server, which share what they count."""
    shared = {"sources": sources}
    return type("Requests", (Requests,), shared), type("Streams", (Streams,), shared)
