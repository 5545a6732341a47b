"""Problems: the errors and refusals of the API in the form of RFC 9457, with clause and allowed actions."""

from typing import Any

import msgspec
from litestar.datastructures import Cookie

from sicbo.i18n import Message, message, say
from sicbo.server.logs import TRACE_ID
from sicbo.server.schemas import table as table_schemas

STATUS = {
    "bets-closed": 409,
    "stale-version": 412,
    "slip-refused": 422,
    "not-now": 409,
    "authority-required": 403,
    "console-held": 409,
    "not-seated": 403,
    "signed-out": 401,
    "not-found": 404,
    "bad-request": 400,
    "key-missing": 400,
    "key-reused": 422,
    "preview-gone": 409,
    "wrong-origin": 403,
    "wrong-host": 421,
    "too-large": 413,
    "too-much-work": 422,
    "too-slow": 408,
    "wrong-type": 415,
    "too-many": 429,
    "sign-in-refused": 403,
    "advice-not-permitted": 403,
    "device-required": 403,
    "pairing-pending": 409,
    "step-up-required": 403,
    "busy": 503,
    "no-room": 503,
    "no-database": 503,
    "stopping": 503,
    "not-allowed": 405,
    "bug": 500,
}
HOUSE_CODES = {
    "house/dice": "not-now",
    "house/ids": "key-reused",
    "house/queue": "busy",
    "house/space": "no-room",
    "house/stopped": "stopping",
    "house/tables": "not-found",
    "house/signatures": "authority-required",
}
RETRYABLE = ("busy", "no-room", "no-database", "stopping", "too-many")


class ClauseShape(table_schemas.Shape, frozen=True):
    """A clause of a rulebook."""

    rulebook: str
    clause: str


class ErrorShape(table_schemas.Shape, frozen=True):
    """An error at one place of a body."""

    pointer: str
    says: str


class ProblemShape(table_schemas.Shape, frozen=True):
    """The JSON form of a problem."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    retryable: bool
    clauses: tuple[ClauseShape, ...] = ()
    seq: int | None = None
    phase: str | None = None
    allowed: tuple[str, ...] = ()
    earliest_at: str | None = None
    after_seconds: int | None = None
    after_spins: int | None = None
    required_rank: str | None = None
    version: int | None = None
    errors: tuple[ErrorShape, ...] = ()
    trace_id: str | None = None


class Problem(Exception):
    """An error or refusal that is sent to the caller."""

    def __init__(self, code: str, detail: Message, *, retry_after: int | None = None, **more: Any) -> None:
        super().__init__(code, detail)
        self.code, self.detail, self.more = code, detail, more
        self.cookies: list[Cookie] = []
        """The session that was begun for a request whose command may still be written."""
        self.status = STATUS[code]
        self.retry_after = retry_after or (1 if code in RETRYABLE else None)

    def __str__(self) -> str:
        return self.detail.say()

    def shape(self, instance: str, language: str = "en") -> ProblemShape:
        """Return the JSON form, with title and detail in the given language."""
        return ProblemShape(
            type=f"/problems/{self.code}",
            title=say(f"problem.{self.code}.title", language),
            status=self.status,
            detail=self.detail.say(language),
            instance=instance,
            code=self.code,
            retryable=self.code in RETRYABLE,
            trace_id=TRACE_ID.get(),
            **self.more,
        )

    def body(self, instance: str, language: str = "en") -> bytes:
        """Return the body of the response."""
        return msgspec.json.encode(self.shape(instance, language))


def unreadable_request(*wrong: ErrorShape) -> Problem:
    """Return the problem for a request that cannot be decoded; the decoder's messages are for programs."""
    return Problem("bad-request", message("requests.unreadable"), errors=wrong)


def error_at(place: str, says: str) -> ErrorShape:
    """Return a decoder's message about a place such as `stakes[0].cents`, with its JSON pointer."""
    parts = place.replace("[", ".").replace("]", "").split(".")
    return ErrorShape(pointer="".join(f"/{part}" for part in parts if part), says=says)
