"""Canonical JSON: sorted keys, no spaces, UTF-8, whole numbers, each key once."""

import json
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Iterable
from json import encoder
from typing import Any, NoReturn, cast

JSON_SPACE = " \t\r\n"


class Wrong(Exception):
    """Something that does not hold, in one sentence; `check` names which kind of thing it is."""

    def __init__(self, check: str, says: str) -> None:
        super().__init__(says)
        self.check = check


class Unusable(Exception):
    """Input that cannot be verified at all: the sentence says what to give instead."""


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"{text[:20]} is no whole number")


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a key stands there twice")
    return value


read = json.JSONDecoder(parse_float=_no_float, parse_constant=_no_float).raw_decode
_read_once = json.JSONDecoder(
    parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_each_once
).raw_decode


def _encoder() -> Callable[[object, int], Iterable[str]]:
    """The encoder of the standard library without what a record does not need; slower where it has no C."""
    fast = getattr(encoder, "c_make_encoder", None)
    if fast is not None:
        return cast(
            "Callable[[object, int], Iterable[str]]",
            fast(None, _no_float, encoder.encode_basestring, None, ":", ",", True, False, False),
        )
    plain = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return lambda value, level: plain.iterencode(value)


_parts = _encoder()


def written(value: object) -> str:
    """A value in its one canonical form."""
    return "".join(_parts(value, 0))


def understood(text: bytes) -> Any:
    """What a canonical text says; any other form of the same is wrong."""
    try:
        plain = text.decode()
        value = read(plain)[0]
    except (ValueError, RecursionError):
        raise Wrong("canonical", "its text is no JSON of whole numbers") from None
    if "".join(_parts(value, 0)) != plain:
        raise Wrong("canonical", "its text is not in canonical form")
    return value


def loosely(text: bytes | str) -> Any:
    """What a JSON text says, in whatever form it is written.

    Floats, a key that stands there twice, halves of letters and nonsense are refused.
    """
    try:
        plain = (text.decode() if isinstance(text, bytes) else text).strip(JSON_SPACE)
        value, end = _read_once(plain)
        written(value).encode()
    except (ValueError, RecursionError):
        raise Wrong("canonical", "it is no JSON of whole numbers, each key once") from None
    if end != len(plain):
        raise Wrong("canonical", "something follows its JSON")
    return value


def unwrapped(text: object, length: int | None = None) -> bytes:
    """The bytes of a base64 text in its one form."""
    if not isinstance(text, str):
        raise Wrong("canonical", "base64 is a text")
    try:
        plain = b64decode(text, validate=True)
    except (NotBase64, ValueError):
        raise Wrong("canonical", "it is no base64") from None
    if b64encode(plain).decode() != text or length not in (None, len(plain)):
        raise Wrong("canonical", "its base64 is not in the one form")
    return plain
