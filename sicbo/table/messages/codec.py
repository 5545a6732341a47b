"""Commands and events as canonical text: sorted keys, no spaces, UTF-8, integers only."""

import msgspec

from sicbo.table.messages.base import Command, Event
from sicbo.table.messages.commands import AnyCommand
from sicbo.table.messages.events import AnyEvent

_encode = msgspec.json.Encoder(order="sorted").encode
_command: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_event: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(message: Command | Event) -> bytes:
    """The one byte form of a message."""
    return _encode(message)


def decode_command(text: bytes) -> AnyCommand:
    """A command from its text; whatever is unknown, missing or of another type is refused."""
    return _command.decode(text)


def decode_event(text: bytes) -> AnyEvent:
    """An event from its text."""
    return _event.decode(text)
