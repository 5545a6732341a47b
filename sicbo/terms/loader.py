"""Loading of terms: a TOML text with its hash. Every error names its place in the file."""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from sicbo.errors import BadInput, short_repr

TermsData = Mapping[str, Any]
KINDS = ("tournament", "promotion")
LARGEST_INTEGER = 2**63 - 1
WHOLE_NUMBERS = "write whole numbers of at most 18 digits."
"""The range of whole numbers that TOML itself guarantees, in decimal digits."""
TOO_DEEP = "it is nested too deeply: write fewer tables and lists within each other."
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


def parse_terms(text: str, where: str = "The terms") -> Terms:
    """Parse terms; `where` names the file in error messages."""
    if DEEP_KEY.search(text):
        raise BadInput(f"{where}: {TOO_DEEP}")
    try:
        data = tomllib.loads(text)
        unfit = _find_unfit_value(data, "")
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where}: this is not TOML: {error}.") from None
    except ValueError:  # Python does not parse numbers of more than a few thousand digits
        raise BadInput(f"{where}: a number in it is too long: {WHOLE_NUMBERS}") from None
    except RecursionError:
        raise BadInput(f"{where}: {TOO_DEEP}") from None
    for key in ("kind", "rulebook", "name"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise BadInput(f'{where}: {key} is missing: write {key} = "…" at the top.')
    if data["kind"] not in KINDS:
        raise BadInput(f"{where}: kind is {short_repr(data['kind'])}: write {' or '.join(KINDS)}.")
    if unfit:
        raise BadInput(f"{where}: {unfit}")
    return Terms(text, data)


def _find_unfit_value(value: object, path: str) -> str:
    """Return what is not allowed in terms: inexact numbers, and times without a place or a day."""
    if isinstance(value, float):
        return f'{path} is {value}: write money and parts as text, such as "{value:.2f}".'
    if isinstance(value, int) and abs(value) > LARGEST_INTEGER:
        return f"{path} is too long a number: {WHOLE_NUMBERS}"
    if isinstance(value, datetime) and value.tzinfo is None:
        return f"{path} has no offset: write {value.isoformat()}+11:00, or the offset of the place."
    if isinstance(value, time):
        return f"{path} is a time without a day: write both."
    if isinstance(value, dict):
        parts = ((item, f"{path}.{key}".lstrip(".")) for key, item in value.items())
    elif isinstance(value, list):
        parts = ((item, f"{path}[{number}]") for number, item in enumerate(value, 1))
    else:
        return ""
    return next((found for item, place in parts if (found := _find_unfit_value(item, place))), "")


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
