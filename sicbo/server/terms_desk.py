"""The desk of terms, which tournaments and promotions share: who keeps it, and what is said of a draft."""

from collections.abc import Iterable
from typing import Any

import msgspec

from sicbo.house.entries import Asked
from sicbo.house.keys import PersonSignature
from sicbo.server import shapes
from sicbo.server.asking import Asking, room_of
from sicbo.server.identity import session_of
from sicbo.server.problems import Problem
from sicbo.server.sessions import RANKS, Session
from sicbo.terms.lint import Missing
from sicbo.terms.loading import Terms

HIGHEST = "senior-manager"


class GivenTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Terms to be looked at."""

    terms: str


class MissingShape(shapes.Shape, frozen=True):
    """A clause that terms do not satisfy."""

    clause: str
    place: str
    says: str


class Linted(shapes.Shape, frozen=True):
    """What terms lack."""

    complete: bool
    sha256: str
    missing: tuple[MissingShape, ...]


class TemplateShape(shapes.Shape, frozen=True):
    """Terms to begin from."""

    terms: str


def may(request: Asking) -> tuple[Session | None, str]:
    """Whoever asks, and the rank they act with: at home everybody may keep the desk, on a floor staff may."""
    room = room_of(request)
    session = session_of(room, request)
    if room.settings.at_home:
        return session, HIGHEST
    return session, session.rank if session and session.rank in RANKS else ""


def asked_of(log: str, said: dict[str, Any], commands: Any) -> Asked:
    """A command of some union for a log, and the signatures of persons that were sent beside it."""
    given = {**said}
    try:
        signatures = msgspec.convert(given.pop("signatures", ()), tuple[PersonSignature, ...])
        return Asked(log, msgspec.convert(given, commands), signatures)
    except msgspec.ValidationError as error:
        raise Problem("bad-request", f"{error}.") from None


def linted(terms: Terms, found: Iterable[Missing]) -> Linted:
    """What a look at terms found."""
    missing = tuple(MissingShape(**one._asdict()) for one in found)
    return Linted(complete=not missing, sha256=terms.sha256, missing=missing)
