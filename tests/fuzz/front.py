"""Targets at the front: bodies of requests, frames of streams, what a witness is sent, snapshots."""

import json
from functools import cache
from typing import Any, get_type_hints

import msgspec
from websockets.client import ClientProtocol
from websockets.exceptions import PayloadTooBig, ProtocolError
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.uri import WebSocketURI

from sicbo.errors import BadInput
from sicbo.house.recovery.snapshots import _text, opened, taken
from sicbo.house.witness.http import read_body, write_body
from sicbo.journal.store import Snapshot
from sicbo.server.app import API
from sicbo.server.http.protocol import framed
from sicbo.server.http.security import named, unambiguous
from sicbo.server.main import LARGEST_FRAME
from sicbo.server.routes.play.stream import Painted

PLACE = WebSocketURI(secure=False, host="localhost", port=80, path="/", query="")
BROKEN = (ProtocolError, PayloadTooBig, UnicodeDecodeError)


def _bodies() -> dict[bytes, Any]:
    """Every type that a route declares for its body, by its name, and what a stream is sent."""
    kinds: list[Any] = [Painted, *(get_type_hints(route.fn).get("data") for route in API)]
    return {f"{kind.__module__}.{kind.__name__}".encode(): kind for kind in kinds if kind is not None}


BODIES = _bodies()


def body(data: bytes) -> None:
    """What a browser sends is of its type, or refused; the first line names the type."""
    name, _, text = data.partition(b"\n")
    kind = BODIES[name] if name in BODIES else list(BODIES.values())[sum(name) % len(BODIES)]
    unambiguous(text)
    read = msgspec.json.decode(text, type=kind)
    assert msgspec.json.decode(msgspec.json.encode(read), type=kind) == read


def request(data: bytes) -> None:
    """A body that passes means the same to two readers; an address is a name, whatever it is."""
    host, _, text = data.partition(b"\n")
    assert set(named.__wrapped__(host)) <= set(host.decode("latin-1").lower())
    unambiguous(text)
    read = msgspec.json.decode(text)
    assert json.loads(text) == read


def frames(data: bytes) -> None:
    """Frames of a client end in messages of a bounded size or in a broken stream; ours are read as meant."""
    server = ServerProtocol(state=OPEN, max_size=LARGEST_FRAME)
    server.receive_data(data)
    assert server.parser_exc is None or isinstance(server.parser_exc, BROKEN)
    text = b""
    for event in server.events_received():
        assert isinstance(event, Frame)
        text = text + bytes(event.data) if event.opcode is Opcode.CONT else bytes(event.data)
        assert len(text) <= LARGEST_FRAME
    client = ClientProtocol(PLACE, state=OPEN, max_size=None)
    client.receive_data(framed(data))
    assert [bytes(frame.data) for frame in client.events_received() if isinstance(frame, Frame)] == [data]
    msgspec.json.decode(text, type=Painted)


def witness(data: bytes) -> None:
    """What a witness is asked is written in one way alone."""
    assert write_body(*read_body(data)) == data


class Believing:
    """Takes any note for one that the house signed."""

    def sign(self, text: str) -> str:
        """The text itself."""
        return text

    def signed(self, note: str) -> str:
        """The text itself."""
        return note


def snapshot(data: bytes) -> None:
    """A snapshot is read as what it was, or not at all: then the journal is replayed."""
    place = opened(Snapshot("T1", 1, data, _text("T1", 1, data)), Believing())
    if place is None:
        raise BadInput("It is no snapshot.")
    again = opened(taken(place, Believing()), Believing())
    assert again is not None
    assert (again.founding, again.state, again.balances, again.head) == (
        place.founding,
        place.state,
        place.balances,
        place.head,
    )


@cache
def masked(opcode: int, text: bytes, *, final: bool = True) -> bytes:
    """A frame as a browser sends it."""
    assert len(text) < 126
    mask = b"\1\2\3\4"
    shown = bytes(one ^ mask[at % 4] for at, one in enumerate(text))
    return bytes([opcode | 0x80 * final, 0x80 | len(text)]) + mask + shown
