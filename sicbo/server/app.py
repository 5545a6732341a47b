"""The application: every route over one room, every "no" as a problem, the shield around it all."""

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
from sicbo.server import (
    home,
    openapi,
    pages,
    routes_analysis,
    routes_checks,
    routes_comfort,
    routes_console,
    routes_devices,
    routes_entrants,
    routes_health,
    routes_licence,
    routes_limits,
    routes_past,
    routes_people,
    routes_promotions,
    routes_registers,
    routes_rules,
    routes_signing,
    routes_stream,
    routes_tables,
    routes_tournaments,
    service,
)
from sicbo.server.bodies import StrictRequest
from sicbo.server.calculations import with_calculations
from sicbo.server.head_requests import HeadRequests
from sicbo.server.identity import Door, language_of
from sicbo.server.logs import log
from sicbo.server.pins import read_list
from sicbo.server.pressure import Pressed, Waiting
from sicbo.server.problems import Problem, unreadable, wrong_at
from sicbo.server.room import Room
from sicbo.server.settings import Settings
from sicbo.server.shield import LARGEST_BODY, Shield
from sicbo.server.stalled import refuse_writers
from sicbo.server.tumbler import Tumbler
from sicbo.server.write_budget import WriteBudget

API = (
    *routes_people.ROUTES,
    *routes_licence.ROUTES,
    *routes_comfort.ROUTES,
    *routes_limits.ROUTES,
    *routes_devices.ROUTES,
    *routes_rules.ROUTES,
    *routes_analysis.ROUTES,
    *routes_tables.ROUTES,
    *routes_console.ROUTES,
    *routes_past.ROUTES,
    *routes_checks.ROUTES,
    *routes_signing.ROUTES,
    *routes_promotions.ROUTES,
    *routes_registers.ROUTES,
    *routes_stream.ROUTES,
    *routes_tournaments.ROUTES,
    *routes_entrants.ROUTES,
)
Told = Callable[[Room], None] | None
FORBIDDEN = (401, 403)
ENDS_CONNECTION = ("no-database", "too-slow")
"""The next request may reach another process with a database; the rest of a slow body is not read."""
CODES = {404: "not-found", 405: "not-allowed", 413: "too-large", 401: "signed-out"}


def _problem_of(error: Exception) -> Problem:
    """Anything that was raised, as a problem."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, NotFound):
        return Problem("not-found", str(error))
    if isinstance(error, ValidationException):
        given: Any = error.extra or []
        wrong = [one for one in given if isinstance(one, dict)]
        return unreadable(*(wrong_at(str(one.get("key", "")), str(one.get("message", ""))) for one in wrong))
    if isinstance(error, RecursionError):
        return Problem("bad-request", "The body is nested too deep: send it flat.")
    if isinstance(error, StorageError):
        return Problem("no-database", str(error))
    if isinstance(error, BadInput | SicboError):
        return Problem("bad-request", str(error))
    if isinstance(error, HTTPException):
        code = CODES.get(error.status_code, "bad-request" if error.status_code < 500 else "bug")
        if code == "bad-request":
            return unreadable(wrong_at("", error.detail))
        return Problem(code, f"{(error.detail or 'That cannot be done').rstrip('.')}.")
    return Problem("bug", "Something nobody foresaw: it is in the log.")


def answer_problem(request: Any, error: Exception) -> Response[bytes]:
    """The answer to whatever went wrong."""
    problem, path = _problem_of(error), request.scope["path"]
    if problem.code == "bug":
        log.exception("bug", exc_info=error, extra={"path": path})
    else:
        level = logging.INFO if problem.status in FORBIDDEN else logging.DEBUG
        log.log(level, "refused", extra={"code": problem.code, "path": path})
    request.app.state.room.metrics.refused.labels(problem.code).inc()
    headers = {"retry-after": str(problem.retry_after)} if problem.retry_after else {}
    if problem.code in ENDS_CONNECTION:
        headers["connection"] = "close"
    return Response(
        problem.body(path, language_of(request)),
        status_code=problem.status,
        media_type="application/problem+json",
        headers=headers,
    )


def make_app(
    settings: Settings, tumbler: Tumbler | None = None, told: Told = None, made: Room | None = None
) -> Shield:
    """The application of a house; `told` hears of the room once it plays. A room may be made before."""
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
            await home.furnish(room)
            log.info("started", extra={"tables": len(room.lives), "profile": settings.profile})
            if told is not None:
                told(room)
            service.notify(service.READY)
            watch = asyncio.create_task(service.watched(lambda: room.plays))
            yield
            watch.cancel()
        finally:
            service.notify(service.STOPPING)
            await home.finish(room)
            await room.stop()
            log.info("stopped")

    app = Litestar(
        [interface, *routes_health.ROUTES, pages.page],
        state=State({"previews": {}, "budget": WriteBudget(settings.rate)}),
        lifespan=[lifespan, with_calculations],
        exception_handlers={Exception: answer_problem},
        request_class=StrictRequest,
        request_max_body_size=LARGEST_BODY,
        openapi_config=openapi.CONFIG,
        logging_config=None,
    )
    return Shield(HeadRequests(Pressed(app, waiting)), settings)
