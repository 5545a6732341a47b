"""Schemas of terms, shared by tournaments and promotions."""

from collections.abc import Iterable

import msgspec

from sicbo.server.schemas import table as table_schemas
from sicbo.terms.lint import TermsProblem
from sicbo.terms.loader import Terms


class TermsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Terms to check."""

    terms: str


class MissingShape(table_schemas.Shape, frozen=True):
    """A clause that terms do not satisfy."""

    clause: str
    place: str
    message: table_schemas.MessageShape


class LintResult(table_schemas.Shape, frozen=True):
    """The clauses that terms do not satisfy."""

    complete: bool
    sha256: str
    missing: tuple[MissingShape, ...]


class TemplateShape(table_schemas.Shape, frozen=True):
    """A template for new terms."""

    terms: str


def lint_result(terms: Terms, found: Iterable[TermsProblem]) -> LintResult:
    """Return the outcome of a check of terms."""
    missing = tuple(
        MissingShape(
            clause=one.clause,
            place=one.place,
            message=table_schemas.MessageShape(**one.message.data()),
        )
        for one in found
    )
    return LintResult(complete=not missing, sha256=terms.sha256, missing=missing)
