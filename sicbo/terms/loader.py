"""Loading of terms: a TOML text with its hash. Every error names its place in the file."""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from sicbo.errors import BadInput, short_repr
from sicbo.i18n import Message, message

TermsData = Mapping[str, Any]
KINDS = ("tournament", "promotion")
LARGEST_INTEGER = 2**63 - 1
"""The range of whole numbers that TOML itself guarantees."""
KEY_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
DEEP_KEY = re.compile(rf"(?<![A-Za-z0-9_\\-]){KEY_PART}(?:[ \t]*+\.[ \t]*+{KEY_PART}){{31}}")
"""A key of 32 parts, such as a.b.c: Python takes seconds to read one of some thousand parts."""


@dataclass(frozen=True, slots=True)
class Terms:
    """A file of terms: its text and its data."""

    text: str
    data: TermsData

    @property
    def sha256(self) -> str:
        """The hash of the text, which identifies the version that an entrant accepts."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def kind(self) -> str:
        """`tournament` or `promotion`."""
        return str(self.data["kind"])

    @property
    def rulebook(self) -> str:
        """The rulebook whose clauses the terms must satisfy."""
        return str(self.data["rulebook"])

    @property
    def name(self) -> str:
        """The name of the tournament or promotion."""
        return str(self.data["name"])


def parse_terms(text: str, where: str = "") -> Terms:
    """Parse terms; `where` is the name of their file, if they are in one."""
    if DEEP_KEY.search(text):
        raise _unreadable(where, message("terms-file.too-deep"))
    try:
        data = tomllib.loads(text)
        unfit = _find_unfit_value(data, "")
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(where, message("terms-file.not-toml", error=str(error))) from None
    except ValueError:  # Python does not parse numbers of more than a few thousand digits
        raise _unreadable(where, message("terms-file.number-too-long", place="")) from None
    except RecursionError:
        raise _unreadable(where, message("terms-file.too-deep")) from None
    for key in ("kind", "rulebook", "name"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise _unreadable(where, message("terms-file.head-missing", item=key))
    if data["kind"] not in KINDS:
        wrong = message("terms-file.kind-unknown", kind=short_repr(data["kind"]), kinds=KINDS)
        raise _unreadable(where, wrong)
    if unfit:
        raise _unreadable(where, unfit)
    return Terms(text, data)


def _unreadable(where: str, wrong: Message) -> BadInput:
    return BadInput(message("terms-file.unreadable", where=where, wrong=wrong))


def _find_unfit_value(value: object, path: str) -> Message | None:
    """Return what is not allowed in terms: inexact numbers, and times without a place or a day."""
    if isinstance(value, float):
        return message("terms-file.inexact", place=path, value=str(value), example=f"{value:.2f}")
    if isinstance(value, int) and abs(value) > LARGEST_INTEGER:
        return message("terms-file.number-too-long", place=path)
    if isinstance(value, datetime) and value.tzinfo is None:
        return message("terms-file.no-offset", place=path, example=f"{value.isoformat()}+11:00")
    if isinstance(value, time):
        return message("terms-file.no-day", place=path)
    if isinstance(value, dict):
        parts = ((item, f"{path}.{key}".lstrip(".")) for key, item in value.items())
    elif isinstance(value, list):
        parts = ((item, f"{path}[{number}]") for number, item in enumerate(value, 1))
    else:
        return None
    return next((found for item, place in parts if (found := _find_unfit_value(item, place))), None)


def parse_cents(written: str) -> int | None:
    """Convert an amount as terms write it to cents, or return None if it is not an amount."""
    whole, dot, rest = written.replace(",", "").partition(".")
    if not (whole.isascii() and whole.isdigit() and len(whole) <= 13):
        return None
    if not dot:
        return int(whole) * 100
    return int(whole) * 100 + int(rest) if len(rest) == 2 and rest.isascii() and rest.isdigit() else None


def toml_as_json(value: object) -> object:
    """Return a TOML value as JSON."""
    if isinstance(value, dict):
        return {key: toml_as_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [toml_as_json(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value
