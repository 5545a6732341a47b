"""Structs and maps: by msgspec and immutables if both are installed, otherwise in plain Python.

Messages, states and terms are written with these names, so that a table and its transcripts need no
third-party package. A house has both packages, because they are much faster.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sicbo.machine.fast_structs import (
        Map,
        Struct,
        ValidationError,
        convert,
        decoder,
        encode_sorted,
        encode_state,
        field_defaults,
        replace,
        to_builtins,
    )
else:
    try:
        from sicbo.machine import fast_structs as chosen
    except ImportError:
        from sicbo.machine import plain_structs as chosen
    Map, Struct, ValidationError = chosen.Map, chosen.Struct, chosen.ValidationError
    convert, decoder, replace = chosen.convert, chosen.decoder, chosen.replace
    encode_sorted, encode_state = chosen.encode_sorted, chosen.encode_state
    to_builtins, field_defaults = chosen.to_builtins, chosen.field_defaults

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
