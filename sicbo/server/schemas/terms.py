"""The desk of terms, which tournaments and promotions share: what is given to it, and what it says."""

from collections.abc import Iterable

import msgspec

from sicbo.server.schemas import table as table_schemas
from sicbo.terms.lint import Missing
from sicbo.terms.loader import Terms


class GivenTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Terms to be looked at."""

    terms: str


class MissingShape(table_schemas.Shape, frozen=True):
    """A clause that terms do not satisfy."""

    clause: str
    place: str
    says: str


class Linted(table_schemas.Shape, frozen=True):
    """What terms lack."""

    complete: bool
    sha256: str
    missing: tuple[MissingShape, ...]


class TemplateShape(table_schemas.Shape, frozen=True):
    """Terms to begin from."""

    terms: str


def linted(terms: Terms, found: Iterable[Missing]) -> Linted:
    """What a look at terms found."""
    missing = tuple(MissingShape(**one._asdict()) for one in found)
    return Linted(complete=not missing, sha256=terms.sha256, missing=missing)
