"""Exceptions as responses: each is a problem of RFC 9457 with a code and a sentence."""

import logging
from typing import Any

from litestar import Response
from litestar.exceptions import HTTPException, ValidationException

from sicbo.errors import BadInput, NotFound, SicboError, StorageError
from sicbo.i18n import message
from sicbo.server.access.authentication import language_of
from sicbo.server.http.security import LARGEST_BODY
from sicbo.server.logs import log
from sicbo.server.problems import Problem, error_at, unreadable_request

FORBIDDEN = (401, 403)
ENDS_CONNECTION = ("no-database", "too-slow")
"""After `no-database` the next request may reach a process that has the database. After `too-slow` the rest
of the body is not read.
"""
PROBLEMS_BY_STATUS = {
    401: ("signed-out", message("session.required")),
    404: ("not-found", message("requests.unknown-address")),
    405: ("not-allowed", message("requests.wrong-method")),
    413: ("too-large", message("requests.too-large", most=LARGEST_BODY)),
}
"""What a person reads in place of the framework's own sentence."""


def _problem_for(error: Exception) -> Problem:
    """Return the problem that describes an exception."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, NotFound):
        return Problem("not-found", error.message)
    if isinstance(error, ValidationException):
        given: Any = error.extra or []
        wrong = [one for one in given if isinstance(one, dict)]
        return unreadable_request(
            *(error_at(str(one.get("key", "")), str(one.get("message", ""))) for one in wrong)
        )
    if isinstance(error, RecursionError):
        return Problem("bad-request", message("requests.too-deep"))
    if isinstance(error, StorageError):
        return Problem("no-database", error.message)
    if isinstance(error, BadInput | SicboError):
        return Problem("bad-request", error.message)
    if isinstance(error, HTTPException):
        if error.status_code in PROBLEMS_BY_STATUS:
            return Problem(*PROBLEMS_BY_STATUS[error.status_code])
        if error.status_code < 500:
            return unreadable_request(error_at("", error.detail))
    return Problem("bug", message("requests.unexpected-error"))


def answer_problem(request: Any, error: Exception) -> Response[bytes]:
    """Return the response to a request that raised an exception."""
    problem, path = _problem_for(error), request.scope["path"]
    if problem.code == "bug":
        log.exception("bug", exc_info=error, extra={"path": path})
    else:
        level = logging.INFO if problem.status in FORBIDDEN else logging.DEBUG
        log.log(level, "refused", extra={"code": problem.code, "path": path})
    request.app.state.house.metrics.refusals.labels(problem.code).inc()
    headers = {"retry-after": str(problem.retry_after)} if problem.retry_after else {}
    if problem.code in ENDS_CONNECTION:
        headers["connection"] = "close"
    return Response(
        problem.body(path, language_of(request)),
        status_code=problem.status,
        media_type="application/problem+json",
        headers=headers,
        cookies=problem.cookies,
    )
