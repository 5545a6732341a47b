"""Protocols with limits that uvicorn lacks: slow headers, slow readers, connections per source.

The head of a response is sent together with its body.
"""

import asyncio
from collections import Counter
from typing import Any, ClassVar

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from sicbo.server.access.sign_in.known_browsers import network_of

HEADER_SECONDS, READER_SECONDS, READER_BYTES = 10.0, 5.0, 262_144
WHOLE_BODY_SECONDS = 15.0
"""The time limit for a body, even if no route reads it; a route that reads a body answers before that."""
LARGEST_HEAD = 16_384
FURTHEST_BEHIND = 4
FRAMES_EXTENSION = "sicbo.house.export.journal_frames"
"""The extension of a stream's scope that writes whole frames."""
RESPONSE_START = b"HTTP/1.1 "
TEXT_FRAME, TWO_BYTES, EIGHT_BYTES = 0x81, 126, 127
NOT_TEXT = 1007


class ConnectionCounts:
    """The number of connections of each source and of all together, shared by both protocols of a server.

    `many` is the response to a source with too many connections, `full` the response when the house has no
    more.
    """

    def __init__(self, most: int, many: bytes, in_all: int, full: bytes) -> None:
        self._most, self._many, self._most_in_all, self._full = most, many, in_all, full
        self._counts: Counter[str] = Counter()
        self._total = 0

    def add(self, source: str) -> bytes | None:
        """Count a connection, and return the response that refuses it, or None."""
        self._counts[source] += 1
        self._total += 1
        if self._total > self._most_in_all:
            return self._full
        return self._many if self._counts[source] > self._most else None

    def remove(self, source: str) -> None:
        """Count one connection fewer."""
        self._total -= 1
        self._counts[source] -= 1
        if self._counts[source] <= 0:
            del self._counts[source]


