"""Structs, maps and their JSON by msgspec and immutables."""

from collections.abc import Callable
from typing import Any

import msgspec
from immutables import Map
from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.structs import replace

__all__ = [
    "Map",
    "Struct",
    "ValidationError",
    "convert",
    "decoder",
    "encode_sorted",
    "encode_state",
    "field_defaults",
    "replace",
    "to_builtins",
]

encode_sorted = msgspec.json.Encoder(order="sorted").encode


def encode_state(value: Any) -> bytes:
    """Return the JSON of a value with the fields of structs in their order. A map is a list of pairs."""
    return msgspec.json.encode(value, enc_hook=_pairs, order="deterministic")


def _pairs(value: object) -> object:
    assert isinstance(value, Map), f"A state cannot hold a {type(value).__name__}."
    return sorted([key, item] for key, item in value.items())


def field_defaults(struct: type[Struct]) -> dict[str, Any]:
    """Return the defaults of the fields that have one."""
    return {field.name: field.default for field in msgspec.structs.fields(struct) if not field.required}


def decoder(kind: Any) -> Callable[[bytes], Any]:
    """Return the function that reads a text as `kind` and refuses any other field or type."""
    return msgspec.json.Decoder(kind).decode
