"""Problems: the errors and refusals of the API in the form of RFC 9457, with clause and allowed actions."""

from typing import Any

import msgspec
from litestar.datastructures import Cookie

from sicbo.i18n import Message
from sicbo.server.logs import TRACE_ID
from sicbo.server.schemas import table as table_schemas
from sicbo.words.refusals import translate

TITLES = {
    "bets-closed": (409, "No more bets"),
    "stale-version": (412, "Another version is in force"),
    "slip-refused": (422, "Slip refused"),
    "not-now": (409, "Not now"),
    "authority-required": (403, "A higher rank is required"),
    "console-held": (409, "Another person holds the console"),
    "not-seated": (403, "No seat at this table"),
    "signed-out": (401, "No session"),
    "not-found": (404, "Not found"),
    "bad-request": (400, "Request cannot be read"),
    "key-missing": (400, "No Idempotency-Key"),
    "key-reused": (422, "Idempotency-Key used before"),
    "preview-gone": (409, "Preview has expired"),
    "wrong-origin": (403, "Another site"),
    "wrong-host": (421, "Another house"),
    "too-large": (413, "Too large"),
    "too-much-work": (422, "Too much to calculate"),
    "too-slow": (408, "Too slow"),
    "wrong-type": (415, "Not JSON"),
    "too-many": (429, "Too many requests"),
    "sign-in-refused": (403, "Not signed in"),
    "advice-not-permitted": (403, "No advice on the floor"),
    "device-required": (403, "Not an enrolled terminal"),
    "pairing-pending": (409, "Not approved yet"),
    "step-up-required": (403, "The PIN is required again"),
    "busy": (503, "Too many requests are waiting"),
    "no-room": (503, "No room in the journal"),
    "no-database": (503, "The database cannot be reached"),
    "stopping": (503, "The house is stopping"),
    "not-allowed": (405, "Not allowed here"),
    "bug": (500, "Unexpected error"),
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


UNREADABLE = "The house cannot read that request: reload the page and try again."


class Problem(Exception):
    """An error or refusal that is sent to the caller."""

    def __init__(
        self, code: str, detail: Message | str, *, retry_after: int | None = None, **more: Any
    ) -> None:
        super().__init__(code, detail)
        self.code, self.detail, self.more = code, detail, more
        self.cookies: list[Cookie] = []
        """The session that was begun for a request whose command may still be written."""
        self.status, self.title = TITLES[code]
        self.retry_after = retry_after or (1 if code in RETRYABLE else None)

    def __str__(self) -> str:
        return self.detail if isinstance(self.detail, str) else self.detail.say()

    def shape(self, instance: str, language: str = "en") -> ProblemShape:
        """Return the JSON form; sentences for players and dealing staff are in the given language."""
        return ProblemShape(
            type=f"/problems/{self.code}",
            title=self.title,
            status=self.status,
            detail=translate(
                self.detail if isinstance(self.detail, str) else self.detail.say(language), language
            ),
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
    return Problem("bad-request", UNREADABLE, errors=wrong)


def error_at(place: str, says: str) -> ErrorShape:
    """Return a decoder's message about a place such as `stakes[0].cents`, with its JSON pointer."""
    parts = place.replace("[", ".").replace("]", "").split(".")
    return ErrorShape(pointer="".join(f"/{part}" for part in parts if part), says=says)
