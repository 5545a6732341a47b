"""The Litestar application of a house: its routes, its middleware, and its errors as RFC 9457 problems."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from litestar import Litestar, Response, Router
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException

from sicbo.errors import BadInput, NotFound, SicboError, StorageError
from sicbo.server import openapi, pages, systemd
from sicbo.server.access.authentication import Door, language_of
from sicbo.server.access.pin_policy import read_list
from sicbo.server.calculations import with_calculations
from sicbo.server.dealing.tumbler import Tumbler
from sicbo.server.http.head_requests import HeadRequests
from sicbo.server.http.load_shedding import Pressed, Waiting
from sicbo.server.http.request_bodies import StrictRequest
from sicbo.server.http.security import LARGEST_BODY, Shield
from sicbo.server.live import home_tables
from sicbo.server.live.house import Room
from sicbo.server.live.stalled_journal import refuse_writers
from sicbo.server.logs import log
from sicbo.server.problems import Problem, unreadable, wrong_at
from sicbo.server.requests import room_of
from sicbo.server.routes.play import accessibility, fairness, new_tables, patron_limits, stream, tables
from sicbo.server.routes.play.new_tables import FoundingLimit
from sicbo.server.routes.promotions import promotions
from sicbo.server.routes.public import analysis, health, rules
from sicbo.server.routes.staff import (
    accounts,
    approvals,
    console,
    devices,
    history,
    licence,
    registers,
    signing,
)
from sicbo.server.routes.tournaments import entrants, tournaments
from sicbo.server.settings import Settings
from sicbo.server.write_budget import WriteBudget

API = (
    *accounts.ROUTES,
    *licence.ROUTES,
    *accessibility.ROUTES,
    *patron_limits.ROUTES,
    *devices.ROUTES,
    *rules.ROUTES,
    *analysis.ROUTES,
    *tables.ROUTES,
    *new_tables.ROUTES,
    *console.ROUTES,
    *approvals.ROUTES,
    *history.ROUTES,
    *fairness.ROUTES,
    *signing.ROUTES,
    *promotions.ROUTES,
    *registers.ROUTES,
    *stream.ROUTES,
    *tournaments.ROUTES,
    *entrants.ROUTES,
)
Told = Callable[[Room], None] | None
FORBIDDEN = (401, 403)
ENDS_CONNECTION = ("no-database", "too-slow")
"""After `no-database` the next request may reach a process that has the database. After `too-slow` the rest
of the body is not read.
"""
CODES = {404: "not-found", 405: "not-allowed", 413: "too-large", 401: "signed-out"}


def _problem_of(error: Exception) -> Problem:
    """Return the problem that describes an exception."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, NotFound):
        return Problem("not-found", str(error))
    if isinstance(error, ValidationException):
        given: Any = error.extra or []
        wrong = [one for one in given if isinstance(one, dict)]
        return unreadable(*(wrong_at(str(one.get("key", "")), str(one.get("message", ""))) for one in wrong))
    if isinstance(error, RecursionError):
        return Problem("bad-request", "The body is nested too deep: send a flat one.")
    if isinstance(error, StorageError):
        return Problem("no-database", str(error))
    if isinstance(error, BadInput | SicboError):
        return Problem("bad-request", str(error))
    if isinstance(error, HTTPException):
        code = CODES.get(error.status_code, "bad-request" if error.status_code < 500 else "bug")
        if code == "bad-request":
            return unreadable(wrong_at("", error.detail))
        return Problem(code, f"{(error.detail or 'That cannot be done').rstrip('.')}.")
    return Problem("bug", "An unexpected error occurred: the log has the details.")


def answer_problem(request: Any, error: Exception) -> Response[bytes]:
    """Return the response to a request that raised an exception."""
    problem, path = _problem_of(error), request.scope["path"]
    if problem.code == "bug":
        log.exception("bug", exc_info=error, extra={"path": path})
    else:
        level = logging.INFO if problem.status in FORBIDDEN else logging.DEBUG
        log.log(level, "refused", extra={"code": problem.code, "path": path})
    room_of(request).metrics.refused.labels(problem.code).inc()
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


def _state(settings: Settings) -> State:
    """What routes keep from one request to the next."""
    return State({"previews": {}, "budget": WriteBudget(settings.rate), "founding_limit": FoundingLimit()})


def make_app(
    settings: Settings, tumbler: Tumbler | None = None, told: Told = None, made: Room | None = None
) -> Shield:
    """Return the application of a house (`made` before, if given); `told` is called with it once it plays."""
    waiting, interface = Waiting(), Router("/api/v1", route_handlers=API, before_request=refuse_writers)
    listed = read_list(settings.common_pins)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        room = made or Room(settings, tumbler)
        app.state.room, app.state.door = room, Door(room.sessions.shelf, listed)
        waiting.told = room.metrics.refused.labels("busy").inc
        room.metrics.build.labels(version("sicbo")).set(1)
        room.start()
        try:
            await home_tables.furnish(room)
            log.info("started", extra={"tables": len(room.lives), "profile": settings.profile})
            if told is not None:
                told(room)
            systemd.notify(systemd.READY)
            watch = asyncio.create_task(systemd.watched(lambda: room.plays))
            yield
            watch.cancel()
        finally:
            systemd.notify(systemd.STOPPING)
            await home_tables.finish(room)
            await room.stop()
            log.info("stopped")

    app = Litestar(
        [interface, *health.ROUTES, pages.page],
        state=_state(settings),
        lifespan=[lifespan, with_calculations],
        exception_handlers={Exception: answer_problem},
        request_class=StrictRequest,
        request_max_body_size=LARGEST_BODY,
        openapi_config=openapi.CONFIG,
        logging_config=None,
    )
    return Shield(HeadRequests(Pressed(app, waiting)), settings)
