"""Targets at the front of the house: request bodies, stream frames, witness requests, snapshots."""

import json
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec
from websockets.client import ClientProtocol
from websockets.exceptions import PayloadTooBig, ProtocolError
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.uri import WebSocketURI

from sicbo.errors import BadInput
from sicbo.house.recovery.snapshots import _signed_text, open_snapshot, take_snapshot
from sicbo.house.witness.http import read_body, write_body
from sicbo.journal.store import Snapshot
from sicbo.server.app import API
from sicbo.server.http.protocol import text_frame
from sicbo.server.http.security import host_name, refuse_if_ambiguous
from sicbo.server.main import LARGEST_FRAME
from sicbo.server.routes.play.stream import ScreenMessage

PLACE = WebSocketURI(secure=False, host="localhost", port=80, path="/", query="")
BROKEN = (ProtocolError, PayloadTooBig, UnicodeDecodeError)


def _bodies() -> dict[bytes, Any]:
    """Return every body type of the routes by name, and the messages that a stream accepts."""
    kinds: list[Any] = [ScreenMessage, *(get_type_hints(route.fn).get("data") for route in API)]
    return {_body_name(kind).encode(): kind for kind in kinds if kind is not None}


def _body_name(kind: Any) -> str:
    """Return the name of a body; the commands of one kind of log are named after the first of them."""
    first = next(iter(get_args(kind)), kind)
    return f"{first.__module__}.{first.__name__}"


BODIES = _bodies()


def body(data: bytes) -> None:
    """A body is decoded as the type named by its first line, or refused."""
    name, _, text = data.partition(b"\n")
    kind = BODIES[name] if name in BODIES else list(BODIES.values())[sum(name) % len(BODIES)]
    refuse_if_ambiguous(text)
    read = msgspec.json.decode(text, type=kind)
    assert msgspec.json.decode(msgspec.json.encode(read), type=kind) == read


def request(data: bytes) -> None:
    """A body that passes means the same to two readers, and any address is accepted as a name."""
    host, _, text = data.partition(b"\n")
    assert set(host_name.__wrapped__(host)) <= set(host.decode("latin-1").lower())
    refuse_if_ambiguous(text)
    read = msgspec.json.decode(text)
    assert json.loads(text) == read


def frames(data: bytes) -> None:
    """A client's frames become messages of a bounded size or a broken stream; the server's own frames decode
    exactly.
    """
    server = ServerProtocol(state=OPEN, max_size=LARGEST_FRAME)
    server.receive_data(data)
    assert server.parser_exc is None or isinstance(server.parser_exc, BROKEN)
    text = b""
    for event in server.events_received():
        assert isinstance(event, Frame)
        text = text + bytes(event.data) if event.opcode is Opcode.CONT else bytes(event.data)
        assert len(text) <= LARGEST_FRAME
    client = ClientProtocol(PLACE, state=OPEN, max_size=None)
    client.receive_data(text_frame(data))
    assert [bytes(frame.data) for frame in client.events_received() if isinstance(frame, Frame)] == [data]
    msgspec.json.decode(text, type=ScreenMessage)


def witness(data: bytes) -> None:
    """A witness request has exactly one encoding."""
    assert write_body(*read_body(data)) == data


class AcceptingSigner:
    """A signer that accepts any note as signed by the house."""

    def sign(self, text: str) -> str:
        """Return the text itself."""
        return text

    def verified_text(self, note: str) -> str:
        """Return the text itself."""
        return note


def snapshot(data: bytes) -> None:
    """A snapshot is read exactly, or rejected; then the journal is replayed."""
    place = open_snapshot(Snapshot("T1", 1, data, _signed_text("T1", 1, data)), AcceptingSigner())
    if place is None:
        raise BadInput("It is not a snapshot.")
    again = open_snapshot(take_snapshot(place, AcceptingSigner()), AcceptingSigner())
    assert again is not None
    assert (again.founding, again.state, again.balances, again.head) == (
        place.founding,
        place.state,
        place.balances,
        place.head,
    )


@cache
def masked_frame(opcode: int, text: bytes, *, final: bool = True) -> bytes:
    """Return a frame as a browser sends it."""
    assert len(text) < 126
    mask = b"\1\2\3\4"
    shown = bytes(one ^ mask[at % 4] for at, one in enumerate(text))
    return bytes([opcode | 0x80 * final, 0x80 | len(text)]) + mask + shown
