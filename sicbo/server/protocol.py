"""The protocols with the limits that uvicorn does not have: slow headers, slow readers, one greedy source."""

import asyncio
from collections import Counter
from typing import Any, ClassVar

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEADER_SECONDS, READER_SECONDS, READER_BYTES = 10.0, 5.0, 262_144
LARGEST_HEAD = 16_384
FURTHEST_BEHIND = 4
FRAMES = "sicbo.frames"
"""The extension of a stream's scope under which frames are written."""
TEXT_FRAME, TWO_BYTES, EIGHT_BYTES = 0x81, 126, 127
NOT_TEXT = 1007


class Sources:
    """How many connections each source has; shared by both protocols of a server."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()

    def came(self, source: str) -> bool:
        """Count one more; whether it may stay."""
        self._counts[source] += 1
        return self._counts[source] <= self._most

    def went(self, source: str) -> None:
        """Count one fewer."""
        self._counts[source] -= 1
        if self._counts[source] <= 0:
            del self._counts[source]


class Requests(HttpToolsProtocol):
    """Closes a connection that takes too long over its headers; one too many of its source is told so."""

    sources: ClassVar[Sources]
    refusal: ClassVar[bytes]
    _source = ""
    _late: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: Any) -> None:
        """Count the connection, and wait for its first request."""
        super().connection_made(transport)
        self._source = str(self.client[0]) if self.client else "?"
        if self.sources.came(self._source):
            self._expect()
        else:
            transport.write(self.refusal)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one fewer."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came; headers that do not end are not collected for ever."""
        super().data_received(data)
        self._head = self._head + len(data) if self._late is not None else 0
        if self._head > LARGEST_HEAD:
            self.transport.abort()

    def handle_websocket_upgrade(self) -> None:
        """The connection goes on as a stream, which counts for itself."""
        self._leave()
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        """Another request begins: its headers have to come soon."""
        self._expect()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """They came; too many are as good as none."""
        self._came()
        if sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            raise HttpParserError("The headers are too large.")
        super().on_headers_complete()

    def _leave(self) -> None:
        self._came()
        if self._source:
            self.sources.went(self._source)
            self._source = ""

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
                self.conn.send_close(NOT_TEXT)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def connection_made(self, transport: Any) -> None:
        """Count the connection; little may wait in it."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=READER_BYTES)
        self._source = str(self.client[0]) if self.client else "?"
        if not self.sources.came(self._source):
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


def protocols(most: int, refusal: bytes) -> tuple[type[Requests], type[Streams]]:
    """Both protocols of one server, which allows each source so many connections and answers any more."""
    shared = {"sources": Sources(most), "refusal": refusal}
    return type("Requests", (Requests,), shared), type("Streams", (Streams,), shared)
