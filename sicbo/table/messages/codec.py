"""Commands and events as canonical text: sorted keys, no spaces, UTF-8, integers only."""

import msgspec

from sicbo.table.messages.base import Command, Event
from sicbo.table.messages.commands import AnyCommand
from sicbo.table.messages.events import AnyEvent

_encode = msgspec.json.Encoder(order="sorted").encode
_command: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_event: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(message: Command | Event) -> bytes:
    """Return the canonical bytes of a message."""
    return _encode(message)


def decode_command(text: bytes) -> AnyCommand:
    """Return the command in a text; an unknown, missing or mistyped field is an error."""
    return _command.decode(text)


def decode_event(text: bytes) -> AnyEvent:
    """Return the event in a text."""
    return _event.decode(text)