class HeadJoiningTransport(asyncio.Transport):
    """A transport that sends the head of a response and the body that follows it in one write."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.wrapped, self._loop = transport, loop
        self._parts: list[bytes] = []

    def is_closing(self) -> bool:
        """Whether the connection is closing."""
        return bool(self.wrapped.is_closing())

    def write(self, data: Any) -> None:
        """Write data after a pending head; a head waits for data until the next turn of the event loop."""
        head = not self._parts and data.startswith(RESPONSE_START)
        self._parts.append(data)
        if head:
            self._loop.call_soon(self._flush)
        else:
            self._flush()

    def _flush(self) -> None:
        parts, self._parts = self._parts, []
        if parts and not self.wrapped.is_closing():
            self.wrapped.write(b"".join(parts))

    def close(self) -> None:
        """Close after everything is written."""
        self._flush()
        self.wrapped.close()

    def abort(self) -> None:
        """Close immediately."""
        self._parts = []
        self.wrapped.abort()


class RequestProtocol(HttpToolsProtocol):
    """The HTTP protocol: closes a connection with slow headers, and refuses one connection too many."""

    sources: ClassVar[ConnectionCounts]
    _current_cycle: RequestResponseCycle | None = None
    _source = ""
    _header_timer: asyncio.TimerHandle | None = None
    _body_timer: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _in_head, _in_body = False, False

    def connection_made(self, transport: Any) -> None:
        """Count the connection, and start waiting for its first request."""
        super().connection_made(transport)
        self.transport = HeadJoiningTransport(transport, self.loop)
        self._source = network_of(str(self.client[0])) if self.client else "?"
        refusal = self.sources.add(self._source)
        if refusal is None:
            self._start_header_timer()
        else:
            transport.write(refusal)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one connection fewer, and mark the request that is being answered as disconnected."""
        self._release()
        if self._current_cycle is not None:
            self._current_cycle.disconnected = True
            self._current_cycle.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse data, within the limits on headers and the time limit for a body."""
        super().data_received(data)
        if self._in_head and self._header_timer is None:
            self._start_header_timer()
        if self._in_body and self._body_timer is None:
            self._body_timer = self.loop.call_later(WHOLE_BODY_SECONDS, self.transport.abort)
        self._head_bytes = self._head_bytes + len(data) if self._header_timer is not None else 0
        if self._head_bytes > LARGEST_HEAD:
            self.transport.abort()

    def handle_websocket_upgrade(self) -> None:
        """Continue as a stream, which counts separately; abort if an earlier response is still open."""
        if self._current_cycle is not None and not self._current_cycle.response_complete:
            self.transport.abort()
            return
        self._release()
        if isinstance(self.transport, HeadJoiningTransport):
            self.transport = self.transport.wrapped
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        """Note the start of a request, whose headers must now arrive in time."""
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Stop the timer for headers, and reject headers that are too large."""
        self._in_head = False
        self._stop_header_timer()
        if sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            raise HttpParserError("The headers are too large.")
        self._in_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the timer for the body."""
        self._stop_body_timer()
        super().on_message_complete()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        """Remember which of several pipelined requests is being answered."""
        self._current_cycle = cycle
        super()._start_asgi_task(cycle, app)

    def _release(self) -> None:
        self._stop_header_timer()
        self._stop_body_timer()
        if self._source:
            self.sources.remove(self._source)
            self._source = ""

    def _stop_body_timer(self) -> None:
        self._in_body = False
        if self._body_timer is not None:
            self._body_timer.cancel()
            self._body_timer = None

    def _start_header_timer(self) -> None:
        self._stop_header_timer()
        self._header_timer = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _stop_header_timer(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None


class StreamProtocol(WebSocketsSansIOProtocol):
    """The WebSocket protocol: drops a reader whose connection has been full for some seconds.

    An update for all readers is one frame, written to each connection unchanged. A thousand readers take a
    thousand writes rather than a thousand tasks.
    """

    sources: ClassVar[ConnectionCounts]
    _source = ""
    _slow_timer: asyncio.TimerHandle | None = None

    def handle_connect(self, event: Any) -> None:
        """Let the application write whole frames."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][FRAMES_EXTENSION] = self.write_frame

    def write_frame(self, frame: bytes) -> None:
        """Write a frame if the connection is open, and drop a reader who is very far behind."""
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(frame)
            if self.transport.get_write_buffer_size() > FURTHEST_BEHIND * READER_BYTES:
                self._drop()

    async def send(self, message: Any) -> None:
        """Send a message; a refusal that is sent as one response completes the handshake."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application; text that is not UTF-8 closes the stream without an error."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                if self.conn.state is State.OPEN:  # a close frame in the same data was answered already
                    self.conn.send_close(NOT_TEXT)
                    self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def connection_made(self, transport: Any) -> None:
        """Count the connection, and limit its write buffer."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=READER_BYTES)
        self._source = network_of(str(self.client[0])) if self.client else "?"
        if self.sources.add(self._source) is not None:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one connection fewer."""
        self._stop_slow_timer()
        if self._source:
            self.sources.remove(self._source)
            self._source = ""
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start the time limit for a reader whose connection is full."""
        super().pause_writing()
        self._stop_slow_timer()
        self._slow_timer = self.loop.call_later(READER_SECONDS, self._drop)

    def resume_writing(self) -> None:
        """Stop the time limit, because the reader is reading again."""
        self._stop_slow_timer()
        super().resume_writing()

    def _stop_slow_timer(self) -> None:
        if self._slow_timer is not None:
            self._slow_timer.cancel()
            self._slow_timer = None

    def _drop(self) -> None:
        transport: Any = self.transport
        transport.abort()


def text_frame(message: bytes) -> bytes:
    """Return a text message as one WebSocket frame of a server (RFC 6455, 5.2)."""
    size = len(message)
    if size < TWO_BYTES:
        return bytes((TEXT_FRAME, size)) + message
    if size < 1 << 16:
        return bytes((TEXT_FRAME, TWO_BYTES)) + size.to_bytes(2, "big") + message
    return bytes((TEXT_FRAME, EIGHT_BYTES)) + size.to_bytes(8, "big") + message


def protocols(sources: ConnectionCounts) -> tuple[type[RequestProtocol], type[StreamProtocol]]:
    """Return both protocols of one server, which share their connection counts."""
    shared = {"sources": sources}
    return type("Requests", (RequestProtocol,), shared), type("Streams", (StreamProtocol,), shared)
